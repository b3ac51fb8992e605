import type { RangeExpectation } from '../change.js';
import { LocklineError } from '../errors.js';
import type { Lines } from '../text/lines.js';
import { quoteText, rangeText } from '../messages/phrase.js';
import type { LineRange } from '../range.js';

/** The first and the last line of a range, in the words of a caller. */
export interface Ends {
  readonly first: string;
  readonly last: string;
  /** Whether only one line was given, so that the range must be that line. */
  readonly isOneLine: boolean;
}

/** Takes the ends from an expectation; a line break at the end of either is ignored. Throws INVALID_ARGUMENT. */
export function readEnds(
  { firstLine, lastLine }: Extract<RangeExpectation, { readonly firstLine: string }>,
  shown: string,
): Ends {
  const first = oneLine(firstLine, 'first_line', shown);
  const last = lastLine === undefined ? first : oneLine(lastLine, 'last_line', shown);
  return { first, last, isOneLine: lastLine === undefined };
}

/** The ends as one text: the last line after a line feed. */
export function endsText({ first, last, isOneLine }: Ends): string {
  return isOneLine ? first : `${first}\n${last}`;
}

/** Refuses one end for several lines. Throws INVALID_ARGUMENT. */
export function refuseLoneEnd({ isOneLine }: Ends, range: LineRange, shown: string): void {
  if (!isOneLine || range.end - range.start <= 1) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `last_line is missing for ${rangeText(range)} of ${shown}`,
    hint: 'first_line alone names a single line. Send last_line too, or give end the number of start.',
  });
}

/**
 * Whether a closed range that exists begins and ends with exactly these lines. Throws INVALID_ARGUMENT
 * where a line was given together with its number, as reads show it.
 */
export function endsHold(
  lines: Lines,
  range: LineRange,
  { first, last, isOneLine }: Ends,
): boolean {
  const size = range.end - range.start;
  if (size === 0 || (isOneLine && size > 1)) return false;
  return reads(lines, range.start, first) && reads(lines, range.end - 1, last);
}

function oneLine(given: string, field: string, shown: string): string {
  const text = given.replace(/(\r\n|\n|\r)$/, '');
  if (!/[\r\n]/.test(text)) return text;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${field} for ${shown} holds more than one line: ${quoteText(given)}`,
    hint: 'Send the text of just the first line of the range as first_line and of just its last line as last_line.',
  });
}

function reads(lines: Lines, line: number, given: string): boolean {
  const decoded = lines.encoding.decode(lines.contentAt(line));
  if (!('text' in decoded)) return false;
  if (given === `${line}\t${decoded.text}`) {
    throw new LocklineError('INVALID_ARGUMENT', {
      what: `${quoteText(given)} is line ${line} together with its number`,
      hint: 'Send the text of the line without the number and the tab before it.',
    });
  }
  return decoded.text === given;
}
