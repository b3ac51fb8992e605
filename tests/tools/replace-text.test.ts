import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk, retryOf, sha256 } from '../support/desk.js';
import type { Desk, DeskOptions } from '../support/desk.js';

const replaceTool = 'replace_text';
type Fields = Readonly<Record<string, unknown>>;

const TEXT: DeskOptions = {
  context: { offer: { sets: ['lines', 'text'], readOnly: false, structured: false } },
};

function desk(text: string | Uint8Array): Desk {
  return createDesk({ 'a.txt': text }, TEXT);
}

function replace(on: Desk, edits: unknown, more: Fields = {}) {
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), edits, ...more };
  return on.call(replaceTool, args);
}

async function refused(code: string, text: string | Uint8Array, edits: unknown, more: Fields = {}) {
  const on = desk(text);
  const before = on.hash('a.txt');
  const answer = await replace(on, edits, more);
  expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
  expect(answer.text).toContain('Nothing was written.');
  expect(on.hash('a.txt')).toBe(before);
  return { on, answer };
}

test('is offered to clients as before', () => {
  const offer = { sets: ['text'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === replaceTool)).toMatchSnapshot();
});

describe('text is replaced', () => {
  test('and the answer gives a diff, the new hashes and where the text is', async () => {
    const on = desk('a\nb = 1\nc\n');
    const answer = await replace(on, [{ old_text: '= 1', new_text: '= 2\n' }]);
    expect(on.text('a.txt')).toBe('a\nb = 2\n\nc\n');
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain('@@ -1,3 +1,4 @@\n a\n-b = 1\n+b = 2\n+\n c');
    const file = ['files', 0] as const;
    expect(at(answer, ...file, 'file_hash')).toBe(on.hash('a.txt'));
    const range = { start: 2, end: 3, range_hash: sha256('b = 2\n\n') };
    expect(at(answer, ...file, 'ranges')).toEqual([range]);
  });

  test('by several edits, each in what those before left', async () => {
    const on = desk('a\nb\n');
    await replace(on, [
      { old_text: 'a', new_text: 'b' },
      { old_text: 'b', new_text: '$&', expect_count: 2 },
    ]);
    expect(on.text('a.txt')).toBe('$&\n$&\n');
  });

  test('as words, in an encoding that is named', async () => {
    const on = desk(Buffer.from('id \xe9id\n', 'latin1'));
    const edits = [{ old_text: 'id', new_text: '\u00e8', whole_word: true }];
    const answer = await replace(on, edits, { encoding: 'iso-8859-1' });
    expect(answer.isError).toBe(false);
    expect(on.hash('a.txt')).toBe(sha256(Buffer.from('\xe8 \xe9id\n', 'latin1')));
  });

  test.each([
    ['the names of other tools', { old_string: 'b', new_string: 'x' }],
    ['those in camel case', { oldText: 'b', newText: 'x' }],
  ])('by %s, and without a list', async (_, edit) => {
    const on = desk('a\nb\n');
    const args = { path: 'a.txt', hash: on.hash('a.txt'), ...edit };
    const answer = await on.call(replaceTool, args);
    expect(answer.isError).toBe(false);
    expect(on.text('a.txt')).toBe('a\nx\n');
  });

  test('by nothing, which is not a missing value', async () => {
    const on = desk('import x\nimport y\n');
    await replace(on, [{ old_text: 'import x\n', new_text: '' }]);
    expect(on.text('a.txt')).toBe('import y\n');
  });

  test('in a line that is too long for a patch', async () => {
    const long = 'x'.repeat(5000);
    const on = desk(`${long};${long}\n`);
    const answer = await replace(on, [{ old_text: ';', new_text: ',' }]);
    expect(answer.isError).toBe(false);
    expect(answer.text.length).toBeLessThan(2000);
  });

  test('without a change in the end, and then nothing is written', async () => {
    const on = desk('a\n');
    const answer = await replace(on, [
      { old_text: 'a', new_text: 'b' },
      { old_text: 'b', new_text: 'a' },
    ]);
    expect(at(answer, 'files', 0, 'changed')).toBe(false);
  });
});

