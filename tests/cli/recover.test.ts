import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { reportText } from '../../src/cli/recover.js';
import { createFolder, type Folder } from '../support/client-folder.js';
import { holdLock } from '../support/server-lock.js';
import { runCommand } from '../support/terminal.js';

let folder: Folder;

beforeEach(() => {
  folder = createFolder({ 'a.txt': 'one\n' });
});
afterEach(() => {
  folder.remove();
});

describe('lockline recover', () => {
  test('says that there was nothing to do', async () => {
    const { code, stdout } = await runCommand(['recover', folder.path]);
    expect([code, stdout]).toEqual([0, 'There was nothing to recover.\n']);
  });

  test('leaves what somebody is at work on, says so and exits with 1', async () => {
    const held = await holdLock(folder.path, 'a.txt');
    const { code, stdout } = await runCommand(['recover', '--accept-current', folder.path]);
    await held.release();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.txt: left as it is: .+\n$/);
  });

  test.each([
    [['recover'], 'usage: lockline recover ROOT'],
    [['recover', '--read-only', '.'], 'which --read-only forbids'],
  ])('%j exits with 2', async (argv, message) => {
    const { code, stderr } = await runCommand(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test('the report has a line for each file', () => {
  const left = [{ path: 'b.txt', reason: 'held by codex' }];
  expect(reportText({ resolved: ['a.txt', 'sub/c.txt'], left })).toBe(
    [
      'a.txt: what a process that is gone had left is undone or cleared',
      'sub/c.txt: what a process that is gone had left is undone or cleared',
      'b.txt: left as it is: held by codex',
      '',
    ].join('\n'),
  );
});
