import type { Streams } from './streams.js';

/** Gives parts of a text the look that they have in a terminal. */
export interface Paint {
  /** Lines as tools print them, with diffs among them. */
  readonly answer: (text: string) => string;
  readonly diff: (text: string) => string;
  readonly title: (text: string) => string;
  readonly aside: (text: string) => string;
}

const BOLD = 1;
const FAINT = 2;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const CYAN = 36;

/** How lines of diffs and answers look, by how they begin. */
const LOOKS: readonly (readonly [RegExp, number])[] = [
  [/^\+/, GREEN],
  [/^-/, RED],
  [/^@@ /, CYAN],
  [/^(OK|ERROR) /, BOLD],
];

/** Colours for a terminal that shows them; NO_COLOR and TERM=dumb are heeded. */
export function createPaint(stdout: Pick<Streams['stdout'], 'isTTY' | 'hasColors'>): Paint {
  const isColoured = stdout.isTTY && stdout.hasColors();
  const dye = (text: string, look: number) =>
    isColoured ? `\u001B[${look}m${text}\u001B[0m` : text;
  const lines = (text: string) =>
    printable(text)
      .split('\n')
      .map((line) => {
        const look = LOOKS.find(([beginning]) => beginning.test(line));
        return look === undefined ? line : dye(line, look[1]);
      })
      .join('\n');
  return {
    answer: lines,
    diff: lines,
    title: (text) => dye(printable(text), YELLOW),
    aside: (text) => dye(printable(text), FAINT),
  };
}

/** A file can hold what a terminal would obey. */
function printable(text: string): string {
  return text.replaceAll(/[\0-\u0008\u000B-\u001F\u007F-\u009F]/g, (character) => {
    const digits = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    return `\\x${digits}`;
  });
}
