import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, type Folder } from '../support/client-folder.js';
import { endServers, PROGRAM, runProgram, startServer } from '../support/server-process.js';

let folder: Folder;

beforeEach(() => {
  folder = createFolder({ 'a.txt': 'one\n' });
});
afterEach(() => {
  endServers();
  folder.remove();
});

describe('what cannot be meant exits with 2 and names the option and the nearest that exists', () => {
  test.each([
    [['--read-onyl'], 'there is no option --read-onyl, did you mean --read-only?'],
    [['--hash-length', '99'], '--hash-length must be a whole number from 16 to 64 (given: 99)'],
    [['--deny'], '--deny needs a value: --deny=GLOB'],
    [['no/such/root'], 'no/such/root does not exist. Name an existing directory'],
    [
      ['tool'],
      'tool does not exist. Name an existing directory that holds the files to work on. Did you mean lockline tools?',
    ],
    [['a.txt'], 'a.txt is not a directory'],
    [['/'], 'is a whole file system'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await runProgram(args, { cwd: folder.path });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('a variable that is nearly one of ours', async () => {
    const { code, stderr } = await runProgram(['tools'], { env: { LOCKLINE_READONLY: '1' } });
    expect(code).toBe(2);
    expect(stderr).toContain('LOCKLINE_READONLY, did you mean LOCKLINE_READ_ONLY?');
  });

  test('but not one of another program', async () => {
    expect((await runProgram(['tools'], { env: { LOCKLINE_IMAGE: 'x' } })).code).toBe(0);
  });
});

test('--version prints the version, --help every option', async () => {
  const [version, help] = await Promise.all([runProgram(['--version']), runProgram(['--help'])]);
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('--lock-timeout SECONDS');
});

test('an old Node.js is told by name', async () => {
  const pretend = 'Object.defineProperty(process.versions, "node", { value: "18.19.1" })';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` };
  const { code, stderr } = await runProgram(['--version'], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('lockline: needs Node.js 20 or newer, and this is 18.19.1 (');
  expect(stderr).toContain('https://nodejs.org');
});

describe('without a root', () => {
  const read = { name: 'get_text_file_contents', arguments: { files: [{ file_path: 'a.txt' }] } };

  test('it is the working directory', async () => {
    const server = startServer({ cwd: folder.path });
    await server.initialize();
    const { result } = await server.request(1, 'tools/call', read);
    expect(result).not.toHaveProperty('isError');
  });

  test.each([
    ['the file system', () => ({ cwd: '/' })],
    ['home', () => ({ cwd: folder.path, env: { HOME: folder.path } })],
  ])('in %s, tools are listed and every call answers NO_ROOTS', async (_, options) => {
    const server = startServer(options());
    const { result } = await server.initialize();
    expect(result?.['instructions']).toContain('NO_ROOTS');
    const list = await server.request(1, 'tools/list');
    expect(list.result?.['tools']).toHaveLength(14);
    const answer = await server.request(2, 'tools/call', read);
    expect(answer.result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^ERROR NO_ROOTS: /) }],
      _meta: { 'dev.lockline/result': { code: 'NO_ROOTS' } },
    });
  });
});

describe('options that change what a server offers', () => {
  const names = async (...args: readonly string[]): Promise<readonly string[]> => {
    const server = startServer({ args: [...args, folder.path] });
    await server.initialize();
    const { result } = await server.request(1, 'tools/list');
    const tools = (result?.['tools'] ?? []) as readonly { readonly name: string }[];
    return tools.map(({ name }) => name);
  };

  test('--read-only leaves what reads', async () => {
    expect(await names('--read-only')).toEqual([
      'get_text_file_contents',
      'find_text',
      'outline_files',
      'list_directory',
      'get_history',
    ]);
  });

  test('--tools leaves what is named', async () => {
    expect(await names('--tools', 'lines')).toHaveLength(7);
    expect(await names('--tools', 'search')).toEqual([
      'find_text',
      'outline_files',
      'list_directory',
    ]);
  });
});

test('it can be started through a link, as npm makes one, with a home that does not exist', async () => {
  folder.symlink('lockline', PROGRAM);
  const env = { HOME: '/nonexistent' };
  const server = startServer({ program: `${folder.path}/lockline`, args: [folder.path], env });
  const answer = await server.initialize();
  expect(answer.result).toMatchObject({ serverInfo: { name: 'lockline' } });
});
