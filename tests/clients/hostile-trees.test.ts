import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isRoot, runs, testWith } from '../support/needs.js';
import { endServers, PROGRAM, startServer, type ServerProcess } from '../support/server-process.js';
import { plantTree, type Tree } from '../support/tree.js';

const MEBIBYTE = 1024 * 1024;
const NOBODY = 65534;

let tree: Tree | undefined;

afterEach(() => {
  endServers();
  tree?.remove();
});

function plant(files: Parameters<typeof plantTree>[0] = {}) {
  const planted = plantTree(files);
  tree = planted;
  return { top: planted.top, at: (path: string) => planted.at(path) };
}

interface Outcome {
  readonly text: string;
  readonly ms: number;
  /** The most memory that the server had so far; 0 where the system does not tell. */
  readonly mebibytes: number;
}

async function open(top: string): Promise<ServerProcess> {
  const server = startServer({ args: [top] });
  await server.initialize();
  return server;
}

let lastId = 0;

/** Calls a tool, and another one meanwhile, which must not have to wait for it. */
async function call(server: ServerProcess, name: string, args: object): Promise<Outcome> {
  const started = performance.now();
  const id = (lastId += 1);
  const work = server.request(id, 'tools/call', { name, arguments: args });
  await server.request((lastId += 1), 'ping');
  const answer = await work;
  const content = answer.result?.['content'] as readonly { readonly text: string }[] | undefined;
  return {
    text: content?.[0]?.text ?? '',
    ms: performance.now() - started,
    mebibytes: memoryOf(server.child.pid ?? 0),
  };
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

describe('a search ends, whatever it meets', () => {
  test('regular expressions that would take for ever', async () => {
    const bait = `${'a'.repeat(5000)}!\n`;
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, bait]));
    const server = await open(plant(files).top);
    for (const regex of ['^(a+)+$', '(a|a)*b', '(.*a){20}b', '^(?:a?){5000}a{5000}$']) {
      const { text, ms } = await call(server, 'find_text', { regex });
      expect(text).toMatch(/searched|ERROR INVALID_ARGUMENT/);
      expect(ms).toBeLessThan(9000);
    }
    const { text } = await call(server, 'find_text', { regex: 'a!$', max_results: 1 });
    expect(text).toMatch(/^100 matches in 100 files {2}100 files searched/);
  }, 60_000);

  test('one line of 100 MB, and one of 60 MB', async () => {
    const { top, at } = plant();
    writeFileSync(at('huge.txt'), Buffer.alloc(100 * MEBIBYTE, 'abcdefg '));
    writeFileSync(at('large.txt'), Buffer.alloc(60 * MEBIBYTE, 'abcdefg '));
    const server = await open(top);
    const found = await call(server, 'find_text', { text: 'needle' });
    expect(found.text).toBe('0 matches in 0 files  1 file searched  skipped: 1 too large');
    expect(found.ms).toBeLessThan(5000);
    const many = await call(server, 'find_text', { text: 'abc', max_results: 3 });
    expect(many.text).toMatch(/^at least 100,000 matches in 1 file/);
    expect(many.text.length).toBeLessThan(3000);
    expect(many.ms).toBeLessThan(9000);
    const regex = await call(server, 'find_text', { regex: 'g a.c', max_results: 3 });
    expect(regex.ms).toBeLessThan(9000);
    const outline = await call(server, 'outline_files', { paths: ['large.txt'] });
    expect(outline.text).toMatch(/^ERROR INVALID_ARGUMENT/);
    expect(regex.mebibytes).toBeLessThan(900);
  }, 60_000);

  test('a tree of binary files', async () => {
    const { top, at } = plant();
    const bytes = Buffer.alloc(MEBIBYTE);
    for (let n = 0; n < 200; n += 1) writeFileSync(at(`b${n}`), bytes);
    const { text, ms, mebibytes } = await call(await open(top), 'find_text', { text: 'x' });
    expect(text).toBe('0 matches in 0 files  0 files searched  skipped: 200 binary');
    expect(ms).toBeLessThan(4000);
    expect(mebibytes).toBeLessThan(250);
  });

  test('50,000 files in one directory', async () => {
    const { top, at } = plant();
    for (let n = 0; n < 50_000; n += 1) writeFileSync(at(`file-${n}.txt`), `${n}\n`);
    const server = await open(top);
    const found = await call(server, 'find_text', { text: '4999', max_results: 5 });
    expect(found.text).toMatch(/^15 matches in 15 files {2}50,000 files searched\n/);
    const listed = await call(server, 'list_directory', {});
    expect(listed.text.length).toBeLessThanOrEqual(24_000);
    expect(listed.text.slice(-200)).toMatch(/… 4\d,\d{3} entries not shown/);
    for (const { ms, mebibytes } of [found, listed]) {
      expect(ms).toBeLessThan(9000);
      expect(mebibytes).toBeLessThan(400);
    }
  }, 60_000);

  test('links in loops are not followed', async () => {
    const { top, at } = plant({ 'a/b/c.txt': 'needle\n' });
    symlinkSync('..', at('a/up'));
    symlinkSync('self', at('self'));
    for (let n = 0; n < 50; n += 1) symlinkSync('../..', at(`a/b/l${n}`));
    const server = await open(top);
    const { text } = await call(server, 'find_text', { text: 'needle' });
    expect(text).toMatch(/^1 match in 1 file {2}1 file searched\n/);
    const listed = await call(server, 'list_directory', { depth: 100 });
    expect(listed.text).toContain('self  (symbolic link)');
    expect(listed.text).toContain('\n  up  (symbolic link)');
  });

  test('globs and ignore files that would take for ever', async () => {
    const { top, at } = plant({ '.gitignore': `${'*a'.repeat(60)}b\n${'**/a*/'.repeat(60)}b\n` });
    const deep = Array.from({ length: 30 }, () => 'a'.repeat(120)).join('/');
    mkdirSync(at(deep), { recursive: true });
    writeFileSync(at(`${deep}/${'a'.repeat(250)}`), 'needle');
    const server = await open(top);
    const args = { text: 'needle', glob: `${'**/*a*a*/'.repeat(40)}b` };
    const { text, ms } = await call(server, 'find_text', args);
    expect(text).toMatch(/^0 matches in 0 files/);
    expect(ms).toBeLessThan(4000);
  });

  test('a call that is given up makes way for the next', async () => {
    const bait = `${'a'.repeat(5000)}!\n`;
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, bait]));
    const server = await open(plant(files).top);
    const params = { name: 'find_text', arguments: { regex: '^(a+)+$' } };
    server.send({ jsonrpc: '2.0', id: 'given up', method: 'tools/call', params });
    await server.request((lastId += 1), 'ping');
    server.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'given up' },
    });
    const { text } = await call(server, 'find_text', { text: 'a!', max_results: 1 });
    expect(text).toMatch(/^100 matches/);
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
  });
});

