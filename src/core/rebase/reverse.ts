import { binaryAt } from '../text/binary.js';
import type { Rebased, Revision, Snapshot } from '../change.js';
import { terminatorNear } from '../edit/contents.js';
import { contentOf } from '../content.js';
import { finishEdits } from '../edit/draft.js';
import { editsBetween } from '../diff/line-diff.js';
import { rebaseBytes } from './rebased.js';
import type { Rebasing } from './rebased.js';
import { readLines } from '../edit/revise.js';

/** The versions around a change. */
export interface Reversal {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Name of the encoding of the change, or `auto`. */
  readonly encoding: string;
  /** The path in errors. */
  readonly shown: string;
}

/** The version before a change, byte for byte, told as edits of the one after it. */
export function reverseRevision({ before, after, encoding, shown }: Reversal): Revision {
  const lines = readLines(after, encoding);
  const edits = editsBetween(lines, readLines(before, encoding));
  const revision = finishEdits({ lines, edits, choose: terminatorNear, shown }, {});
  const isText = binaryAt(after.bytes, lines.encoding) === undefined;
  // A byte order mark is no part of any edit, but it was a part of the version before.
  return { ...revision, content: contentOf([before.bytes]), ...(!isText && { diff: '' }) };
}

/** The lines that a change took away or replaced, back in their place in a version after `base`. */
export function rebaseReverse(before: Snapshot, rebasing: Rebasing, encoding: string): Rebased {
  const lines = readLines(rebasing.base, encoding);
  const former = readLines(before, encoding);
  const isAlike = lines.encoding.bomLength === former.encoding.bomLength;
  if (!isAlike) return { moves: [], meant: before.hash };
  const edits = editsBetween(lines, former);
  return rebaseBytes(rebasing, { edits, content: contentOf([before.bytes]) }, { encoding });
}

/** A former version, made again where there is no file. */
export function restoreRevision(former: Snapshot, encoding: string): Revision {
  const { count } = readLines(former, encoding);
  return {
    content: contentOf([former.bytes]),
    placed: [{ start: 1, end: count + 1 }],
    totalLines: count,
    diff: '',
    shifted: [],
    notes: [],
  };
}
