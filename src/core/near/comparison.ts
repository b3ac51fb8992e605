import { commonEnd, commonStart } from '../text/characters.js';

/** Where two texts first differ, as indexes in UTF-16 units from 0; -1 is before the first character. */
export interface Difference {
  readonly own: number;
  readonly theirs: number;
}

/** A line of a text sought held against a line of the file. */
export interface LineComparison {
  /** How many UTF-16 units are the same. */
  readonly same: number;
  readonly difference?: Difference;
}

/** Which part of the file's line the text's line must be for the text to occur. */
export type Fit = 'end' | 'whole' | 'start';

/** Compares two lines at their ends. */
export function compareLines(own: string, theirs: string, fit: Fit): LineComparison {
  const start = commonStart(own, theirs);
  const end = commonEnd(own.slice(start), theirs.slice(start));
  const same = start + end;
  if (fits(own, theirs, fit)) return { same };
  const isFromEnd = fit === 'end' && start === 0;
  const difference = isFromEnd
    ? { own: own.length - end - 1, theirs: theirs.length - end - 1 }
    : { own: start, theirs: start };
  return { same, difference };
}

function fits(own: string, theirs: string, fit: Fit): boolean {
  if (fit === 'whole') return own === theirs;
  return fit === 'end' ? theirs.endsWith(own) : theirs.startsWith(own);
}

/** Compares a text with the part of a line around a place where both have the same characters. */
export function compareAround(own: string, theirs: string, at: Difference): LineComparison {
  const left = commonEnd(own.slice(0, at.own), theirs.slice(0, at.theirs));
  const right = commonStart(own.slice(at.own), theirs.slice(at.theirs));
  const same = left + right;
  if (left < at.own) {
    return { same, difference: { own: at.own - left - 1, theirs: at.theirs - left - 1 } };
  }
  if (right === own.length - at.own) return { same };
  return { same, difference: { own: at.own + right, theirs: at.theirs + right } };
}
