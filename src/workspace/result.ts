import type { Revision } from '../core/change.js';
import { hashRanges } from '../core/scan/range-hashes.js';
import { shiftedSince } from '../core/rebase/rebased.js';
import { readLines } from '../core/edit/revise.js';
import { unreachable } from '../core/unreachable.js';
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
      previous: { hash: before.hash, totalLines: readLines(before, change.encoding).count },
    }),
    ...(revision && { revision }),
    ranges:
      revision === undefined ? [] : placedRanges(revision, { encoding: change.encoding, before }),
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

function placedRanges(
  { placed, content }: Revision,
  version: Parameters<typeof hashRanges>[2],
): FileResult['ranges'] {
  const hashes = hashRanges(content, placed, version);
  return placed.map((range, index) => {
    return { range, hash: hashes[index] ?? unreachable('every range has a hash') };
  });
}
