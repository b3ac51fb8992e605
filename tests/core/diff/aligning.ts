import { fc } from '../../support/fast-check.js';
import type { LineEdit } from '../../../src/core/edit/edit.js';
import type { Lines } from '../../../src/core/text/lines.js';
import type { LineRange } from '../../../src/core/range.js';
import { linesOf } from '../../support/versions.js';

/** A file of lines of one letter each: `ab` is `a\nb\n`. */
export function letters(text: string): Lines {
  return linesOf(bytesOf(text));
}

/** The bytes of such lines. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/./gu, '$&\n'));
}

/** A file of letters again as its letters. */
export function lettersOf(bytes: Buffer): string {
  return bytes.toString().replaceAll('\n', '');
}

/** An alignment: for each index in the old text the index of its pair in the new one, or `undefined`. */
export type Alignment = readonly (number | undefined)[];

/** All alignments with as many pairs as can be, by trying every one. */
export function bestAlignments(old: string, now: string): readonly Alignment[] {
  return bestFrom(old, now, 0);
}

/** Those of a text with what another has from an index on. The rest of a best one is a best one of the rest. */
function bestFrom(old: string, now: string, from: number): readonly Alignment[] {
  if (old === '') return [[]];
  const rest = old.slice(1);
  const all: Alignment[] = bestFrom(rest, now, from).map((tail) => [undefined, ...tail]);
  for (let index = from; index < now.length; index += 1) {
    if (now[index] !== old[0]) continue;
    all.push(...bestFrom(rest, now, index + 1).map((tail) => [index, ...tail]));
  }
  const most = Math.max(...all.map(countPairs));
  return all.filter((alignment) => countPairs(alignment) === most);
}

/** How many pairs an alignment has. */
export function countPairs(alignment: Alignment): number {
  return alignment.filter((index) => index !== undefined).length;
}

/** One best alignment, by the textbook table; `choices` decide, round and round, where there are several. */
export function bestAlignment(old: string, now: string, choices: readonly number[]): Alignment {
  const stepsAt = createSteps(old, now);
  const alignment: (number | undefined)[] = [];
  let [x, y, turn] = [0, 0, 0];
  while (x < old.length) {
    const steps = stepsAt(x, y);
    const step = steps[(choices[turn % choices.length] ?? 0) % steps.length];
    if (step !== 'pass') alignment.push(step === 'pair' ? y : undefined);
    x += step === 'pass' ? 0 : 1;
    y += step === 'leave' ? 0 : 1;
    turn += 1;
  }
  return alignment;
}

/** What a best alignment can do at two indexes: pair them, leave the old one unpaired or pass the new one. */
function createSteps(old: string, now: string) {
  const most = countCommon(old, now);
  return (x: number, y: number): readonly ('pair' | 'leave' | 'pass')[] => [
    ...(old[x] === now[y] && most(x, y) === 1 + most(x + 1, y + 1) ? (['pair'] as const) : []),
    ...(most(x, y) === most(x + 1, y) ? (['leave'] as const) : []),
    ...(most(x, y) === most(x, y + 1) ? (['pass'] as const) : []),
  ];
}

/** How many pairs two texts can have after these indexes. */
function countCommon(old: string, now: string): (x: number, y: number) => number {
  const table = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  const most = (x: number, y: number) => table[x]?.[y] ?? Number.NaN;
  for (let x = old.length - 1; x >= 0; x -= 1) {
    for (let y = now.length - 1; y >= 0; y -= 1) {
      const pair = old[x] === now[y] ? 1 + most(x + 1, y + 1) : 0;
      table[x]?.splice(y, 1, Math.max(pair, most(x + 1, y), most(x, y + 1)));
    }
  }
  return most;
}

/** A change of a text in letters: `with` in the place of the letters of a range, counted as lines. */
export interface LetterEdit {
  readonly range: LineRange;
  readonly with: string;
}

/** The same as an edit of the file. */
export function asEdit(edit: LetterEdit): LineEdit {
  return { range: edit.range, bytes: bytesOf(edit.with) };
}

/** A text with edits made, from the bottom up. They do not collide; an insertion goes before what it touches. */
export function edited(text: string, edits: readonly LetterEdit[]): string {
  return edits
    .toReversed()
    .toSorted((a, b) => b.range.start - a.range.start || b.range.end - a.range.end)
    .reduce(
      (now, { range, with: fresh }) =>
        now.slice(0, range.start - 1) + fresh + now.slice(range.end - 1),
      text,
    );
}

/** Texts over so few letters that the same ones often stand in several places. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .integer({ min: 1, max: 4 })
    .chain((count) =>
      fc
        .array(fc.constantFrom(...'abcd'.slice(0, count).split('')), { maxLength })
        .map((parts) => parts.join('')),
    );
}

/** A range of a text with so many letters; a gap one time in three. */
export function rangeIn(count: number): fc.Arbitrary<LineRange> {
  return fc
    .tuple(fc.integer({ min: 1, max: count + 1 }), fc.constantFrom(0, 1, 2, 1, 0, 4))
    .map(([start, size]) => ({ start, end: Math.min(start + size, count + 1) }));
}

/** Edits of a text in its order that do not even touch, with letters from `fresh`. */
export function editsOf(text: string, fresh: string, most: number): fc.Arbitrary<LetterEdit[]> {
  const word = fc
    .array(fc.constantFrom(...fresh.split('')), { maxLength: 3 })
    .map((parts) => parts.join(''));
  return fc
    .array(fc.record({ range: rangeIn(text.length), with: word }), {
      minLength: 1,
      maxLength: most,
    })
    .map((edits) =>
      edits
        .filter((edit) => edit.range.end > edit.range.start || edit.with !== '')
        .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
        .filter((edit, index, all) =>
          all.slice(0, index).every((one) => one.range.end < edit.range.start),
        ),
    );
}