describe('directories that cannot be read', () => {
  const canRun = !isRoot || runs('setpriv', '--version');
  const withPermissions = testWith(canRun, 'permissions of others than root need setpriv');

  withPermissions('are counted, and the others are searched', () => {
    const { top, at } = plant({ 'r/open/a.txt': 'needle\n', 'r/shut/b.txt': 'needle\n' });
    writeFileSync(at('r/own.txt'), 'needle\n');
    chmodSync(at('r/own.txt'), 0);
    chmodSync(at('r/shut'), 0);
    // The program may stand where others must not go.
    cpSync(dirname(PROGRAM), at('dist'), { recursive: true });
    const user = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
    const run = (tool: string, args: object): string => {
      const program = [
        process.execPath,
        at(`dist/${basename(PROGRAM)}`),
        'call',
        tool,
        JSON.stringify(args),
      ];
      const [command, ...rest] = [...(isRoot ? user : []), ...program, `${top}/r`];
      return spawnSync(command ?? '', rest, { encoding: 'utf8' }).stdout;
    };
    expect(run('find_text', { text: 'needle' })).toMatch(
      /^1 match in 1 file {2}1 file searched {2}skipped: 2 unreadable\nopen\/a\.txt /,
    );
    expect(run('list_directory', {})).toContain('\nshut/  (cannot be read)\n');
    expect(run('list_directory', { path: 'shut' })).toMatch(/^ERROR PERMISSION_DENIED/);
    chmodSync(at('r/shut'), 0o755);
  });
});
