import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, type Folder } from '../support/client-folder.js';
import { runCommand } from '../support/terminal.js';

let folder: Folder;

beforeEach(() => {
  folder = createFolder({ 'a.txt': 'one\ntwo\nthree\n' });
});
afterEach(() => {
  folder.remove();
});

/** Changes files as an agent would; gives the id of the change. */
async function edit(files: readonly object[], agent = 'claude'): Promise<string> {
  const call = ['call', 'edit_text_file_contents', JSON.stringify({ files }), folder.path];
  const { code, stdout } = await runCommand(['--agent-id', agent, '--json', ...call]);
  expect(code).toBe(0);
  return String((JSON.parse(stdout) as Record<string, unknown>)['change_id']);
}

const replaced = (old_text: string, new_text: string) => ({
  file_path: 'a.txt',
  file_hash: folder.hash('a.txt'),
  edits: [{ old_text, new_text }],
});

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ`;

describe('lockline log', () => {
  test('prints who changed what, the newest change first, with diffs', async () => {
    const first = await edit([replaced('two', '2')]);
    const second = await edit(
      [
        { file_path: 'new.txt', contents: 'n\n' },
        { ...replaced('2', '2'), edits: undefined, action: 'move', new_path: 'b.txt' },
      ],
      'codex',
    );
    const all = await runCommand(['log'], { env: { LOCKLINE_ROOTS: folder.path } });
    expect(all.code).toBe(0);
    expect(all.stdout).toMatch(
      new RegExp(
        `^change ${second}  codex  ${TIME}  edit_text_file_contents
made new\\.txt
@@ -0,0 \\+1,1 @@
\\+n
moved a\\.txt to b\\.txt

change ${first}  claude  ${TIME}  edit_text_file_contents
changed a\\.txt
@@ -1,3 \\+1,3 @@
 one
-two
\\+2
 three

$`,
      ),
    );
  });

  test('of one file', async () => {
    await edit([replaced('two', '2')]);
    const id = await edit([{ file_path: 'new.txt', contents: 'n\n' }]);
    const { stdout } = await runCommand(['log', 'new.txt', folder.path]);
    expect(stdout.match(/^change .*/gm)).toEqual([expect.stringContaining(id)]);
  });

  test('of as many changes as are wanted', async () => {
    await edit([replaced('one', '1')]);
    await edit([replaced('two', '2')]);
    const { stdout } = await runCommand(['log', '--limit', '1', 'a.txt', folder.path]);
    expect(stdout.match(/^change /gm)).toHaveLength(1);
    expect(stdout).toMatch(/\nThere are older changes: --limit 2 shows more\.\n$/);
  });

  test('of none, and where it has looked', async () => {
    const { code, stdout } = await runCommand(['log', 'a.txt', folder.path]);
    expect([code, stdout]).toEqual([
      0,
      `No change is remembered in ${folder.path}. A history is in .lockline/ of the directory that a server works in.\n`,
    ]);
  });

  test('in colours where these are shown', async () => {
    await edit([replaced('two', '2')]);
    const shown = await runCommand(['log', 'a.txt', folder.path], { isColoured: true });
    expect(shown.stdout).toContain('\n\u001B[31m-two\u001B[0m\n\u001B[32m+2\u001B[0m\n');
    const env = { NO_COLOR: '1' };
    const plain = await runCommand(['log', 'a.txt', folder.path], { isColoured: true, env });
    expect(plain.stdout).toContain('\n-two\n+2\n');
  });

  test('--json prints the object', async () => {
    const id = await edit([replaced('two', '2')]);
    const { code, stdout } = await runCommand(['log', '--json', 'a.txt', folder.path]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { changes: [{ change_id: id }] }]);
  });

  test('of a file that is none of the roots’ says so and exits with 1', async () => {
    const { code, stdout, stderr } = await runCommand(['log', '/etc/passwd', folder.path]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^lockline: \/etc\/passwd is outside of what this server may open/);
  });
});

describe('lockline undo', () => {
  test('takes a change back and prints what that changed', async () => {
    const id = await edit([replaced('two', '2')]);
    const { code, stdout } = await runCommand(['undo', id, folder.path]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^OK a\.txt {2}3 -> 3 lines {2}change [a-z0-9]+\n@@ .*\n one\n-2\n\+two\n/,
    );
    expect(folder.text('a.txt')).toBe('one\ntwo\nthree\n');
    const log = await runCommand(['log', 'a.txt', folder.path]);
    expect(log.stdout).toMatch(/^change \w+ {2}lockline-undo-\w{4} {2}.* undo_edit {2}undoes /);
    expect(log.stdout).toContain('  undone by ');
  });

  test('is for people, whatever tools agents are offered', async () => {
    const id = await edit([replaced('two', '2')]);
    const { code } = await runCommand(['undo', '--tools', 'lines', id, folder.path]);
    expect(code).toBe(0);
  });

  test.each([
    [['k7m2q'], 'ERROR UNKNOWN_CHANGE: '],
    [['--read-only'], 'ERROR READ_ONLY: '],
  ])('that is refused prints why and exits with 1: %j', async (args, message) => {
    const id = await edit([replaced('two', '2')]);
    const words = args[0] === 'k7m2q' ? args : [...args, id];
    const { code, stdout } = await runCommand(['undo', ...words, folder.path]);
    expect([code, stdout.startsWith(message)]).toEqual([1, true]);
    expect(folder.text('a.txt')).toBe('one\n2\nthree\n');
  });

  test('of no change exits with 2', async () => {
    const { code, stderr } = await runCommand(['undo']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('usage: lockline undo CHANGE_ID')]);
  });
});
