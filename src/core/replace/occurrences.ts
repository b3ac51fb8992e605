import { LocklineError } from '../errors.js';
import type { Lines } from '../text/lines.js';
import { findText } from '../text/match.js';
import type { Occurrence } from '../text/match.js';
import { nearestText } from '../near/near-miss.js';
import { countText } from '../messages/phrase.js';
import { quoteLine } from '../messages/quote-line.js';
import { tallyOf } from './tally.js';
import type { Tally } from './tally.js';
import { undecodableAt } from '../text/undecodable.js';
import { illegibleLines, withLf } from '../text/window.js';

/** A text that a caller expects to find. */
export interface Sought {
  /** Not empty. */
  readonly text: string;
  /** What the caller calls it: `edits[1].old_text`. */
  readonly name: string;
  readonly expected: number;
  /** Whether an occurrence counts only where no word goes on at either side of it. */
  readonly wholeWord?: boolean | undefined;
  /** The edit in the call, if its `expect_count` can be another: `edits[1]`. */
  readonly edit?: string | undefined;
  /** The file before the edits of this call that were made already, if there are any. */
  readonly earlier?: Lines | undefined;
}

/**
 * The occurrences of a text, from the start of the file to its end: as many as expected, none overlapping
 * another. Throws NO_MATCH, with the lines that are nearest; COUNT_MISMATCH for more, fewer or overlapping
 * ones; UNDECODABLE where a line that does not decode holds one as well. `shown` is the path in the error.
 */
export function findExpected(lines: Lines, sought: Sought, shown: string): readonly Occurrence[] {
  const tally = tallyOf(lines, sought);
  const illegible = [...illegibleLines(lines)];
  refuseIllegible(lines, illegible, { sought, shown });
  const { name, expected, edit } = sought;
  if (tally.count === 0) {
    throw new LocklineError('NO_MATCH', {
      path: shown,
      what: name,
      nearest: [...nearLines(lines, sought, tally), ...illegibleNote(lines, illegible)].join('\n'),
    });
  }
  if (tally.count === expected && !tally.overlaps) return tally.occurrences;
  throw new LocklineError('COUNT_MISMATCH', {
    path: shown,
    what: name,
    expected,
    found: tally.count,
    overlaps: tally.overlaps,
    where: whereText(lines, sought, tally),
    ...(edit !== undefined && !tally.overlaps && { edit }),
  });
}

/** In a line that cannot be read, an occurrence would be passed over in silence. */
function refuseIllegible(
  lines: Lines,
  illegible: readonly number[],
  { sought: { text }, shown }: { readonly sought: Sought; readonly shown: string },
): void {
  const encoded = lines.encoding.encode(text);
  if ('index' in encoded) return;
  for (const line of illegible) {
    const content = lines.contentAt(line);
    if (!content.includes(encoded.bytes)) continue;
    const decoded = lines.encoding.decode(content);
    if ('offset' in decoded)
      throw undecodableAt(lines, lines.startOf(line) + decoded.offset, shown);
  }
}

function nearLines(lines: Lines, sought: Sought, { parts }: Tally): readonly string[] {
  if (sought.earlier !== undefined && occurs(sought.earlier, sought.text)) {
    return ['It was there until an edit before it in the same call changed it.'];
  }
  if (parts.length === 0) return nearestText(lines, withLf(sought.text), sought.name);
  return [
    'It is there only as a part of longer words:',
    ...parts.map(({ start }) => quoteLine(lines, start.line, start.index)),
  ];
}

function occurs(lines: Lines, text: string): boolean {
  return findText(lines, text).next().done !== true;
}

function illegibleNote(lines: Lines, [first, ...others]: readonly number[]): readonly string[] {
  if (first === undefined) return [];
  const count = countText(others.length + 1, 'line');
  return [
    `Not searched: ${count} with bytes that are not ${lines.encoding.name}, the first of them line ${first}. If the file has another encoding, name it in encoding.`,
  ];
}

function whereText(
  lines: Lines,
  { wholeWord = false }: Sought,
  { byLine, count, words }: Tally,
): string {
  const shown = [...byLine.values()];
  const rest = count - shown.reduce((sum, { times }) => sum + times, 0);
  return [
    ...shown.map(({ first: { start }, times }) => {
      const quoted = quoteLine(lines, start.line, start.index);
      return times > 1 ? `${quoted}  (${times} times)` : quoted;
    }),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
    ...(wholeWord ? [] : [`Whole words: ${words} of ${count}.`]),
  ].join('\n');
}
