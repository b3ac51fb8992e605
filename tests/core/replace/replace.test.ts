import { describe, expect, test } from '@jest/globals';
import { refusalOf } from '../../support/thrown.js';
import { encoded } from '../fixture.js';
import { replaced, replaceIn, textAfter } from './replacing.js';
import type { TextEdits } from './replacing.js';

const BOM = '\uFEFF';

function refused(file: string | Buffer, edits: TextEdits, options?: { readonly encoding: string }) {
  return refusalOf(() => replaceIn(file, edits, options));
}

describe('new text stands in the place of old text', () => {
  test('inside of a line, over lines, and as nothing', () => {
    expect(textAfter('a = 1\nb = 2\n', [['b = 2', 'b = 3']])).toBe('a = 1\nb = 3\n');
    expect(textAfter('one\ntwo\nthree\n', [['e\ntwo\nt', 'E\nT']])).toBe('onE\nThree\n');
    expect(textAfter('import x\nimport y\n', [['import x\n', '']])).toBe('import y\n');
    expect(textAfter('a\nb\nc\n', [['a\nb\nc\n', '']])).toBe('');
    expect(textAfter('ab\ncd\n', [['b\n', '']])).toBe('acd\n');
  });

  test('to the letter: no pattern, no escape, no group', () => {
    const odd = '$$9 $& $1 $<n> \\1 \\n %s {0}';
    expect(textAfter('cost = TODO;\n', [['TODO', odd]])).toBe(`cost = ${odd};\n`);
    expect(textAfter('axb\na.b*(c)[d]{2}^$|\\\n', [['a.b*(c)[d]{2}^$|\\', 'ok']])).toBe(
      'axb\nok\n',
    );
    expect(textAfter('x < y\nx &lt; y\n', [['x &lt; y', 'x &le; y']])).toBe('x < y\nx &le; y\n');
  });

  test('also where it differs in blanks or in the kind of a quote only', () => {
    expect(textAfter('a\n    b\n', [['\n    ', '\n\t']])).toBe('a\n\tb\n');
    expect(textAfter("it's\n", [["it's", 'it\u2019s']])).toBe('it\u2019s\n');
    expect(textAfter('caf\u00e9', [['\u00e9', 'e\u0301']])).toBe('cafe\u0301');
  });

  test('at the end of the file as exactly as elsewhere', () => {
    expect(textAfter('a\nb', [['b', 'b\n']])).toBe('a\nb\n');
    expect(textAfter('a\nb\n', [['b\n', 'b']])).toBe('a\nb');
    expect(textAfter('a\nb\n', [['\nb\n', '']])).toBe('a');
    expect(textAfter('a\n', [['a', 'a\n']])).toBe('a\n\n');
  });

  test('in every place, where as many are expected', () => {
    expect(textAfter('x x\nx', [['x', 'yy', { expectCount: 3 }]])).toBe('yy yy\nyy');
    expect(textAfter('go\ngo\n', [['go\n', '', { expectCount: 2 }]])).toBe('');
    expect(textAfter('id idle id\n', [['id', 'key', { expectCount: 2, wholeWord: true }]])).toBe(
      'key idle key\n',
    );
  });

  test('in a line that is far too long for a patch', () => {
    const long = 'x'.repeat(100_000);
    expect(textAfter(`${long}=${long}\n`, [['=', ':']])).toBe(`${long}:${long}\n`);
  });

  test('one edit after the other, each in what those before left', () => {
    const edits: TextEdits = [
      ['a', 'b'],
      ['b', 'c', { expectCount: 2 }],
      ['c\nc', 'd'],
    ];
    expect(textAfter('a\nb\n', edits)).toBe('d\n');
  });
});

