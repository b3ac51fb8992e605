import { characterAt, countCharacters } from '../text/characters.js';
import { nameOf } from './character-names.js';
import type { Lines } from '../text/lines.js';
import { linesOf } from '../text/match.js';
import { nearPlaces } from './near-place.js';
import type { FirstDifference, NearPlace } from './near-place.js';
import { rangeText } from '../messages/phrase.js';
import { quoteLine } from '../messages/quote-line.js';
import type { LineRange } from '../range.js';
import { findVariant } from './variants.js';
import { lineText } from '../text/window.js';

/**
 * What there is in the file in place of a text (with LF only) that does not occur in it: the nearest lines
 * with the first difference named, as lines for people; none if nothing is near. `name` is what the caller
 * calls the text. The work is that of a few searches.
 */
export function nearestText(lines: Lines, text: string, name: string): readonly string[] {
  const variant = findVariant(lines, text);
  if (variant !== undefined) {
    const range = linesOf(variant.first);
    const { index } = variant.first.start;
    return [
      `${variant.how}, it occurs at ${rangeText(range)}:`,
      ...quoteLines(lines, range, { line: range.start, index }),
    ];
  }
  const sought = { lines, pieces: text.split('\n'), name };
  return nearPlaces(lines, sought.pieces)
    .slice(0, MOST_PLACES)
    .flatMap((place, index) => placeText(place, sought, index > 0));
}

const MOST_PLACES = 3;
/** Lines shown of the nearest place, and of each other one. */
const MOST_LINES = 12;

interface Sought {
  readonly lines: Lines;
  readonly pieces: readonly string[];
  readonly name: string;
}

function placeText(
  { range, first }: NearPlace,
  sought: Sought,
  isOther: boolean,
): readonly string[] {
  const { lines } = sought;
  const title = `${isOther ? 'Also near' : 'Nearest'}: ${rangeText(range)}.`;
  if (first === undefined) return [title, ...quoteLines(lines, range)];
  const focus = { line: first.line, index: first.theirs };
  const shown = isOther ? { start: first.line, end: first.line + 1 } : range;
  return [`${title} ${differenceText(first, sought)}`, ...quoteLines(lines, shown, focus)];
}

function differenceText(first: FirstDifference, { lines, pieces, name }: Sought): string {
  const { line, piece } = first;
  const own = pieces[piece] ?? '';
  const ownName = pieces.length === 1 ? name : `line ${piece + 1} of ${name}`;
  if (line < 1 || line > lines.count) {
    return `The file has no line ${line < 1 ? 'before line 1' : line} for ${ownName}.`;
  }
  const theirs = lineText(lines, line);
  if (theirs === undefined) return `Line ${line} is not ${lines.encoding.name}.`;
  const column = columnOf(theirs, first.theirs);
  const ends = { before: 'LINE START', after: 'LINE BREAK' };
  const fileEnds = lines.terminatorAt(line) === '' ? { ...ends, after: 'END OF FILE' } : ends;
  return `First difference: line ${line}, column ${column}: the file has ${characterName(theirs, first.theirs, fileEnds)}, ${ownName} has ${characterName(own, first.own, ends)}.`;
}

/** The number of the character that has the unit at an index; just outside of the line it goes on there. */
function columnOf(text: string, index: number): number {
  if (index < 0) return 1;
  const count = countCharacters(text.slice(0, index + 1));
  return index < text.length ? count : count + 1;
}

/** The character at an index that may be just outside of the line. */
function characterName(
  text: string,
  index: number,
  ends: { readonly before: string; readonly after: string },
): string {
  const character = index < 0 ? undefined : characterAt(text, index);
  if (character !== undefined) return nameOf(character);
  return `<${index < 0 ? ends.before : ends.after}>`;
}

function quoteLines(
  lines: Lines,
  { start, end }: LineRange,
  focus?: { readonly line: number; readonly index: number },
): readonly string[] {
  const last = Math.min(end, lines.count + 1);
  const from = Math.min(Math.max(start, (focus?.line ?? 0) - MOST_LINES + 2), last);
  const shown = Math.min(last, from + MOST_LINES);
  return Array.from({ length: shown - from }, (_, offset) => {
    const line = from + offset;
    return quoteLine(lines, line, line === focus?.line ? focus.index : 0);
  });
}
