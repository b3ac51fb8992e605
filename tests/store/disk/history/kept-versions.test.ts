import { linkSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { hashOf, type Hash } from '../../../../src/core/hash.js';
import { nodeFs, type FsPort } from '../../../../src/store/disk/fs-port.js';
import type { Home } from '../../../../src/store/disk/history/home.js';
import {
  keepVersion,
  readKept,
  releaseLive,
  type FormerVersion,
} from '../../../../src/store/disk/history/kept-versions.js';
import type { Room } from '../../../../src/store/disk/history/room.js';
import { systemError } from '../../../support/sim/errno.js';
import { historyFixture, type HistoryFixture } from '../../../support/history-fixture.js';

const LARGEST_COPY = 1 << 20;

let at: HistoryFixture;
let home: Home;
let taken: [name: string, size: number][];

beforeEach(async () => {
  at = historyFixture();
  home = await at.home();
  taken = [];
});

afterEach(() => {
  at.close();
});

const room: Room = {
  makeFor: () => true,
  took: (name, size) => taken.push([name, size]),
  logged: () => undefined,
};

/** A file that a commit has just put aside. */
function former(content: string | Buffer, mode = 0o644): FormerVersion {
  const bytes = Buffer.from(content);
  writeFileSync(at.tree.at('old'), bytes, { mode });
  const stat = nodeFs.lstat(at.tree.at('old'));
  const version = { stat, bytes, hash: hashOf(bytes), isHashed: () => true };
  return { at: at.tree.at('old'), version };
}

function keep(one: FormerVersion, fs: FsPort = nodeFs, into: Room = room): void {
  keepVersion(home, one, into, { fs, makeToken: at.makeToken });
}

const keptAt = (hash: Hash): string => at.tree.at(`.lockline/versions/${hash}`);
const read = (hash: Hash, { maxFileSize = 1000, readOnly = false } = {}) =>
  readKept(home, hash, { fs: nodeFs, maxFileSize, readOnly });
const elsewhere: FsPort = {
  ...nodeFs,
  rename: (from, to) => {
    if (!from.includes('/new-')) throw systemError('EXDEV', 'rename', [from, to]);
    nodeFs.rename(from, to);
  },
};

describe('a version that is kept', () => {
  test('is the inode that was replaced, under the name of its hash', async () => {
    const one = former('old', 0o640);
    keep(one);
    const { ino, nlink, mode } = statSync(keptAt(one.version.hash), { bigint: true });
    expect([ino, nlink, mode & 0o777n]).toEqual([one.version.stat.ino, 1n, 0o640n]);
    expect(at.names('versions')).toEqual([one.version.hash]);
    expect(taken).toEqual([[one.version.hash, 3]]);
    expect(await read(one.version.hash)).toEqual(Buffer.from('old'));
  });

  test('takes the place of the same one from before', () => {
    keep(former('old'));
    keep(former('old'));
    expect(at.names('versions')).toHaveLength(1);
  });

  test('is a copy where the inode has another name, which keeps its own', () => {
    const one = former('old', 0o640);
    linkSync(one.at, at.tree.at('other'));
    keep(one);
    const kept = statSync(keptAt(one.version.hash), { bigint: true });
    expect(kept.ino).not.toBe(one.version.stat.ino);
    expect(kept.mode & 0o777n).toBe(0o640n);
    expect(readFileSync(at.tree.at('other'), 'utf8')).toBe('old');
    expect(statSync(at.tree.at('other')).nlink).toBe(2);
  });

  test('is a copy where it comes from another file system', () => {
    const one = former('old');
    keep(one, elsewhere);
    expect(readFileSync(keptAt(one.version.hash), 'utf8')).toBe('old');
    expect(at.names('versions')).toEqual([one.version.hash]);
    expect(taken).toHaveLength(1);
  });

  test('is copied whole, however few bytes are written at once', () => {
    const one = former('0123456789');
    const slow: FsPort = {
      ...elsewhere,
      append: (fd, bytes) => nodeFs.append(fd, bytes.subarray(0, 3)),
    };
    keep(one, slow);
    expect(readFileSync(keptAt(one.version.hash), 'utf8')).toBe('0123456789');
  });

  test('is not copied if it is large', () => {
    keep(former(Buffer.alloc(LARGEST_COPY + 1)), elsewhere);
    expect(at.names('versions')).toEqual([]);
    keep(former(Buffer.alloc(LARGEST_COPY)), elsewhere);
    expect(at.names('versions')).toHaveLength(1);
  });

  test('leaves nothing half done when its copy fails', () => {
    const full: FsPort = {
      ...elsewhere,
      append: () => {
        throw systemError('ENOSPC', 'write', []);
      },
    };
    expect(() => {
      keep(former('old'), full);
    }).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(at.names('versions')).toEqual([]);
    expect(taken).toEqual([]);
  });

  test('needs room', () => {
    keep(former('old'), nodeFs, { ...room, makeFor: () => false });
    expect(at.names('versions')).toEqual([]);
    expect(readFileSync(at.tree.at('old'), 'utf8')).toBe('old');
  });

  test('must be there: who has lost the lock finds nothing', () => {
    const one = former('old');
    nodeFs.unlink(one.at);
    keep(one);
    expect(at.names('versions')).toEqual([]);
    expect(taken).toEqual([]);
  });
});

describe('a version that is read', () => {
  test('and is not kept, is none', async () => {
    expect(await read(hashOf(Buffer.from('x')))).toBeUndefined();
  });

  test('and has other bytes than its name says, is none and goes', async () => {
    const one = former('old');
    keep(one);
    writeFileSync(keptAt(one.version.hash), 'odd');
    expect(await read(one.version.hash, { readOnly: true })).toBeUndefined();
    expect(at.names('versions')).toHaveLength(1);
    expect(await read(one.version.hash)).toBeUndefined();
    expect(at.names('versions')).toEqual([]);
  });

  test('and is larger than any file that is edited, is none', async () => {
    const one = former('old');
    keep(one);
    expect(await read(one.version.hash, { maxFileSize: 2 })).toBeUndefined();
    expect(await read(one.version.hash, { maxFileSize: 3 })).toEqual(Buffer.from('old'));
  });

  test('and is no file, is none', async () => {
    const hash = hashOf(Buffer.from('x'));
    nodeFs.mkdir(keptAt(hash), 0o755);
    expect(await read(hash)).toBeUndefined();
  });
});

describe('a live file that is also kept', () => {
  test('is not kept any more', () => {
    const one = former('old');
    linkSync(one.at, keptAt(one.version.hash));
    const stat = nodeFs.lstat(one.at);
    expect(releaseLive(home, { ...one.version, stat }, nodeFs)).toBe(1);
    expect(at.names('versions')).toEqual([]);
    expect(statSync(one.at).nlink).toBe(1);
  });

  test('is another file than a kept one with the same bytes', () => {
    const one = former('old');
    writeFileSync(keptAt(one.version.hash), 'old');
    expect(releaseLive(home, one.version, nodeFs)).toBe(0);
    expect(at.names('versions')).toHaveLength(1);
  });
});