describe('line breaks', () => {
  test.each(['\r\n', '\r'])('are those of the file: %j', (end) => {
    const file = ['[net]', 'host=a', 'port=1', ''].join(end);
    for (const given of ['\n', '\r\n', '\r']) {
      const edit = [`host=a${given}port=1`, `host=b${given}x${given}port=2`] as const;
      expect(textAfter(file, [edit])).toBe(['[net]', 'host=b', 'x', 'port=2', ''].join(end));
    }
  });

  test('are never doubled', () => {
    expect(textAfter('p\r\nq\r\n', [['p\r\n', 'p1\r\np2\r\n']])).toBe('p1\r\np2\r\nq\r\n');
  });

  test('of a mixed file are those of the first line touched, and the others stay', () => {
    const file = 'a\r\nb\nc\rd';
    expect(textAfter(file, [['a', 'a\nx']])).toBe('a\r\nx\r\nb\nc\rd');
    expect(textAfter(file, [['b', 'b\nx']])).toBe('a\r\nb\nx\nc\rd');
    expect(textAfter(file, [['c', 'c\nx']])).toBe('a\r\nb\nc\rx\rd');
    expect(textAfter(file, [['d', 'd\nx']])).toBe('a\r\nb\nc\rd\rx');
  });

  test('that would melt into one are kept apart', () => {
    // A blank line ended by LF after a CR.
    expect(textAfter('a\rb\nc', [['b', '']])).toBe('a\r\r\nc');
    expect(textAfter('a\rb\nc', [['b\nc', '\nc']])).toBe('a\r\r\nc');
    // A new line ended by CR before a blank line ended by LF.
    expect(textAfter('a\rb\n\nc', [['a\nb\n', 'x\n']])).toBe('x\r\n\nc');
    expect(textAfter('a\rb\nc', [['a\nb', 'x\n']])).toBe('x\r\n\nc');
  });

  test('of untouched lines melt where the lines between are taken away', () => {
    const revision = replaceIn('a\rb\n\nc\n', [['b\n', '']]);
    expect(Buffer.concat(revision.content.slices).toString()).toBe('a\r\nc\n');
    expect(revision.totalLines).toBe(2);
  });
});

describe('bytes that are not touched stay', () => {
  test('beside, before and after, also what the encoding would not give back', () => {
    const odd = Buffer.of(0x87, 0x90);
    const file = Buffer.concat([odd, Buffer.from('old'), odd, Buffer.from('\r\n'), odd]);
    const now = Buffer.concat([odd, Buffer.from('new'), odd, Buffer.from('\r\n'), odd]);
    expect(replaced(file, [['old', 'new']], { encoding: 'cp932' })).toEqual(now);
  });

  test('in lines elsewhere that do not decode', () => {
    const file = Buffer.from('caf\xe9\nold\n\xff\n', 'latin1');
    expect(replaced(file, [['old', 'new']])).toEqual(Buffer.from('caf\xe9\nnew\n\xff\n', 'latin1'));
  });

  test('of the byte order mark', () => {
    expect(textAfter(`${BOM}import os\nx\n`, [['import os\nx', 'import re\nx']])).toBe(
      `${BOM}import re\nx\n`,
    );
    expect(textAfter(`${BOM}a`, [['a', '']])).toBe(BOM);
  });

  test('of unusual blanks in the same line', () => {
    const file = 'prix\u202f: 12\u00a0\u20ac, \u3000fin old\n';
    expect(textAfter(file, [['old', 'new']])).toBe(file.replace('old', 'new'));
  });

  test('in encodings whose characters hold the bytes of others', () => {
    const file = encoded('\u8868=1\npath=a\\b\n', 'shift_jis');
    expect(replaced(file, [['\\', '/']], { encoding: 'shift_jis' })).toEqual(
      encoded('\u8868=1\npath=a/b\n', 'shift_jis'),
    );
    const wide = encoded(`${BOM}a\u0a0d\nb`, 'utf-16le');
    expect(replaced(wide, [['\nb', '\n\u{1f600}']])).toEqual(
      encoded(`${BOM}a\u0a0d\n\u{1f600}`, 'utf-16le'),
    );
  });
});

