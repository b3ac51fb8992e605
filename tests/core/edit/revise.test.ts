import { describe, expect, test } from '@jest/globals';
import { reviseLines } from '../../../src/core/edit/revise.js';
import { refusalOf } from '../../support/thrown.js';
import { snapshot } from '../../support/versions.js';
import { encoded, range } from '../fixture.js';
import { after, bytesOf, revise } from './revising.js';

const BOM = '\uFEFF';

describe('new text takes the shape of the file', () => {
  test.each([
    ['one line of a CRLF file', 'a\r\nb\r\nc\r\n', [['2', 'B']], 'a\r\nB\r\nc\r\n'],
    ['CRLF text in a CRLF file', 'p\r\nq\r\n', [['1', 'x\r\ny\r\n']], 'x\r\ny\r\nq\r\n'],
    ['LF text in a CR file', 'a\rb\rc\r', [['2', 'x\ny']], 'a\rx\ry\rc\r'],
    ['lines of a mixed file', 'h\na\r\nb\r\n', [['<3', 'new']], 'h\na\r\nnew\r\nb\r\n'],
    ['a line without last break', 'a\nb\nc\n', [['2', 'X']], 'a\nX\nc\n'],
    ['a line with last break', 'a\nb\nc\n', [['2', 'X\n']], 'a\nX\nc\n'],
    ['no lines', 'a\nb\nc\n', [['2', '']], 'a\nc\n'],
    ['a blank line', 'a\nb\nc\n', [['2', '\n']], 'a\n\nc\n'],
    ['the last line of an open file', '{\n}', [['2', '} ']], '{\n} '],
    ['a line after an open last line', 'k1\nk2', [['<3', 'k3']], 'k1\nk2\nk3'],
    ['nothing for the last line', 'r\ns\nt\n', [['3', '']], 'r\ns\n'],
    ['nothing for an open last line', 'r\ns', [['2', '']], 'r\n'],
    ['nothing for all lines', 'u\nv\n', [['1-', '']], ''],
    ['a line of an empty file', '', [['<1', 'hello']], 'hello\n'],
    ['all lines of an empty file', '', [['1-', 'hello']], 'hello\n'],
    ['a blank line alone', '\n', [['1', 'x']], 'x\n'],
    ['blank lines at the end stay', '# T\n\n\n\n', [['1', '# U']], '# U\n\n\n\n'],
    ['line 1 after a byte order mark', `${BOM}a\r\nb\r\n`, [['1', 'x']], `${BOM}x\r\nb\r\n`],
    ['nothing for line 1 after a mark', `${BOM}a\nb\n`, [['1', '']], `${BOM}b\n`],
    ['nothing for all lines after a mark', `${BOM}a\n`, [['1', '']], BOM],
    ['a line before line 1 after a mark', `${BOM}a\n`, [['<1', 'x']], `${BOM}x\na\n`],
    ['a line after a mark alone', BOM, [['<1', 'x']], `${BOM}x\n`],
    [
      'U+2028, NEL, VT and FF inside lines',
      'a\u2028b\vc\n2\n',
      [['2', 'x\u0085y\f']],
      'a\u2028b\vc\nx\u0085y\f\n',
    ],
    ['dollar signs and backslashes', 'x\n', [['1', "$$ $& $' \\1 \\n"]], "$$ $& $' \\1 \\n\n"],
  ] as const)('%s', (_, file, edits, text) => {
    expect(after(file, edits)).toBe(text);
  });

  test('numbers mean the file as it was read, in whatever order they are given', () => {
    const edits = [
      ['5', 'E'],
      ['2', 'B1\nB2\nB3'],
    ] as const;
    const revision = revise('a\nb\nc\nd\ne\nf\n', edits);
    expect(bytesOf(revision).toString()).toBe('a\nB1\nB2\nB3\nc\nd\nE\nf\n');
    expect(revision).toMatchObject({
      placed: [range('7'), range('2-4')],
      totalLines: 8,
      shifted: [
        { oldStart: 3, oldEnd: 4, by: 2 },
        { oldStart: 6, oldEnd: 6, by: 2 },
      ],
    });
  });

  test('bytes of other lines stay, also those that no codec would give back', () => {
    for (const [encoding, bytes] of [
      ['auto', 'ff61'],
      ['windows-1252', '788179'],
      ['euc-jp', '31a1c135'],
      ['shift_jis', '8790'],
      ['utf-8', 'c080'],
    ] as const) {
      const file = Buffer.from(`${bytes}0a620a${bytes}`, 'hex');
      const revision = revise(file, [['2', 'x']], { encoding });
      expect(bytesOf(revision).toString('hex')).toBe(`${bytes}0a780a${bytes}`);
    }
  });

  test.each([
    ['shift_jis', '場所=川', '8fea8f8a3d90ec'],
    ['windows-1252', "'Ação'", '2741e7e36f27'],
    ['euc-kr', '켜기', 'c4d1b1e2'],
    ['utf-16be', 'é', '00e9'],
    ['utf-32le', 'é', 'e9000000'],
  ])('is written in %s', (encoding, text, bytes) => {
    const file = encoded('a\r\nb\r\n', encoding);
    const crlf = encoded('\r\n', encoding).toString('hex');
    const a = encoded('a', encoding).toString('hex');
    const revision = revise(file, [['2', text]], { encoding });
    expect(bytesOf(revision).toString('hex')).toBe(a + crlf + bytes + crlf);
  });

  test('a byte order mark of UTF-16 is kept, and none is added', () => {
    for (const mark of ['', BOM]) {
      const encoding = mark === '' ? 'utf-16le' : 'auto';
      const file = encoded(`${mark}k=1\nv=2\n`, 'utf-16le');
      const revision = revise(file, [['1', 'k=9']], { encoding });
      expect(bytesOf(revision)).toEqual(encoded(`${mark}k=9\nv=2\n`, 'utf-16le'));
    }
  });

  test('an empty file gets the byte order mark that the name of the encoding asks for', () => {
    const revision = revise('', [['<1', 'x']], { encoding: 'utf-16' });
    expect(bytesOf(revision)).toEqual(encoded(`${BOM}x\n`, 'utf-16le'));
    expect(revision.content.size).toBe(6);
  });

  test('nothing asked is the version as it is, even a binary one', () => {
    const before = snapshot(Buffer.of(0, 10, 1));
    expect(reviseLines(before, 'a', { encoding: 'auto', edits: [] })).toEqual({
      content: { slices: [before.bytes], size: 3, hash: before.hash },
      placed: [],
      totalLines: 2,
      diff: '',
      shifted: [],
      notes: [],
      edits: [],
    });
  });
});

