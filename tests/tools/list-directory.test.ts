import { describe, expect, test } from '@jest/globals';
import { listTools } from '../../src/tools/index.js';
import { at, createDesk } from '../support/desk.js';

const tool = 'list_directory';
const offer = { sets: ['lines', 'search'] as const, readOnly: false, structured: false };
const FILES = {
  'README.md': 'x\n',
  'src/a.py': '12345',
  'src/deep/er/b.py': '',
  'out/c': '',
  '.gitignore': 'out\n',
};

function desk(files: Readonly<Record<string, string>> = FILES, maxOutputChars = 24_000) {
  return createDesk(files, { limits: { maxOutputChars }, context: { offer } });
}

test('is offered to clients as before', () => {
  expect(listTools(offer).find(({ name }) => name === tool)).toMatchSnapshot();
});

describe('list_directory', () => {
  test('shows two levels with sizes, and names the absolute root', async () => {
    const answer = await desk().call(tool, {});
    expect(answer.text).toBe(
      [
        '.  root /memory  2 files, 1 directory',
        '.gitignore  4',
        'README.md  2',
        'src/',
        '  a.py  5',
        '  deep/',
        'ignored by .gitignore: 1',
      ].join('\n'),
    );
    expect(answer.result).toEqual({
      path: '.',
      root: '/memory',
      entries: [
        { path: '.gitignore', type: 'file', size: 4 },
        { path: 'README.md', type: 'file', size: 2 },
        { path: 'src', type: 'directory' },
        { path: 'src/a.py', type: 'file', size: 5 },
        { path: 'src/deep', type: 'directory' },
      ],
      left_out: 0,
      ignored: 1,
    });
  });

  test('one level, one directory, one kind of files', async () => {
    const on = desk();
    const lines = async (args: object) => (await on.call(tool, args)).text.split('\n').slice(1);
    expect(await lines({ path: 'src', depth: 1 })).toEqual(['a.py  5', 'deep/']);
    expect(await lines({ glob: '*.py', path: 'src' })).toEqual([
      'a.py  5',
      'deep/',
      '  er/',
      '    b.py  0',
    ]);
    expect(await lines({ path: 'out' })).toEqual(['c  0']);
  });

  test('where not all fits, upper levels go first, directories take turns, and the rest is counted', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].flatMap((directory) =>
        Array.from({ length: 100 }, (_, index) => [`${directory}/file-${index}`, '']),
      ),
    );
    const answer = await desk(files, 3000).call(tool, {});
    expect(answer.text.length).toBeLessThanOrEqual(3000);
    expect(answer.text).toMatch(/^a\/ {2}\(\d+ not shown\)$/m);
    expect(answer.text).toMatch(/^c\/ {2}\(5\d not shown\)$/m);
    const shown = answer.text.match(/file-/g)?.length ?? 0;
    expect(at(answer, 'left_out')).toBe(300 - shown);
    expect(answer.text).toContain(`… ${300 - shown} entries not shown`);
  });

  test('of very many entries the first line and the last agree', async () => {
    const many = Array.from({ length: 25_000 }, (_, index) => `file-${index}`);
    const flat = await desk(Object.fromEntries(many.map((name) => [name, '']))).call(tool, {});
    const shown = flat.text.match(/^file-/gm)?.length ?? 0;
    const hidden = (25_000 - shown).toLocaleString('en-GB');
    expect(flat.text).toMatch(/^\. {2}root \S+ {2}25,000 files, 0 directories\n/);
    expect(flat.text).toContain(`\n… ${hidden} entries not shown: `);
    expect(at(flat, 'left_out')).toBe(25_000 - shown);

    const deep = await desk(Object.fromEntries(many.map((name) => [`d/${name}`, '']))).call(
      tool,
      {},
    );
    const shownDeep = deep.text.match(/^ {2}file-/gm)?.length ?? 0;
    const hiddenDeep = (25_000 - shownDeep).toLocaleString('en-GB');
    expect(deep.text).toContain(`\nd/  (${hiddenDeep} not shown)\n`);
    expect(deep.text).toContain(`\n… ${hiddenDeep} entries not shown: `);
  });

  test('one entry that does not fit is told as one', async () => {
    const files = { a: '', [`b${'-'.repeat(200)}`]: '' };
    const { text } = await desk(files, 1100).call(tool, {});
    expect(text).toContain('… 1 entry not shown: ');
  });

  test('what is not there is refused', async () => {
    const { text } = await desk().call(tool, { path: 'gone' });
    expect(text).toMatch(/^ERROR FILE_NOT_FOUND: gone does not exist/);
  });
});
