import { constants } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SimFs } from '../sim-fs.js';
import { createSimFs } from '../sim-fs.js';
import type { SyncFs } from './sync-fs.js';

/* What a comparison with a real file system cannot show, because real ones differ in it or hide it. */

let wall = 0;
let sim: SimFs;
let fs: SyncFs;

beforeEach(() => {
  wall = 1000;
  sim = createSimFs({ clock: { wall: () => wall } });
  sim.put({ '/w/a': 'a', '/w/b': 'b', '/w/d/': '', '/w/e/': '' });
  fs = sim.process().calls;
});

const paths = ['/w', '/w/a', '/w/b', '/w/d', '/w/e'];

/** Which times of which inodes a call moves; inodes are named by their paths before it. */
function moved(call: () => void): readonly string[] {
  const open = paths.map((path) => ({ path, fd: fs.open(path, constants.O_RDONLY) }));
  const before = open.map(({ fd }) => fs.fstat(fd));
  call();
  return open.flatMap(({ path, fd }, index) => {
    const after = fs.fstat(fd);
    const isSame = (time: 'mtimeNs' | 'ctimeNs'): boolean => before[index]?.[time] === after[time];
    const name = path.slice(1);
    return [
      ...(isSame('mtimeNs') ? [] : [`${name} mtime`]),
      ...(isSame('ctimeNs') ? [] : [`${name} ctime`]),
    ];
  });
}

describe('times that a call moves, and no others', () => {
  const both = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => [`${name} mtime`, `${name} ctime`]);

  const within = (path: string, flags: number, call: (fd: number) => void) => (): void => {
    call(fs.open(path, flags));
  };

  test.each<readonly [string, () => void, readonly string[]]>([
    ['lstat', () => fs.lstat('/w/a'), []],
    ['readSmall', () => fs.readSmall('/w/a'), []],
    ['readdir', () => fs.readdir('/w'), []],
    ['fsync', within('/w/a', constants.O_RDONLY, (fd) => fs.fsync(fd)), []],
    ['open', within('/w/a', constants.O_RDWR, () => undefined), []],
    ['open to make', within('/w/n', constants.O_CREAT, () => undefined), both('w')],
    [
      'open to truncate',
      within('/w/a', constants.O_WRONLY | constants.O_TRUNC, () => undefined),
      both('w/a'),
    ],
    [
      'writev',
      within('/w/a', constants.O_WRONLY, (fd) => fs.writev(fd, [Buffer.from('x')], 0)),
      both('w/a'),
    ],
    [
      'writev of nothing',
      within('/w/a', constants.O_WRONLY, (fd) => fs.writev(fd, [Buffer.from('')], 0)),
      [],
    ],
    [
      'append',
      within('/w/a', constants.O_WRONLY | constants.O_APPEND, (fd) =>
        fs.append(fd, Buffer.from('x')),
      ),
      both('w/a'),
    ],
    ['fchmod', within('/w/a', constants.O_RDONLY, (fd) => fs.fchmod(fd, 0o600)), ['w/a ctime']],
    ['fchown', within('/w/a', constants.O_RDONLY, (fd) => fs.fchown(fd, 1, 1)), ['w/a ctime']],
    ['mkdir', () => fs.mkdir('/w/n', 0o700), both('w')],
    ['rmdir', () => fs.rmdir('/w/d'), [...both('w'), 'w/d ctime']],
    ['link', () => fs.link('/w/a', '/w/d/a'), ['w/a ctime', ...both('w/d')]],
    ['unlink', () => fs.unlink('/w/a'), [...both('w'), 'w/a ctime']],
    ['rename', () => fs.rename('/w/a', '/w/n'), [...both('w'), 'w/a ctime']],
    ['rename over', () => fs.rename('/w/a', '/w/b'), [...both('w'), 'w/a ctime', 'w/b ctime']],
    ['rename away', () => fs.rename('/w/a', '/w/d/a'), [...both('w'), 'w/a ctime', ...both('w/d')]],
    ['rename onto itself', () => fs.rename('/w/a', '/w/a'), []],
  ])('%s', (_, call, expected) => {
    expect(moved(call)).toEqual(expected);
  });
});

describe('time', () => {
  test('never stands still between two changes', () => {
    fs.mkdir('/w/1', 0o700);
    fs.mkdir('/w/2', 0o700);
    expect(fs.lstat('/w/2').mtimeNs).toBeGreaterThan(fs.lstat('/w/1').mtimeNs);
  });

  test('follows the wall clock, but not backwards', () => {
    wall = 60_000;
    fs.mkdir('/w/1', 0o700);
    expect(fs.lstat('/w/1').mtimeNs).toBe(60_000_000_000n);
    wall = 0;
    fs.mkdir('/w/2', 0o700);
    expect(fs.lstat('/w/2').mtimeNs).toBeGreaterThan(60_000_000_000n);
  });
});

