import { describe, expect, test } from '@jest/globals';
import { asFilePath } from '../../src/core/path.js';
import { noHistory } from '../../src/store/history.js';
import type { History, LoggedFile } from '../../src/store/history.js';
import { encodingOf, encodingToUndo, lastEncoding } from '../../src/workspace/logged-encoding.js';
import { hashText } from '../contract/history-steps.js';

const path = asFilePath('/root/a.txt');
const other = { path: asFilePath('/root/b.txt'), shown: 'b.txt' };
const [before, after] = [hashText('1'), hashText('2')];
const patched: LoggedFile = { path, shown: 'a.txt', action: 'patch', before, after };
const inWide = { ...patched, encoding: 'utf-16le' };

/** A history of these steps, the newest first, one to a change. */
function historyOf(...steps: readonly LoggedFile[]): History {
  const changes = steps.map((file) => ({ id: 'x', time: 0, agent: 'a', tool: 't', files: [file] }));
  return {
    ...noHistory,
    changes: async ({ path: wanted }) =>
      changes.filter(({ files }) =>
        files.some((file) => file.path === wanted || file.from?.path === wanted),
      ),
  };
}

test('of a change it is the one that was named, if there is one of that name', () => {
  expect(encodingOf({ encoding: 'Shift_JIS' })).toBe('Shift_JIS');
  expect(encodingOf({})).toBe('auto');
  for (const encoding of ['klingon', 'base64', 'utf-7'])
    expect(encodingOf({ encoding })).toBe('auto');
});

describe('of a file', () => {
  test.each<[string, readonly LoggedFile[], string]>([
    ['nothing', [], 'auto'],
    ['no name', [patched], 'auto'],
    ['a name', [patched, inWide, { ...inWide, encoding: 'utf-16be' }], 'utf-16le'],
    ['a name that is not known', [{ ...inWide, encoding: 'klingon' }, inWide], 'utf-16le'],
    ['a move away', [{ ...inWide, ...other, from: { path, shown: 'a.txt' } }], 'utf-16le'],
    [
      'a former file of its name',
      [patched, { path, shown: 'a', action: 'create', after }, inWide],
      'auto',
    ],
    ['another file', [{ ...inWide, ...other }], 'auto'],
  ])('that the log has %s of', async (_, steps, name) => {
    expect(await lastEncoding(historyOf(...steps), path)).toBe(name);
  });
});

describe('to undo', () => {
  const { after: _after, ...gone } = { ...patched, action: 'delete' } as const;
  const moved: LoggedFile = { ...patched, ...other, from: { path, shown: 'a.txt' }, after: before };

  test.each<[string, LoggedFile, string]>([
    ['a patch without a name', patched, 'auto'],
    ['a patch with one', { ...patched, encoding: 'utf-32' }, 'utf-32'],
    ['a deletion', gone, 'utf-16le'],
    ['a deletion with a name', { ...gone, encoding: 'utf-32' }, 'utf-32'],
    ['a move', moved, 'utf-16le'],
  ])('%s', async (_, file, name) => {
    expect(await encodingToUndo(historyOf(file, inWide), file)).toBe(name);
  });
});
