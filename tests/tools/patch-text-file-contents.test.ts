import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { listTools } from '../../src/tools/index.js';
import { FIRST_CHANGE, at, createDesk, numbered, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const FIVE = 'one\ntwo\nthree\nfour\nfive\n';
const patchTool = 'patch_text_file_contents';

function desk(content = FIVE): Desk {
  return createDesk({ 'a.txt': content });
}

/** Patches `a.txt` with its current file hash. */
function patch(on: Desk, patches: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), patches, ...more };
  return on.call(patchTool, args);
}

/** That the patches are refused with the code, and that no byte changes. */
async function expectRefusal(code: string, patches: (on: Desk) => unknown, more = {}) {
  const on = desk();
  const answer = await patch(on, patches(on), more);
  expect([answer.isError, at(answer, 'code')]).toEqual([true, code]);
  expect(answer.text).toMatch(new RegExp(`^ERROR ${code}: .*Nothing was written\\.`));
  expect(on.text('a.txt')).toBe(FIVE);
  return answer;
}

test('is offered to clients as before', () => {
  const offer = { sets: ['lines'] as const, readOnly: false, structured: false };
  expect(listTools(offer).find(({ name }) => name === patchTool)).toMatchSnapshot();
});

describe('a patch', () => {
  test('replaces the lines and tells diff, hashes and new numbers', async () => {
    const on = desk();
    const before = on.hash('a.txt');
    const answer = await patch(on, [{ ...on.lines('a.txt', 2, 3), contents: 'TWO\n2.5\nTHREE\n' }]);
    const after = 'one\nTWO\n2.5\nTHREE\nfour\nfive\n';
    expect(on.text('a.txt')).toBe(after);
    expect(answer.text).toBe(
      [
        `OK a.txt  5 -> 6 lines  ${FIRST_CHANGE}`,
        '@@ -1,4 +1,5 @@',
        ' one',
        '-two',
        '-three',
        '+TWO',
        '+2.5',
        '+THREE',
        ' four',
        `now file_hash ${sha256(after).slice(0, 16)}`,
        `lines 2-4  range_hash ${sha256('TWO\n2.5\nTHREE\n').slice(0, 16)}`,
        'old lines 4-5 are now 5-6',
      ].join('\n'),
    );
    expect(answer.result).toMatchObject({
      result: 'ok',
      files: [
        {
          file_path: 'a.txt',
          action: 'patch',
          changed: true,
          file_hash: sha256(after),
          previous_hash: before,
          total_lines: 6,
          previous_lines: 5,
          ranges: [{ start: 2, end: 4, range_hash: sha256('TWO\n2.5\nTHREE\n') }],
        },
      ],
    });
  });

  test('numbers mean the file as it was read, in whatever order', async () => {
    const on = desk();
    await patch(on, [
      { ...on.lines('a.txt', 5, 5), contents: 'FIVE' },
      { ...on.lines('a.txt', 1, 2), contents: 'x' },
      { ...on.lines('a.txt', 3, 3), contents: 'y\nz' },
    ]);
    expect(on.text('a.txt')).toBe('x\ny\nz\nfour\nFIVE\n');
  });

  test('ranges of the answer are in the order of the request', async () => {
    const on = desk();
    const answer = await patch(on, [
      { ...on.lines('a.txt', 5, 5), contents: 'FIVE' },
      { ...on.lines('a.txt', 1, 2), contents: 'x' },
    ]);
    expect(at(answer, 'files', 0, 'ranges')).toMatchObject([
      { start: 4, end: 4 },
      { start: 1, end: 1 },
    ]);
  });

  test('without an end reaches to the last line', async () => {
    const on = desk();
    const { start, range_hash } = on.lines('a.txt', 4, 5);
    await patch(on, [{ start, range_hash, contents: 'end' }]);
    expect(on.text('a.txt')).toBe('one\ntwo\nthree\nend\n');
  });

  test('with "" deletes, with a line break leaves a blank line', async () => {
    const on = desk();
    const answer = await patch(on, [
      { ...on.lines('a.txt', 2, 3), contents: '' },
      { ...on.lines('a.txt', 5, 5), contents: '\n' },
    ]);
    expect(on.text('a.txt')).toBe('one\nfour\n\n');
    expect(answer.text).toContain('\ndeleted before line 2\n');
  });

  test('that leaves the same bytes is accepted as unchanged', async () => {
    const on = desk();
    const answer = await patch(on, [{ ...on.lines('a.txt', 2, 2), contents: 'two' }]);
    expect(answer.text).toMatch(/^OK a\.txt {2}5 lines {2}unchanged\n/);
    expect(at(answer, 'files', 0)).toMatchObject({ changed: false, file_hash: sha256(FIVE) });
  });

  test('takes hashes of 16 digits and in capitals', async () => {
    const on = desk();
    const { range_hash } = on.lines('a.txt', 2, 2);
    const patches = [
      { start: 2, end: 2, range_hash: range_hash.slice(0, 16).toUpperCase(), contents: 'TWO' },
    ];
    await patch(on, patches, { file_hash: on.hash('a.txt').slice(0, 20) });
    expect(on.text('a.txt')).toBe(FIVE.replace('two', 'TWO'));
  });

  test('copied with line numbers is written, with a note', async () => {
    const on = desk();
    const answer = await patch(on, [{ ...on.lines('a.txt', 2, 3), contents: '2\ttwo\n3\tTHREE' }]);
    expect(on.text('a.txt')).toBe('one\n2\ttwo\n3\tTHREE\nfour\nfive\n');
    expect(answer.text).toMatch(/^note: .*number/m);
  });
});