describe('the number of an inode', () => {
  const numberOf = (path: string): bigint => fs.lstat(path).ino;
  const sync = (): void => {
    const fd = fs.open('/w', constants.O_RDONLY);
    fs.fsync(fd);
    fs.close(fd);
  };

  test('stays with a file through renames and links', () => {
    const ino = numberOf('/w/a');
    fs.rename('/w/a', '/w/d/n');
    fs.link('/w/d/n', '/w/a');
    expect([numberOf('/w/a'), numberOf('/w/d/n')]).toEqual([ino, ino]);
  });

  test('is used again as soon as its file is gone for good', () => {
    const ino = numberOf('/w/a');
    fs.unlink('/w/a');
    sync();
    fs.mkdir('/w/n', 0o700);
    expect(numberOf('/w/n')).toBe(ino);
  });

  test.each([
    [
      'while the file is open',
      () => [fs.open('/w/a', constants.O_RDONLY), fs.unlink('/w/a'), sync()],
    ],
    ['while a power loss may bring the file back', () => [fs.unlink('/w/a')]],
    ['while the file has another name', () => [fs.link('/w/a', '/w/c'), fs.unlink('/w/a'), sync()]],
  ])('is not used again %s', (_, remove) => {
    const ino = numberOf('/w/a');
    remove();
    fs.mkdir('/w/n', 0o700);
    expect(numberOf('/w/n')).not.toBe(ino);
  });

  test('is never that of two files, also in forks and after a power loss', () => {
    fs.unlink('/w/a');
    fs.mkdir('/w/n', 0o700);
    for (const next of [sim, sim.fork(), sim.powerLoss(() => 0), sim.powerLoss(() => 1)]) {
      next.put({ '/w/x': 'x', '/w/y': 'y' });
      const { calls } = next.process();
      const numbers = calls.readdir('/w').map((name) => calls.lstat(`/w/${name}`).ino);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});

describe('processes', () => {
  test('see one tree, and each its own descriptors', () => {
    const other = sim.process().calls;
    fs.open('/w/a', constants.O_RDONLY);
    const fd = other.open('/w/d', constants.O_RDONLY);
    expect(fd).toBe(3);
    fs.rename('/w/d', '/w/moved');
    expect(other.readlink('/proc/self/fd/3')).toBe('/w/moved');
    expect(fs.readlink('/proc/self/fd/3')).toBe('/w/a');
  });

  test.each<readonly [string, readonly [string, string][], string]>([
    [
      'follows renames of the file',
      [
        ['/w/a', '/w/n'],
        ['/w/n', '/w/d/n'],
      ],
      '/w/d/n',
    ],
    [
      'follows renames of a directory above',
      [
        ['/w/a', '/w/d/n'],
        ['/w/d', '/w/e'],
      ],
      '/w/e/n',
    ],
    [
      'says that the file was replaced',
      [
        ['/w/a', '/w/n'],
        ['/w/b', '/w/n'],
      ],
      '/w/n (deleted)',
    ],
    [
      'does not follow another file',
      [
        ['/w/b', '/w/n'],
        ['/w/n', '/w/b'],
      ],
      '/w/a',
    ],
  ])('the path of an open file %s', (_, renames, expected) => {
    const fd = fs.open('/w/a', constants.O_RDONLY);
    renames.forEach(([from, to]) => {
      fs.rename(from, to);
    });
    expect(fs.readlink(`/proc/self/fd/${String(fd)}`)).toBe(expected);
  });

  test('lose their descriptors when they exit, and nothing else', () => {
    const other = sim.process();
    const fd = other.calls.open('/w/n', constants.O_CREAT | constants.O_WRONLY);
    other.calls.writev(fd, [Buffer.from('text')], 0);
    const left = sim.unsynced();
    other.exit();
    expect(() => other.calls.fstat(fd)).toThrow('EBADF');
    expect(sim.tree('/w')['n']).toBe('text');
    expect(sim.unsynced()).toBe(left);
  });
});

test('put writes files with their parents, over what is there, durably', () => {
  sim.put({ '/w/a': 'longer', '/x/y/z': new Uint8Array([65]), '/x/empty/': '' });
  sim.putLink('/x/link', 'y');
  expect(sim.tree('/')).toEqual({
    'w/': '',
    'w/a': 'longer',
    'w/b': 'b',
    'w/d/': '',
    'w/e/': '',
    'x/': '',
    'x/y/': '',
    'x/y/z': 'A',
    'x/empty/': '',
    'x/link@': 'y',
  });
  expect(sim.unsynced()).toBe(0);
});
