import { chmodSync, linkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FsPort, nodeFs, type Stat } from '../../../../src/store/disk/fs-port.js';
import { createRefusals, type RefusalOptions } from '../../../../src/store/disk/paths/refusals.js';
import { openersOf } from '../../../support/opened.js';
import { systemError } from '../../../support/sim/errno.js';
import { refusalFrom, type Refusal } from '../../../support/thrown.js';
import { plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeEach(() => {
  tree = plantTree({ 'w/a.txt': 'a', 'w/sub/b.txt': 'b', 'w/twin.txt': 't' });
  linkSync(tree.at('w/twin.txt'), tree.at('w/other-name.txt'));
});

afterEach(() => {
  tree.remove();
});

type Asked = Partial<RefusalOptions> & {
  readonly fs?: FsPort;
  readonly ownLinks?: number;
};

/** Asks for writes one after the other; gives what each is refused with, if it is. */
function ask(paths: readonly string[], asked: Asked = {}): readonly (Refusal | undefined)[] {
  const { fs = nodeFs, ownLinks = 0, ...given } = asked;
  const user = { uid: 0, groups: [0] };
  const options = { breakHardLinks: false, allowNetworkFs: false, user, warn: () => undefined };
  const parts = openersOf([tree.at('w')], {}, fs);
  const refuse = createRefusals({ ...options, ...given }, parts);
  return paths.map((path) => {
    const resolved = parts.confinement.resolve(path, 'write');
    const anchor = parts.anchors.openNearest(resolved.path);
    const file = parts.openTarget(anchor, resolved.path);
    const refusal = refusalFrom(() => {
      refuse({ anchor, shown: resolved.shown, file, ownLinks });
    });
    if (file !== undefined) fs.close(file.fd);
    anchor.close();
    return refusal;
  });
}

const refusal = (path: string, asked: Asked = {}) => ask([path], asked)[0];
const code = (path: string, asked: Asked = {}) => refusal(path, asked)?.code;
const reason = (path: string, asked: Asked = {}) => refusal(path, asked)?.details['reason'];

/** A port that tells other facts of open files and directories. */
function telling(file: Partial<Stat>, directory: Partial<Stat> = {}): FsPort {
  return {
    ...nodeFs,
    fstat: (fd) => {
      const stat = nodeFs.fstat(fd);
      return { ...stat, ...(stat.kind === 'file' ? file : directory) };
    },
  };
}

const FILE = 0o100_000;
const DIRECTORY = 0o40_000;

test('an ordinary file may be written, and a new one made', () => {
  expect(ask(['a.txt', 'new.txt', 'new/deep.txt', 'sub/b.txt'])).toEqual(Array(4).fill(undefined));
});

describe('the file system', () => {
  const typed = (magic: number): FsPort => ({ ...nodeFs, fsType: () => magic });

  /** The roots are opened on an ordinary one. */
  const typedLater = (magic: number): FsPort => ({
    ...nodeFs,
    fsType: (path) => (path.endsWith('/.') ? magic : nodeFs.fsType(path)),
  });

  test.each([
    [0x6969, 'nfs'],
    [0xff534d42, 'cifs'],
    [0xfe534d42, 'smb'],
  ])('of the network is refused: %d, %s', (magic, type) => {
    for (const path of ['a.txt', 'new.txt']) {
      expect(refusal(path, { fs: typed(magic) })).toEqual({
        code: 'UNSUPPORTED_FILE_SYSTEM',
        details: { path, type },
      });
    }
  });

  test.each([
    ['of the network, if allowed,', 0x6969, 'nfs', true],
    ['shared with another machine', 0x65735546, 'fuse or virtiofs', false],
    ['shared with another machine', 0x01021997, '9p', false],
  ])('%s is used, with one warning: %d', (_, magic, type, allowNetworkFs) => {
    const warnings: unknown[] = [];
    const warn: RefusalOptions['warn'] = (message, facts) => warnings.push([message, facts]);
    const asked = { fs: typed(magic), warn, allowNetworkFs };
    expect(ask(['a.txt', 'new.txt', 'sub/b.txt'], asked)).toEqual(Array(3).fill(undefined));
    expect(warnings).toEqual([
      [expect.stringContaining('locks'), { directory: tree.at('w'), type }],
    ]);
  });

  test('of the kernel takes no new files', () => {
    expect(refusal('new.txt', { fs: typedLater(0x62656572) })).toEqual({
      code: 'NOT_A_FILE',
      details: { path: 'new.txt', found: 'a view into the kernel (sysfs)' },
    });
  });
});

describe('the directory', () => {
  const denying = (errno: string): FsPort => ({
    ...nodeFs,
    access: (path) => {
      throw systemError(errno, 'access', [path]);
    },
  });

  test('must be writable', () => {
    const asked = { fs: denying('EACCES'), user: { uid: 1000, groups: [1000] } };
    for (const path of ['a.txt', 'new.txt']) {
      expect(code(path, asked)).toBe('PERMISSION_DENIED');
      expect(reason(path, asked)).toContain('uid 1000 may not write the directory');
    }
  });

  test('must be on a file system that can be written', () => {
    expect(refusal('a.txt', { fs: denying('EROFS') })).toEqual({
      code: 'READ_ONLY',
      details: { path: 'a.txt', reason: 'its file system is read-only' },
    });
  });

  test('may be sticky, if it or the file is ours', () => {
    const sticky = { mode: DIRECTORY | 0o1777 };
    const ours = { uid: 1000, gid: 1000 };
    const theirs = { uid: 1001 };
    const user = { uid: 1000, groups: [0, 1000] };
    const said = (file: Partial<Stat>, directory: Partial<Stat>) =>
      reason('a.txt', { user, fs: telling(file, { ...sticky, ...directory }) });
    expect(said(theirs, theirs)).toContain('sticky');
    expect(said(ours, theirs)).toBeUndefined();
    expect(said(theirs, ours)).not.toContain('sticky');
    expect(code('a.txt', { fs: telling(theirs, { ...sticky, ...theirs }) })).toBeUndefined();
    expect(code('new.txt', { user, fs: telling({}, { ...sticky, ...theirs }) })).toBeUndefined();
  });
});

describe('the file', () => {
  const user = { uid: 1000, groups: [1000, 2000] };

  test.each([
    [0o444, undefined, 'it is a read-only file (mode 0444)'],
    [0o555, undefined, 'it is a read-only file (mode 0555)'],
    [0o464, user, 'it is a read-only file (mode 0464)'],
    [0o464, undefined, undefined],
    [0o644, undefined, undefined],
    [0o600, user, undefined],
  ])('with mode %o, for %j: %s', (mode, user, expected) => {
    const fs = telling({ mode: FILE | mode, uid: user?.uid ?? 0, gid: user?.uid ?? 0 });
    const said = reason('a.txt', user === undefined ? { fs } : { fs, user });
    if (expected === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(expected);
  });

  test('marked as read-only is refused even to the superuser', () => {
    chmodSync(tree.at('w/a.txt'), 0o444);
    expect(code('a.txt')).toBe('PERMISSION_DENIED');
  });

  test('of another owner is refused to all but the superuser', () => {
    const fs = telling({ uid: 1001, gid: 3000 });
    expect(code('a.txt', { fs, user })).toBe('PERMISSION_DENIED');
    expect(reason('a.txt', { fs, user })).toContain(
      'its owner, uid 1001, cannot be kept by uid 1000',
    );
    expect(reason('a.txt', { fs, user })).toContain('--user 1001:3000');
    expect(code('a.txt', { fs })).toBeUndefined();
    expect(code('a.txt', { fs, user: undefined })).toBeUndefined();
  });

  test('of a group that we are not in is refused, unless the directory gives it', () => {
    const said = (gid: number, directory: Partial<Stat>) =>
      reason('a.txt', { user, fs: telling({ uid: 1000, gid }, directory) });
    expect(said(2000, {})).toBeUndefined();
    expect(said(3000, {})).toContain('gid 3000, cannot be kept by uid 1000');
    expect(said(3000, { gid: 3000, mode: DIRECTORY | 0o2775 })).toBeUndefined();
  });

  test('with several hard links is refused, unless they are ours or may be broken', () => {
    const details = { path: 'twin.txt', links: 2 };
    expect(refusal('twin.txt')).toEqual({ code: 'HARD_LINKED', details });
    expect(code('twin.txt', { ownLinks: 1 })).toBeUndefined();
    expect(code('twin.txt', { breakHardLinks: true })).toBeUndefined();
  });

  const mounted = (ids: readonly (string | undefined)[]): FsPort => {
    const left = [...ids];
    return {
      ...nodeFs,
      readSmall: (path) => {
        const id = path.startsWith('/proc/self/fdinfo/') ? left.shift() : undefined;
        if (id === undefined) throw systemError('ENOENT', 'open', [path]);
        return Buffer.from(`pos:\t0\nflags:\t0100000\nmnt_id:\t${id}\nino:\t5\n`);
      },
    };
  };

  test.each([
    [['27', '31'], 'FILE_MOUNT'],
    [['27', '27'], undefined],
    [['27', '271'], 'FILE_MOUNT'],
    [[undefined, '27'], undefined],
  ])('in the mounts %j (its directory, itself) is refused with %s', (ids, expected) => {
    expect(code('a.txt', { fs: mounted(ids) })).toBe(expected);
  });
});
