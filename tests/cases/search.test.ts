import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { at } from '../support/desk.js';
import { createDiskDesk } from '../support/disk-desk.js';
import type { DiskDesk } from '../support/disk-desk.js';

const MAKE_PIPE = 'mkfifo';

let desk: DiskDesk;

beforeEach(() => {
  desk = createDiskDesk();
});

afterEach(() => desk.remove());

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(desk.root, name)), { recursive: true });
  writeFileSync(join(desk.root, name), content);
}

/** Matches as `path line:column`. */
async function found(args: object): Promise<readonly string[]> {
  const { result } = await desk.call('find_text', args);
  const files = (result['files'] ?? []) as readonly {
    readonly file_path: string;
    readonly matches: readonly { readonly line: number; readonly column: number }[];
  }[];
  return files.flatMap(({ file_path, matches }) =>
    matches.map(({ line, column }) => `${file_path} ${line}:${column}`),
  );
}

// Faults that people met with other tools, as far as they are about finding.
describe('field cases of search', () => {
  test('text at the very start is found behind a byte order mark, in column 1', async () => {
    write('a.txt', '\uFEFFfirst\nsecond\n');
    expect(await found({ text: 'first' })).toEqual(['a.txt 1:1']);
    expect(await found({ regex: '^first' })).toEqual(['a.txt 1:1']);
  });

  test('text over lines given with LF is found in a CRLF file', async () => {
    write('a.txt', 'x\r\none\r\ntwo\r\n');
    expect(await found({ text: 'one\ntwo' })).toEqual(['a.txt 2:1']);
    expect(await found({ regex: 'one\\ntwo' })).toEqual(['a.txt 2:1']);
  });

  test('signs of patterns in searched text are literal', async () => {
    write('a.txt', 'a.*b$1 [x] (y) \\d\nab\n');
    for (const text of ['.*', '$1', '[x]', '(y)', '\\d']) {
      expect(await found({ text })).toHaveLength(1);
    }
  });

  test('only LF, CRLF and CR end a line', async () => {
    write('a.txt', 'a\u2028b\u0085c\vd\fe\x1cf needle\rneedle\n');
    expect(await found({ text: 'needle' })).toEqual(['a.txt 1:13', 'a.txt 2:1']);
    expect(await found({ regex: 'needle' })).toEqual(['a.txt 1:13', 'a.txt 2:1']);
  });

  test('no-break and ideographic spaces are not blanks, nor is a composed letter two', async () => {
    write('a.txt', 'a\u00a0b a\u3000b a b\ncafe\u0301 caf\u00e9\n');
    expect(await found({ text: 'a b' })).toEqual(['a.txt 1:9']);
    expect(await found({ text: 'caf\u00e9' })).toEqual(['a.txt 2:7']);
  });

  test('paths of results can be sent back, whatever the name', async () => {
    const names = [' lead', "it's", 'a"b', 'ü', 'e\u0301', '-n', '#x', 'a\\b', '~', '*', '[a]'];
    for (const name of names) write(`d/${name}`, 'needle\n');
    const { result } = await desk.call('find_text', { text: 'needle' });
    const paths = (result['files'] as readonly { readonly file_path: string }[]).map(
      ({ file_path }) => file_path,
    );
    expect(paths).toHaveLength(names.length);
    expect(await found({ text: 'needle', paths })).toHaveLength(names.length);
  });

  test('links to the outside are neither followed nor told of', async () => {
    writeFileSync(join(desk.outside, 'secret.txt'), 'needle\n');
    symlinkSync(join(desk.outside, 'secret.txt'), join(desk.root, 'to-file'));
    symlinkSync(desk.outside, join(desk.root, 'to-directory'));
    expect(await found({ text: 'needle' })).toEqual([]);
    for (const path of ['to-file', 'to-directory', '../outside', 'to-directory/secret.txt']) {
      const { text } = await desk.call('find_text', { text: 'needle', paths: [path] });
      expect(text).toMatch(/^ERROR OUTSIDE_ROOTS/);
    }
    const { text } = await desk.call('list_directory', { path: 'to-directory' });
    expect(text).toMatch(/^ERROR OUTSIDE_ROOTS/);
  });

  test('a linked directory inside the root can be named', async () => {
    write('real/deep/a.txt', 'needle\n');
    symlinkSync('real', join(desk.root, 'linked'));
    expect(await found({ text: 'needle', paths: ['linked/deep'] })).toEqual([
      'real/deep/a.txt 1:1',
    ]);
    const { text } = await desk.call('list_directory', { path: 'linked' });
    expect(text).toMatch(/^real {2}root /);
  });

  test('pipes and devices are passed over', async () => {
    spawnSync(MAKE_PIPE, [join(desk.root, 'pipe')]);
    symlinkSync('/dev/zero', join(desk.root, 'zero'));
    write('a.txt', 'needle\n');
    expect(await found({ text: 'needle' })).toEqual(['a.txt 1:1']);
    const { result } = await desk.call('find_text', { text: 'needle', paths: ['pipe'] });
    expect(result['total_matches'] ?? 0).toBe(0);
  });

  test('both names of a file with two are found', async () => {
    write('a.txt', 'needle\n');
    linkSync(join(desk.root, 'a.txt'), join(desk.root, 'b.txt'));
    expect(await found({ text: 'needle' })).toEqual(['a.txt 1:1', 'b.txt 1:1']);
  });

  test('text in another encoding is found where it can be, and the file is marked', async () => {
    write('latin.txt', Buffer.from('h\xf4tel needle\n', 'latin1'));
    write('sjis.txt', Buffer.from([0x95, 0x5c, 0x20, 0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0x0a]));
    const answer = await desk.call('find_text', { text: 'needle' });
    expect(answer.text.match(/not all of it is utf-8/g)).toHaveLength(2);
    expect(at(answer, 'total_matches')).toBe(2);
  });
});
