import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { resolveEncoding } from '../../../src/core/text/encoding.js';
import { refusalOf } from '../../support/thrown.js';
import { encodingOf } from '../fixture.js';

const NONE = Buffer.alloc(0);
const hex = (digits: string) => Buffer.from(digits, 'hex');
const named = (name: string) => resolveEncoding(name, NONE);

describe('names', () => {
  test.each([
    ['utf8', 'utf-8'],
    ['UTF-8', 'utf-8'],
    ['Utf_8', 'utf-8'],
    ['latin1', 'iso-8859-1'],
    ['ISO_8859-1:1987', 'iso-8859-1'],
    ['cp1252', 'windows-1252'],
    ['Shift-JIS', 'shift_jis'],
    ['sjis', 'shift_jis'],
    ['cp932', 'shift_jis'],
    ['EUC-JP', 'euc-jp'],
    ['euc_kr', 'euc-kr'],
    ['cp949', 'euc-kr'],
    ['GBK', 'gbk'],
    ['GB18030', 'gb18030'],
    ['Big5', 'big5'],
    ['koi8-r', 'koi8-r'],
    ['us-ascii', 'ascii'],
    ['UTF-16LE', 'utf-16le'],
    ['utf16', 'utf-16le'],
    ['utf_32_be', 'utf-32be'],
  ])('%s is %s', (given, name) => {
    expect(named(given).name).toBe(name);
  });

  test.each([
    ['base64', 'not a text encoding'],
    ['hex', 'not a text encoding'],
    ['binary', 'iso-8859-1'],
    ['utf-7', 'stateful'],
    ['utf-7-imap', 'stateful'],
    ['ISO-2022-JP', 'stateful'],
    ['hz-gb-2312', 'stateful'],
    ['cp037', 'known'],
    ['ebcdic', 'known'],
    ['', 'known'],
    ['constructor', 'known'],
    ['__proto__', 'known'],
    ['_internal', 'known'],
    ['utf-9', 'did you mean "utf-8"?'],
    ['shft_jis', 'did you mean "shift_jis"?'],
    ['windows-1253x', 'did you mean "windows-1253"?'],
    ['ms-kanij', 'did you mean "mskanji"?'],
  ])('%j is refused: %s', (given, reason) => {
    expect(refusalOf(() => named(given))).toEqual({
      code: 'UNSUPPORTED_ENCODING',
      details: { encoding: given, reason: expect.stringContaining(reason) },
    });
  });
});

describe('the byte order mark', () => {
  test.each([
    ['efbbbf61', 'utf-8', 3],
    ['61', 'utf-8', 0],
    ['fffe6100', 'utf-16le', 2],
    ['feff0061', 'utf-16be', 2],
    ['fffe0000', 'utf-32le', 4],
    ['0000feff', 'utf-32be', 4],
    ['fffe', 'utf-16le', 2],
    ['efbb', 'utf-8', 0],
    ['', 'utf-8', 0],
  ])('of a file %s decides under auto: %s', (head, name, bomLength) => {
    expect(resolveEncoding('auto', hex(head))).toMatchObject({ name, bomLength, isAuto: true });
  });

  test.each([
    ['utf-8', 'efbbbf', 'utf-8', 3],
    ['utf-16', 'feff', 'utf-16be', 2],
    ['utf-16', '0061', 'utf-16le', 0],
    ['utf-32', '0000feff', 'utf-32be', 4],
    ['utf-16le', 'fffe0000', 'utf-16le', 2],
    ['utf-16be', 'fffe', 'utf-16be', 0],
    ['windows-1252', 'efbbbf', 'windows-1252', 0],
  ])('under %s in a file %s is: %s', (given, head, name, bomLength) => {
    expect(resolveEncoding(given, hex(head))).toMatchObject({ name, bomLength, isAuto: false });
  });

  test.each([
    ['auto', ''],
    ['utf-8', ''],
    ['utf-16le', ''],
    ['utf-16', 'fffe'],
    ['utf-32', 'fffe0000'],
    ['utf-8-sig', 'efbbbf'],
    ['shift_jis', ''],
  ])('that %s puts into a new file is %j', (given, mark) => {
    expect(Buffer.from(named(given).signature).toString('hex')).toBe(mark);
  });
});