describe('a call is refused', () => {
  test('with an empty list', async () => {
    const answer = await expectRefusal('INVALID_ARGUMENT', () => []);
    expect(answer.text).toContain('patches is an empty list; expected at least one item');
  });

  test.each(['', 'abc', 'g'.repeat(64), `${'0'.repeat(64)}0`])(
    'with the file hash %j',
    async (file_hash) => {
      await expectRefusal(
        'INVALID_ARGUMENT',
        (on) => [{ ...on.lines('a.txt', 2, 2), contents: 'x' }],
        { file_hash },
      );
    },
  );

  test('with an empty file hash of an empty file', async () => {
    const on = desk('');
    const answer = await patch(on, [{ start: 1, range_hash: '', contents: 'x' }], {
      file_hash: '',
    });
    expect(at(answer, 'code')).toBe('INVALID_ARGUMENT');
    expect(on.text('a.txt')).toBe('');
  });

  test('with a hash that is a miscopy of the current one', async () => {
    const file_hash = `${sha256(FIVE).slice(0, 12)}${'0'.repeat(52)}`;
    const answer = await expectRefusal(
      'INVALID_ARGUMENT',
      (on) => [{ ...on.lines('a.txt', 2, 2), contents: 'x' }],
      { file_hash },
    );
    expect(answer.text).toContain('mistyped');
  });

  test('with more patches than the limit', async () => {
    const on = createDesk({ 'a.txt': FIVE }, { limits: { maxPatches: 2 } });
    const insert = { start: 1, range_hash: '', contents: 'x' };
    const answer = await patch(on, [insert, insert, insert]);
    expect(answer.text).toMatch(/^ERROR INVALID_ARGUMENT: This call has 3 patches.*at most 2/);
    expect(on.text('a.txt')).toBe(FIVE);
  });

  test('for a line that is too long to have been shown whole, unless it is deleted', async () => {
    const long = `${'x'.repeat(30)}\nb\n`;
    const on = createDesk({ 'a.txt': long }, { limits: { maxLineChars: 20 } });
    const answer = await patch(on, [{ ...on.lines('a.txt', 1, 1), contents: 'y' }]);
    expect(at(answer, 'code')).toBe('LINE_TOO_LONG');
    expect(on.text('a.txt')).toBe(long);
    await patch(on, [{ ...on.lines('a.txt', 1, 1), contents: '' }]);
    expect(on.text('a.txt')).toBe('b\n');
  });
});

test('patches in any order are the same as one after the other from the bottom up', async () => {
  const contents = fc.array(fc.constantFrom('x', '', 'y z'), { maxLength: 3 });
  const piece = fc.record({ skip: fc.nat(2), size: fc.integer({ min: 1, max: 3 }), contents });
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      async (pieces, keys) => {
        const original = numbered(24);
        const on = desk(original);
        let start = 1;
        const patches = pieces.map(({ skip, size, contents: lines }) => {
          const first = start + skip;
          start = first + size;
          const text = lines.map((line) => `${line}\n`).join('');
          return { ...on.lines('a.txt', first, first + size - 1), contents: text };
        });
        const expected = patches.toReversed().reduce(
          (lines, { start: from, end, contents: text }) => {
            return [...lines.slice(0, from - 1), text, ...lines.slice(end)];
          },
          original.split(/(?<=\n)/),
        );
        const shuffled = patches
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        await patch(on, shuffled);
        expect(on.text('a.txt')).toBe(expected.join(''));
      },
    ),
    { numRuns: 60 },
  );
});
