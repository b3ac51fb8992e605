import type { Revision } from '../core/change.js';
import { HEAD_SIZE, resolveEncoding } from '../core/encoding.js';
import { hashOf } from '../core/hash.js';
import { indexLines } from '../core/lines.js';
import type { Lines } from '../core/lines.js';
import type { PlannedFile } from './plan.js';
import type { FileResult } from './workspace.js';

/** What a caller is told of a file whose plan was carried out, or would be. */
export function fileResult({ target, before, revision, next }: PlannedFile): FileResult {
  const { change, source, place } = target;
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
  };
}

function placedRanges({ placed, content }: Revision, encoding: string): FileResult['ranges'] {
  if (placed.length === 0) return [];
  const lines = index(Buffer.concat(content.slices, content.size), encoding);
  return placed.map((range) => ({ range, hash: hashOf(lines.slice(range)) }));
}

function index(bytes: Buffer, encoding: string): Lines {
  return indexLines(bytes, resolveEncoding(encoding, bytes.subarray(0, HEAD_SIZE)));
}