describe('it is told', () => {
  test('where the text of each edit is now, in the order of the request', () => {
    const edits: TextEdits = [
      ['d', 'D1\nD2'],
      ['a\n', ''],
      ['c', 'C', { expectCount: 2 }],
    ];
    const { placed, totalLines } = replaceIn('a\nb\nc\nd\ne\nc\n', edits);
    expect(totalLines).toBe(6);
    expect(placed).toEqual([
      { start: 3, end: 5 },
      { start: 1, end: 1 },
      { start: 2, end: 3 },
      { start: 6, end: 7 },
    ]);
  });

  test('once for neighbours, and for a text that a later edit changed as a whole', () => {
    expect(replaceIn('x x\nx\n', [['x', 'y', { expectCount: 3 }]]).placed).toEqual([
      { start: 1, end: 3 },
    ]);
    const edits: TextEdits = [
      ['b', 'B'],
      ['a\nB\nc', 'z'],
    ];
    expect(replaceIn('a\nb\nc\n', edits).placed).toEqual([
      { start: 1, end: 2 },
      { start: 1, end: 2 },
    ]);
  });

  test('what has changed from the version read, not from step to step', () => {
    const edits: TextEdits = [
      ['b', 'x'],
      ['x', 'y'],
    ];
    expect(replaceIn('a\nb\nc\n', edits).diff).toBe('@@ -1,3 +1,3 @@\n a\n-b\n+y\n c');
    expect(replaceIn('a\nb\nc\nd\ne\n', [['b\nc', 'x']]).shifted).toEqual([
      { oldStart: 4, oldEnd: 5, by: -1 },
    ]);
  });

  test('changes of the whole file come after the edits', () => {
    expect(textAfter('a\nb', [['a', 'x\ny']], { newline: 'crlf', finalNewline: true })).toBe(
      'x\r\ny\r\nb\r\n',
    );
  });
});

describe('it is refused', () => {
  test('an empty old text', () => {
    const { code, details } = refused('precious\n', [['', 'x']]);
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain('edits[0].old_text for a.txt is empty');
  });

  test('a new text that is the old one', () => {
    const { code, details } = refused('a\nb\n', [['a\nb', 'a\r\nb']]);
    expect(code).toBe('NO_CHANGE');
    expect(details['what']).toContain('but for the kind of their line breaks');
    expect(refused('a\n', [['a', 'a']]).code).toBe('NO_CHANGE');
    expect(refused('nothing of it\n', [['a', 'a']]).code).toBe('NO_CHANGE');
  });

  test('a NUL in a new text, and a binary file', () => {
    expect(refused('a\n', [['a', 'b\0']]).code).toBe('INVALID_ARGUMENT');
    expect(refused('a\0\n', [['a', 'b']]).code).toBe('BINARY_FILE');
  });

  test('characters that the encoding does not have, by their place in the new text', () => {
    const { code, details } = refused(Buffer.from('a\n'), [['a', 'x\ny\u20ac']], {
      encoding: 'iso-8859-1',
    });
    expect(code).toBe('UNENCODABLE');
    expect(details).toMatchObject({ character: '\u20ac', line: 2, column: 2 });
    expect(refused('a\n', [['a', '\ud800']]).code).toBe('UNENCODABLE');
  });

  test('text that would make the file a mix of encodings', () => {
    const file = Buffer.from('caf\xe9\nold\n', 'latin1');
    expect(refused(file, [['old', 'n\u00e9w']]).code).toBe('UNDECODABLE');
    expect(replaced(file, [['old', 'n\u00e9w']], { encoding: 'iso-8859-1' })).toEqual(
      Buffer.from('caf\xe9\nn\xe9w\n', 'latin1'),
    );
  });

  test('half of what the encoding writes as one character', () => {
    const file = encoded('\u00ca\u0304\n', 'big5');
    expect(file).toHaveLength(3);
    expect(refused(file, [['\u00ca', 'E']], { encoding: 'big5' }).code).toBe('INVALID_ARGUMENT');
  });

  test('as a whole, if one edit is', () => {
    const edits: TextEdits = [
      ['a', 'x'],
      ['nope', 'y'],
    ];
    expect(refused('a\n', edits)).toMatchObject({
      code: 'NO_MATCH',
      details: { path: 'a.txt', what: 'edits[1].old_text' },
    });
  });
});
