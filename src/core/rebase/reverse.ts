import { binaryAt } from '../text/binary.js';
import type { Rebased, Revision, Snapshot } from '../change.js';
import { terminatorNear } from '../edit/contents.js';
import { contentOf } from '../content.js';
import { finishEdits } from '../edit/draft.js';
import { AUTO } from '../text/encoding.js';
import { editsBetween } from '../diff/line-diff.js';
import { rebaseBytes } from './rebased.js';
import type { Rebasing } from './rebased.js';
import { readLines } from '../edit/revise.js';

/** The versions around a change. */
export interface Reversal {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** The path in errors. */
  readonly shown: string;
}

/** The version before a change, byte for byte, told as edits of the one after it. */
export function reverseRevision({ before, after, shown }: Reversal): Revision {
  const lines = readLines(after, AUTO);
  const edits = editsBetween(lines, readLines(before, AUTO));
  const revision = finishEdits({ lines, edits, choose: terminatorNear, shown }, {});
  const isText = binaryAt(after.bytes, lines.encoding) === undefined;
  // A byte order mark is no part of any edit, but it was a part of the version before.
  return { ...revision, content: contentOf([before.bytes]), ...(!isText && { diff: '' }) };
}

/** The lines that a change took away or replaced, back in their place in a version after `base`. */
export function rebaseReverse(before: Snapshot, rebasing: Rebasing): Rebased {
  const lines = readLines(rebasing.base, AUTO);
  const former = readLines(before, AUTO);
  const isAlike = lines.encoding.bomLength === former.encoding.bomLength;
  if (!isAlike) return { moves: [], meant: before.hash };
  const edits = editsBetween(lines, former);
  return rebaseBytes(rebasing, { edits, content: contentOf([before.bytes]) }, { encoding: AUTO });
}

/** A former version, made again where there is no file. */
export function restoreRevision(former: Snapshot): Revision {
  const { count } = readLines(former, AUTO);
  return {
    content: contentOf([former.bytes]),
    placed: [{ start: 1, end: count + 1 }],
    totalLines: count,
    diff: '',
    shifted: [],
    notes: [],
  };
}