describe('refusals', () => {
  test.each([
    ['a binary file', 'a\0\n', [['1', 'x']], {}, 'BINARY_FILE'],
    ['lines past the end', 'a\n', [['2', 'x']], {}, 'RANGE_OUT_OF_BOUNDS'],
    ['an open range past the end', 'a\n', [['2-', 'x']], {}, 'RANGE_OUT_OF_BOUNDS'],
    ['a gap past the end', 'a\n', [['<3', 'x']], {}, 'RANGE_OUT_OF_BOUNDS'],
    ['line 0', 'a\n', [['0-1', 'x']], {}, 'RANGE_OUT_OF_BOUNDS'],
    ['a NUL in new text', 'a\n', [['1', 'x\0']], {}, 'INVALID_ARGUMENT'],
    ['half a pair in new text', 'a\n', [['1', '\ud83dx']], {}, 'UNENCODABLE'],
    [
      'lines that overlap',
      'a\nb\n',
      [
        ['1-2', 'x'],
        ['2', 'y'],
      ],
      {},
      'OVERLAPPING_PATCHES',
    ],
    ['an unknown encoding', 'a\n', [['1', 'x']], { encoding: 'base64' }, 'UNSUPPORTED_ENCODING'],
    ['a long line', `${'é'.repeat(81)}\n`, [['1', 'x']], { maxLineChars: 80 }, 'LINE_TOO_LONG'],
    ['text the encoding lacks', 'a\n', [['1', '→']], { encoding: 'latin1' }, 'UNENCODABLE'],
  ] as const)('%s', (...[, file, edits, options, code]) => {
    expect(refusalOf(() => revise(file, edits, options)).code).toBe(code);
  });

  test('of a long line names it, but to take it away or to insert beside it is fine', () => {
    const file = `a\n${'😀'.repeat(81)}\n`;
    const options = { maxLineChars: 80 };
    expect(refusalOf(() => revise(file, [['1-', 'x']], options)).details).toEqual({
      path: 'a.txt',
      line: 2,
      chars: 81,
      limit: 80,
    });
    expect(after(file, [['2', '']], options)).toBe('a\n');
    expect(after(file, [['<2', 'x']], options)).toBe(`a\nx\n${'😀'.repeat(81)}\n`);
    expect(after(`${'😀'.repeat(80)}\n`, [['1', 'x']], options)).toBe('x\n');
    expect(after(file, [['2', 'x']])).toBe('a\nx\n');
  });

  test('of bytes that do not decode only where a line with them is replaced', () => {
    const file = Buffer.from('ok\r\ncaf\xe9\r\nend\r\n', 'latin1');
    expect(refusalOf(() => revise(file, [['2', 'x']]))).toEqual({
      code: 'UNDECODABLE',
      details: {
        path: 'a.txt',
        encoding: 'utf-8',
        line: 2,
        offset: 7,
        readings: expect.arrayContaining([{ encoding: 'windows-1252', text: 'café' }]),
      },
    });
    expect(bytesOf(revise(file, [['2', '']])).toString('latin1')).toBe('ok\r\nend\r\n');
    const named = revise(file, [['2', 'thé']], { encoding: 'windows-1252' });
    expect(bytesOf(named).toString('latin1')).toBe('ok\r\nth\xe9\r\nend\r\n');
  });

  test('of new text that would mix two encodings in a file whose encoding nobody named', () => {
    const file = Buffer.from('a\n// Acme\x99\n', 'latin1');
    expect(refusalOf(() => revise(file, [['1', 'é']]))).toMatchObject({
      code: 'UNDECODABLE',
      details: {
        line: 2,
        offset: 9,
        readings: expect.arrayContaining([{ encoding: 'windows-1252', text: '// Acme™' }]),
      },
    });
    expect(bytesOf(revise(file, [['1', 'e']])).toString('latin1')).toBe('e\n// Acme\x99\n');
    expect(after('é\n', [['1', 'ü']])).toBe('ü\n');
    // UTF-8 that is named is a decision.
    expect(bytesOf(revise(file, [['1', 'é']], { encoding: 'utf-8' })).subarray(0, 2)).toEqual(
      Buffer.from('é'),
    );
  });
});

describe('copied line numbers', () => {
  test('are written, and a note says so', () => {
    const revision = revise('a\nb\n', [['1-2', '1\tx\n2\ty\n']]);
    expect(bytesOf(revision).toString()).toBe('1\tx\n2\ty\n');
    expect(revision.notes).toEqual([expect.stringContaining('number and a tab')]);
    expect(revise('a\nb\n', [['1-2', '1\tx\ny\n']]).notes).toEqual([]);
  });
});
