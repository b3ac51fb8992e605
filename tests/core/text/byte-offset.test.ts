import { expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { relateBytes } from '../../../src/core/text/byte-offset.js';
import { encoded, encodingOf } from '../fixture.js';

function offsets(content: Buffer, name: string, indexes: readonly number[]) {
  const encoding = encodingOf(content, name);
  const decoded = encoding.decode(content);
  if (!('text' in decoded)) throw new Error('does not decode');
  return indexes.map(relateBytes(content, decoded.text, encoding));
}

test('a character is where the characters before it end', () => {
  const encodings = fc.constantFrom('utf-8', 'utf-16le', 'utf-32be', 'gb18030');
  const text = fc.string({
    unit: fc.constantFrom('a', '\u00e9', '\u4e2d', '\u{1f600}'),
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, encodings, fc.array(fc.nat({ max: 20 })), (line, name, wanted) => {
      const ends = [
        0,
        ...Array.from(
          line,
          (_, index) =>
            Array.from(line)
              .slice(0, index + 1)
              .join('').length,
        ),
      ];
      const indexes = wanted.map((one) => ends[one % ends.length] ?? 0).toSorted((a, b) => a - b);
      expect(offsets(encoded(line, name), name, indexes)).toEqual(
        indexes.map((index) => encoded(line.slice(0, index), name).length),
      );
    }),
  );
});

test('also where a character has two codes, and the file the one that is not written', () => {
  const content = Buffer.of(0x61, 0x87, 0x90, 0x62, 0x87, 0x90);
  expect(offsets(content, 'cp932', [0, 1, 2, 3, 4])).toEqual([0, 1, 3, 4, 6]);
  const long = Buffer.concat([
    Buffer.from('x'.repeat(20_000)),
    content,
    Buffer.from('y'.repeat(9)),
  ]);
  expect(offsets(long, 'cp932', [20_002, 20_010])).toEqual([20_003, 20_012]);
});

test('between two characters that are one in the encoding there is no place', () => {
  const content = encoded('x\u00ca\u0304y', 'big5');
  expect(offsets(content, 'big5', [1, 2, 3])).toEqual([1, undefined, 3]);
});

test('inside of a character there is no place', () => {
  expect(offsets(encoded('\u{1f600}', 'utf-8'), 'utf-8', [1])).toEqual([undefined]);
});
