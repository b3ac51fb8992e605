import type { Revision } from '../core/change.js';
import { HEAD_SIZE, resolveEncoding } from '../core/encoding.js';
import { hashOf } from '../core/hash.js';
import { indexLines } from '../core/lines.js';
import type { Lines } from '../core/lines.js';
import { shiftedSince } from '../core/rebased.js';
import type { PlannedFile } from './plan.js';
import type { FileResult } from './workspace.js';

/**
 * What a caller is told of a file whose plan was carried out, or would be. `steps` is the number of changes
 * over which it was rebased, if that is known.
 */
export function fileResult(planned: PlannedFile, steps: number | undefined): FileResult {
  const { target, before, next } = planned;
  const { change, source, place } = target;
  const revision = asMeant(planned);
  return {
    shown: place.shown,
    action: change.action,
    ...(source !== place && { movedFrom: source.shown }),
    changed: next.length > 0,
    ...(before && {
      previous: { hash: before.hash, totalLines: index(before.bytes, change.encoding).count },
    }),
    ...(revision && { revision }),
    ranges: revision === undefined ? [] : placedRanges(revision, change.encoding),
    ...rebasedResult(planned, steps),
  };
}

/** The revision, where line numbers that have shifted are those of the version that the caller knows. */
function asMeant({ revision, rebased, target: { change } }: PlannedFile): Revision | undefined {
  if (revision === undefined || rebased === undefined) return revision;
  return { ...revision, shifted: shiftedSince(rebased.base, revision, change.encoding) };
}

function rebasedResult(
  { rebased }: PlannedFile,
  steps: number | undefined,
): Pick<FileResult, 'rebased'> {
  if (rebased === undefined) return {};
  const shifts = rebased.moves.flatMap(({ from, to }) =>
    to === undefined ? [] : [to.start - from.start],
  );
  return { rebased: { shifts, ...(steps !== undefined && { steps }) } };
}

function placedRanges({ placed, content }: Revision, encoding: string): FileResult['ranges'] {
  if (placed.length === 0) return [];
  const lines = index(Buffer.concat(content.slices, content.size), encoding);
  return placed.map((range) => ({ range, hash: hashOf(lines.slice(range)) }));
}

function index(bytes: Buffer, encoding: string): Lines {
  return indexLines(bytes, resolveEncoding(encoding, bytes.subarray(0, HEAD_SIZE)));
}
