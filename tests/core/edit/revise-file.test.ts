import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { hashOf } from '../../../src/core/hash.js';
import { closeRange } from '../../../src/core/range.js';
import { createContents, replaceContents } from '../../../src/core/edit/revise.js';
import { refusalOf } from '../../support/thrown.js';
import { linesOf, snapshot } from '../../support/versions.js';
import { anyText, encoded, range } from '../fixture.js';
import { after, bytesOf, revise } from './revising.js';

const BOM = '\uFEFF';

describe('newline and final_newline', () => {
  test.each([
    ['a\r\nb\nc\r', { newline: 'lf' }, 'a\nb\nc\n'],
    ['a\r\nb\nc\rd', { newline: 'crlf' }, 'a\r\nb\r\nc\r\nd'],
    ['a\n\n\nb', { newline: 'cr' }, 'a\r\r\rb'],
    ['a', { finalNewline: true }, 'a\n'],
    ['a\r\nb', { finalNewline: true }, 'a\r\nb\r\n'],
    ['a\r\nb', { finalNewline: true, newline: 'lf' }, 'a\nb\n'],
    ['a\n', { finalNewline: true }, 'a\n'],
    ['a\r\n', { finalNewline: false }, 'a'],
    ['a', { finalNewline: false }, 'a'],
    ['', { finalNewline: true }, ''],
    ['', { finalNewline: false }, ''],
    [`${BOM}a`, { finalNewline: true, newline: 'crlf' }, `${BOM}a\r\n`],
    ['\n', { finalNewline: false }, ''],
  ] as const)('%j with %j is %j', (file, options, text) => {
    expect(after(file, [], options)).toBe(text);
  });

  test.each([
    ['an edit elsewhere', 'a\nb', [['1', 'A']], { finalNewline: true }, 'A\nb\n'],
    ['an edit of the last line', 'a\nb', [['2', 'B']], { finalNewline: true }, 'a\nB\n'],
    ['an appended line', 'a\nb', [['<3', 'c']], { finalNewline: true }, 'a\nb\nc\n'],
    ['lines taken away at the end', 'a\nb\nc\n', [['2-3', '']], { finalNewline: false }, 'a'],
    [
      'an insertion before those',
      'a\nb\n',
      [
        ['<2', 'x'],
        ['2', ''],
      ],
      { finalNewline: false },
      'a\nx',
    ],
    ['all lines taken away', 'a\nb\n', [['1-2', '']], { finalNewline: true }, ''],
    ['a conversion', 'a\r\nb\r\n', [['1', 'A']], { newline: 'lf' }, 'A\nb\n'],
  ] as const)('apply after %s', (...[, file, edits, options, text]) => {
    const revision = revise(file, edits, options);
    expect(bytesOf(revision).toString()).toBe(text);
    expect(revision.placed).toHaveLength(edits.length);
    expect(revision.totalLines).toBe(linesOf(text).count);
  });

  test('a conversion is told by its number and not in the diff', () => {
    const revision = revise('a\r\nb\r\nc\n', [['2', 'B']], { newline: 'lf' });
    expect(revision.notes).toEqual(['2 line terminators converted to lf.']);
    expect(revision.diff).toBe('@@ -1,3 +1,3 @@\n a\n-b\n+B\n c');
    expect(revise('a\n', [], { newline: 'lf' }).notes).toEqual([
      '0 line terminators converted to lf.',
    ]);
  });

  test('a change of the end shows in the diff', () => {
    expect(revise('a\nb', [], { finalNewline: true }).diff).toBe(
      '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b',
    );
  });

  test('a file that ends with a blank line still ends with a terminator, and a note says so', () => {
    const revision = revise('a\n\n', [], { finalNewline: false });
    expect(bytesOf(revision).toString()).toBe('a\n');
    expect(revision.notes).toEqual([expect.stringContaining('still ends with one')]);
  });

  test('a conversion keeps every line and every other byte', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('lf', 'crlf', 'cr'), (text, newline) => {
        const converted = after(text, [], { newline });
        const terminator = { lf: '\n', crlf: '\r\n', cr: '\r' }[newline];
        expect(converted).toBe(text.replaceAll(/\r\n|\n|\r/g, terminator));
      }),
    );
  });
});