describe('text that occurs more or less often than expected', () => {
  test('is shown line by line, with a call that takes them all', async () => {
    const edits = [{ old_text: 'on: true', new_text: 'on: false' }];
    const { on, answer } = await refused('COUNT_MISMATCH', 'on: true\nx\non: true\n', edits);
    expect(answer.text).toContain('edits[0].old_text occurs 2 times in a.txt, but 1 time');
    expect(answer.text).toContain('1\ton: true\n3\ton: true\nWhole words: 2 of 2.');
    const { tool, args } = retryOf(answer);
    expect((await on.call(tool, args)).isError).toBe(false);
    expect(on.text('a.txt')).toBe('on: false\nx\non: false\n');
  });

  test('of 20 lines at most, and all are counted', async () => {
    const text = 'say x\n'.repeat(30) + 'maxx\n';
    const edits = [{ old_text: 'x', new_text: 'y' }];
    const { answer } = await refused('COUNT_MISMATCH', text, edits);
    expect(answer.text.match(/^\d+\t/gm)).toHaveLength(20);
    expect(answer.text).toContain('… and 12 more\nWhole words: 30 of 32.');
    expect(answer.text).toContain('expect_count: 32');
  });

  test('is the same for too few', async () => {
    const edits = [{ old_text: 'a', new_text: 'b', expect_count: 3 }];
    const { answer } = await refused('COUNT_MISMATCH', 'a a\n', edits);
    expect(answer.text).toContain('1\ta a  (2 times)');
    expect(retryOf(answer).args).toMatchObject({ edits: [{ expect_count: 2 }] });
  });

  test('has no right number where occurrences overlap', async () => {
    for (const expect_count of [1, 2]) {
      const edits = [{ old_text: 'go\ngo\n', new_text: 'stop\n', expect_count }];
      const { answer } = await refused('COUNT_MISMATCH', 'go\ngo\ngo\n', edits);
      expect(answer.text).toContain('occurs 2 times in a.txt, and some of these places overlap');
      expect(answer.text).toContain('1\tgo\n2\tgo');
      expect(answer.text).not.toContain('Retry:');
      expect(answer.text).not.toContain('expect_count');
    }
  });
});

describe('text that does not occur', () => {
  const nearest = async (text: string | Uint8Array, old_text: string, more: Fields = {}) => {
    const { answer } = await refused('NO_MATCH', text, [{ old_text, new_text: 'zz', ...more }]);
    return answer.text;
  };

  test('is told by the nearest lines, with the first difference named', async () => {
    const text = await nearest('# d\u2019abord\nmode = "fast"\n', 'mode = \u201cfast\u201d');
    expect(text).toContain('line 2, column 8: the file has <QUOTATION MARK>');
    expect(text).toContain('has <LEFT DOUBLE QUOTATION MARK>.\n2\tmode = "fast"');
  });

  test('is told to have been changed by an edit before', async () => {
    const edits = [
      { old_text: 'a', new_text: 'x' },
      { old_text: 'a b', new_text: 'y' },
    ];
    const { answer } = await refused('NO_MATCH', 'a b\n', edits);
    expect(answer.text).toContain('It was there until an edit before it in the same call');
  });

  test('is told to be a part of words', async () => {
    const text = await nearest('idle\n', 'id', { whole_word: true });
    expect(text).toContain('only as a part of longer words:\n1\tidle');
  });

  test('is told to be sought in vain in lines that cannot be read', async () => {
    const file = Buffer.from('\xe9\nb\n\xe8\n', 'latin1');
    expect(await nearest(file, 'zzz')).toContain('2 lines with bytes that are not utf-8');
  });
});

describe('refused, with no byte changed', () => {
  const edit = { old_text: 'a', new_text: 'b' };

  test.each([
    ['an empty old text', 'INVALID_ARGUMENT', [{ old_text: '', new_text: 'x' }]],
    ['no edits', 'INVALID_ARGUMENT', []],
    ['a count of none', 'INVALID_ARGUMENT', [{ ...edit, expect_count: 0 }]],
    ['null for a text', 'INVALID_ARGUMENT', [{ old_text: 'a', new_text: null }]],
    ['a missing text', 'INVALID_ARGUMENT', [{ old_text: 'a' }]],
    ['an unknown key', 'INVALID_ARGUMENT', [{ ...edit, replace_all: true }]],
    ['the same text', 'NO_CHANGE', [{ old_text: 'a', new_text: 'a' }]],
  ])('%s', async (_, code, edits) => {
    await refused(code, 'a\n', edits);
  });

  test('a stale hash', async () => {
    await refused('CONFLICT', 'a\n', [edit], { file_hash: sha256('other') });
  });

  test('a place in a line that cannot be read, since it would be passed over', async () => {
    const file = Buffer.from('a\xe9 a\nb a\n', 'latin1');
    const { answer } = await refused('UNDECODABLE', file, [edit]);
    expect(answer.text).toContain('windows-1252');
  });

  test('more edits than a call may have', async () => {
    const on = createDesk({ 'a.txt': 'a\n' }, { ...TEXT, limits: { maxPatches: 1 } });
    expect(at(await replace(on, [edit, edit]), 'code')).toBe('INVALID_ARGUMENT');
  });
});
