import type { RangeExpectation, Snapshot } from '../../src/core/change.js';
import { resolveEncoding } from '../../src/core/text/encoding.js';
import { hashOf, parseHash } from '../../src/core/hash.js';
import type { HashPrefix } from '../../src/core/hash.js';
import { indexLines } from '../../src/core/text/lines.js';
import type { Lines } from '../../src/core/text/lines.js';
import { asFilePath } from '../../src/core/path.js';
import { inclusive } from '../../src/core/range.js';

/** A version of a file with this text (UTF-8) or these bytes. */
export function snapshot(content: string | Uint8Array): Snapshot {
  const bytes = Buffer.from(content);
  return { path: asFilePath('/root/a.txt'), bytes, hash: hashOf(bytes) };
}

/** The lines of a text (UTF-8) or of bytes in an encoding. */
export function linesOf(content: string | Uint8Array, encoding = 'auto'): Lines {
  const bytes = Buffer.from(content);
  return indexLines(bytes, resolveEncoding(encoding, bytes));
}

/** The first 16 digits of the hash of a text (UTF-8) or of bytes: what a caller sends to name it. */
export function named(content: string | Uint8Array): HashPrefix {
  return digits(hashOf(Buffer.from(content)).slice(0, 16));
}

/** The same with its last digit wrong. */
export function miscopied(content: string): HashPrefix {
  const right = named(content);
  return digits(`${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`);
}

function digits(text: string): HashPrefix {
  const parsed = parseHash(text);
  if (parsed === undefined) throw new Error(`not a hash: ${text}`);
  return parsed;
}

/** Lines `first` to `last`, expected to be this text. Without `last`: to the end of the file. */
export function lines(first: number, last: number | undefined, text: string): RangeExpectation {
  return { range: inclusive(first, last), hash: named(text) };
}