describe('replaceContents', () => {
  const replace = (file: string | Buffer, contents: string, options = {}) =>
    replaceContents(snapshot(file), 'a.txt', { encoding: 'auto', contents, ...options });

  test.each([
    ['takes the main terminator', 'a\r\nb\nc\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['takes the first of two that are equally many', 'a\nb\r\n', 'x', 'x\n'],
    ['keeps the byte order mark', `${BOM}a\n`, 'x\n', `${BOM}x\n`],
    ['keeps an open end', 'a\nb', 'x\ny\n', 'x\ny'],
    ['keeps an ended one', 'a\nb\n', 'x\ny', 'x\ny\n'],
    ['can leave nothing', 'a\n', '', ''],
    ['fills an empty file', '', 'x', 'x\n'],
  ])('%s', (_, file, contents, text) => {
    expect(bytesOf(replace(file, contents)).toString()).toBe(text);
  });

  test('keeps the encoding', () => {
    const file = encoded(`${BOM}a\n`, 'utf-16be');
    expect(bytesOf(replace(file, 'é'))).toEqual(encoded(`${BOM}é\n`, 'utf-16be'));
  });

  test('shows only the lines that differ', () => {
    expect(replace('a\nb\nc\nd\ne\n', 'a\nb\nX\nd\ne\n').diff).toBe(
      '@@ -2,3 +2,3 @@\n b\n-c\n+X\n d',
    );
    expect(replace('a\nb\n', 'a\nb').diff).toBe('');
  });

  test('ends with the main terminator if it is asked to end', () => {
    const revision = replace('a\nb\r\nc\r\nd', 'x\ny', { finalNewline: true });
    expect(bytesOf(revision).toString()).toBe('x\r\ny\r\n');
  });

  test('refuses a file that cannot have been read', () => {
    expect(refusalOf(() => replace(Buffer.of(0xff), 'x')).code).toBe('UNDECODABLE');
    expect(refusalOf(() => replace('\0', 'x')).code).toBe('BINARY_FILE');
  });
});

describe('createContents', () => {
  const create = (contents: string, options = {}) =>
    createContents('a.txt', { encoding: 'auto', contents, ...options });

  test.each(['', 'a', 'a\r\nb\rc\n', '\n', `${BOM}a`, BOM])('writes %j as it is', (contents) => {
    const revision = create(contents);
    const bytes = Buffer.from(contents);
    const { count } = linesOf(bytes);
    expect(bytesOf(revision)).toEqual(bytes);
    expect(revision).toMatchObject({
      content: { hash: hashOf(bytes), size: bytes.length },
      totalLines: count,
      placed: [closeRange(range('1-'), count)],
    });
  });

  test('converts terminators when asked', () => {
    expect(bytesOf(create('a\nb\r\nc', { newline: 'crlf' })).toString()).toBe('a\r\nb\r\nc');
  });

  test.each([
    ['utf-16', 'fffe6100'],
    ['utf-16le', '6100'],
    ['utf-8-sig', 'efbbbf61'],
    ['utf-32be', '00000061'],
    ['shift_jis', '61'],
  ])('writes %s with the byte order mark that the name asks for', (encoding, bytes) => {
    expect(bytesOf(create('a', { encoding })).toString('hex')).toBe(bytes);
  });

  test('does not write two byte order marks', () => {
    expect(bytesOf(create(`${BOM}a`, { encoding: 'utf-16' })).toString('hex')).toBe('fffe6100');
  });

  test.each([
    ['a\0', 'auto', 'INVALID_ARGUMENT'],
    ['→', 'ascii', 'UNENCODABLE'],
    ['a', 'hex', 'UNSUPPORTED_ENCODING'],
  ])('refuses %j in %s', (contents, encoding, code) => {
    expect(refusalOf(() => create(contents, { encoding })).code).toBe(code);
  });
});