describe('strict decoding', () => {
  test.each(['utf-8', 'utf-16le', 'utf-16be'])(
    'of %s refuses what the platform refuses',
    (name) => {
      const strict = new TextDecoder(name, { fatal: true, ignoreBOM: true });
      const bytes = fc.array(
        fc.constantFrom(0x00, 0x41, 0x80, 0xbf, 0xc2, 0xd8, 0xdc, 0xe3, 0xef, 0xf0, 0xff),
      );
      fc.assert(
        fc.property(bytes, (array) => {
          const given = Buffer.from(array);
          const result = encodingOf(NONE, name).decode(given);
          let expected: string | undefined;
          try {
            expected = strict.decode(given);
          } catch {
            expected = undefined;
          }
          expect('text' in result ? result.text : undefined).toBe(expected);
        }),
        { numRuns: 1000 },
      );
    },
  );

  test.each([
    ['utf-8', '61c3', 1],
    ['utf-8', 'c080', 0],
    ['utf-8', '61eda080', 1],
    ['utf-8', 'f4908080', 0],
    ['utf-16le', '61000a', 2],
    ['utf-16le', '610000d86100', 2],
    ['utf-16be', '0061dc00', 2],
    ['utf-32le', '6100000000001100', 4],
    ['utf-32be', '0000d800', 0],
    ['windows-1252', '788179', 1],
    ['ascii', '61e9', 1],
    ['shift_jis', '81', 0],
    ['euc-jp', '61a1', 1],
    ['euc-kr', 'b0a161ff', 3],
    ['gb18030', '8431a530', 0],
    ['gb18030', 'fe39fe39', 0],
    ['cesu-8', '61eda080', 1],
  ])('of %s refuses %s at byte %i', (name, bytes, offset) => {
    expect(named(name).decode(hex(bytes))).toEqual({ offset });
  });

  test.each([
    ['utf-8', 'efbfbd', '\uFFFD'],
    ['utf-16be', 'fffd', '\uFFFD'],
    ['gb18030', '618431a43761', 'a\uFFFDa'],
    ['utf-8', 'efbbbf61', '\uFEFFa'],
    ['utf-16le', 'fffe', '\uFEFF'],
    ['euc-jp', '31a1c135', '1～5'],
    ['shift_jis', '8790', '≒'],
    ['gb18030', '80', '€'],
    ['cesu-8', 'eda0bdedb880', '😀'],
    ['big5', '8862', 'Ê̄'],
  ])('of %s reads %s, even where it would be written otherwise', (name, bytes, text) => {
    expect(named(name).decode(hex(bytes))).toEqual({ text });
  });

  test('finds one bad byte far inside of long text, among characters of two codes', () => {
    for (const at of [0, 1, 4095, 4096, 5000, 9999]) {
      const bytes = Buffer.concat(Array.from({ length: 5000 }, () => hex('a1c1')));
      const broken = Buffer.concat([bytes.subarray(0, at * 2), hex('ff'), bytes.subarray(at * 2)]);
      expect(named('euc-jp').decode(broken)).toEqual({ offset: Math.min(at * 2, bytes.length) });
    }
  });
});

describe('strict encoding', () => {
  test.each([
    ['iso-8859-1', 'ok → no', 3],
    ['shift_jis', '1\u301c5', 1],
    ['shift_jis', '\u00a5100', 0],
    ['windows-1252', 'a\uFFFD', 1],
    ['windows-1252', '?😀', 1],
    ['big5', 'Ê̄→\u{1F600}', 3],
    ['ascii', 'a\u0080', 1],
  ])('in %s refuses %j at %i', (name, text, index) => {
    expect(named(name).encode(text)).toEqual({ index });
  });

  test.each([
    ['gb18030', '\uFFFD😀', '8431a43794 39fc36'],
    ['big5', 'Ê̄', '8862'],
    ['utf-8', '\uFFFD\0', 'efbfbd00'],
    ['utf-16le', 'é', 'e900'],
    ['euc-kr', '켜기', 'c4d1b1e2'],
  ])('in %s writes %j', (name, text, bytes) => {
    expect(named(name).encode(text)).toEqual({ bytes: hex(bytes.replace(' ', '')) });
  });

  test('takes no part of long text for one of a character that goes on', () => {
    const { encode } = named('big5');
    for (const [unit, size] of [
      ['Ê̄', 2],
      ['Ê̄ ', 3],
    ] as const) {
      expect(encode(`${unit.repeat(5000)}😀`)).toEqual({ index: size * 5000 });
      expect(encode(`a${unit.repeat(5000)}😀`)).toEqual({ index: size * 5000 + 1 });
    }
  });

  test('writes no byte order mark of its own', () => {
    for (const name of ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'utf-32', 'utf-32be']) {
      const encoding = named(name);
      expect(encoding.encode('a')).toMatchObject({ bytes: { length: encoding.unit } });
    }
  });
});
