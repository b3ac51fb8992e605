import { binaryAt } from '../text/binary.js';
import type { Snapshot } from '../change.js';
import { unifiedDiff } from '../diff/diff.js';
import { applyEdits } from '../edit/edit.js';
import { editsBetween } from '../diff/line-diff.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';
import { readLines } from '../edit/revise.js';
import { shiftRange } from '../edit/shift.js';
import { unreachable } from '../unreachable.js';

/** The way from one version of a file to a later one. */
export interface Passage {
  /** Unified diff; empty if one of the two is binary, or has another encoding than the other. */
  readonly diff: string;
  /** The later version. */
  readonly lines: Lines;
  /** Where the lines are that stand in the place of others in the later version. Both are closed. */
  readonly locate: (range: LineRange) => LineRange;
}

/** Compares two versions in the encoding named. Throws UNSUPPORTED_ENCODING. */
export function passageBetween(
  base: Snapshot,
  current: Pick<Snapshot, 'bytes'>,
  encoding: string,
): Passage {
  const from = readLines(base, encoding);
  const lines = readLines({ ...base, ...current }, encoding);
  const edits = editsBetween(from, lines);
  const { placed } = applyEdits(from, edits, '');
  const shifts = edits.map(({ range }, index) => ({
    from: range,
    to: placed[index] ?? unreachable('every edit has a place'),
  }));
  const isText = [from, lines].every(
    ({ bytes, encoding: form }) =>
      form.name === lines.encoding.name && binaryAt(bytes, form) === undefined,
  );
  return {
    diff: isText ? unifiedDiff(from, edits) : '',
    lines,
    locate: (range) => shiftRange(range, shifts),
  };
}
