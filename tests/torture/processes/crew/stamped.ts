import { sha256 } from '../../../support/client-folder.js';

/*
 * Files whose whole content follows from one word, the stamp, in their first and last line. Whoever sees a
 * file knows from its stamp what its hash must be, and a file that is torn has two different stamps.
 */

/** Stamps are padded to one width, so that a file never changes its size. */
const WIDTH = 24;
const FILLER_LINES = 100;
/** Numbers of the lines that hold the stamp. */
export const STAMP_LINES = [1, FILLER_LINES + 2];

const FILLER = Array.from(
  { length: FILLER_LINES },
  (_, index) => `${String(index + 2)} ${'.'.repeat(60)}\n`,
).join('');

/** The first and the last line of a file with this stamp. */
export function stampLine(stamp: string): string {
  return `stamp ${stamp.padEnd(WIDTH)}|`;
}

/** The text of a file with this stamp. */
export function stampedText(stamp: string): string {
  return `${stampLine(stamp)}\n${FILLER}${stampLine(stamp)}\n`;
}

export function stampedHash(stamp: string): string {
  return sha256(stampedText(stamp));
}

/** The stamp of a file by its first and last line; `undefined` if they are not of one version. */
export function stampOf([first, last]: readonly string[]): string | undefined {
  const stamp = /^stamp (.*?) *\|$/.exec(first ?? '')?.[1];
  return first === last ? stamp : undefined;
}
