import { fc } from '../support/fast-check.js';
import { resolveEncoding } from '../../src/core/text/encoding.js';
import type { Encoding } from '../../src/core/text/encoding.js';
import { gapBefore, inclusive, TO_END } from '../../src/core/range.js';
import type { LineRange } from '../../src/core/range.js';

/** Lines as people write them: `2`, `2-4`, `2-` (to the last), `<2` (the gap before line 2). */
export function range(text: string): LineRange {
  const [, gap, first = '', dash, last] = /^(<?)(\d+)(-?)(\d*)$/.exec(text) ?? [];
  if (gap === '<') return gapBefore(Number(first));
  if (dash === '') return inclusive(Number(first), Number(first));
  return last === ''
    ? { start: Number(first), end: TO_END }
    : inclusive(Number(first), Number(last));
}

/** The encoding of a file with these bytes. */
export function encodingOf(bytes: Buffer, name = 'auto'): Encoding {
  return resolveEncoding(name, bytes);
}

/** Bytes of text in an encoding that has all of it. */
export function encoded(text: string, name: string): Buffer {
  const result = resolveEncoding(name, Buffer.alloc(0)).encode(text);
  if ('index' in result) throw new Error(`not in ${name}: ${JSON.stringify(text)}`);
  return result.bytes;
}

/** Text of short lines with all terminators, blank lines, and now and then none at the end. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('', 'a', 'b', 'é', 'x y', '\u2028', '\v'), { maxLength: 8 })
  .chain((contents) =>
    fc
      .array(fc.constantFrom('\n', '\r\n', '\r'), {
        minLength: contents.length,
        maxLength: contents.length,
      })
      .chain((ends) =>
        fc.boolean().map((isOpen) =>
          contents
            .map((content, index) => {
              const isLast = index === contents.length - 1;
              return content + (isLast && isOpen ? '' : (ends[index] ?? ''));
            })
            .join(''),
        ),
      ),
  );

/** The lines of bytes the slow way: text in one character a byte, split by a pattern. */
export function naiveLines(bytes: Buffer): readonly Buffer[] {
  const pieces = bytes.toString('latin1').match(/[^\r\n]*(\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
  return pieces.map((piece) => Buffer.from(piece, 'latin1'));
}
