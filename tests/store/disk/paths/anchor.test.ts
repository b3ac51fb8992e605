import { constants, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Anchor } from '../../../../src/store/disk/paths/anchor.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { openersOf, withoutProc } from '../../../support/opened.js';
import { systemError } from '../../../support/sim/errno.js';
import { refusalOf } from '../../../support/thrown.js';
import { plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeEach(() => {
  tree = plantTree({
    'w/a/b/f.txt': 'in\n',
    'w/other/b/f.txt': 'other\n',
    'w/file': '',
    'outside/b/f.txt': 'TOP\n',
  });
});

afterEach(() => {
  tree.remove();
});

const openDescriptors = () => readdirSync('/proc/self/fd').length;

/** Puts a link in the place of a directory. */
function swap(directory: string, target: string): void {
  renameSync(tree.at(directory), tree.at(`${directory}-away`));
  symlinkSync(tree.at(target), tree.at(directory));
}

function present(anchor: Anchor | undefined): Anchor {
  expect(anchor).toBeDefined();
  if (anchor === undefined) throw new Error('no anchor');
  return anchor;
}

describe.each([
  ['with /proc', nodeFs],
  ['without /proc', withoutProc(nodeFs)],
])('%s', (_, fs) => {
  const parts = () => openersOf([tree.at('w')], {}, fs);
  const pathOf = (path: string) => parts().confinement.resolve(path, 'read').path;
  const open = (path: string) => present(parts().anchors.openParent(pathOf(path)));

  test('a parent is opened, and knows which directory it is', () => {
    const anchor = open('a/b/f.txt');
    const stat = nodeFs.lstat(tree.at('w/a/b'));
    expect(anchor).toMatchObject({ directory: tree.at('w/a/b'), dev: stat.dev, ino: stat.ino });
    expect(anchor.access).toEqual({ mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid });
    expect(nodeFs.lstat(anchor.at('f.txt')).ino).toBe(nodeFs.lstat(tree.at('w/a/b/f.txt')).ino);
    expect(anchor.recheck()).toBeUndefined();
    anchor.close();
  });

  test('a missing parent is nothing', () => {
    expect(parts().anchors.openParent(pathOf('new/deep/f.txt'))).toBeUndefined();
  });

  test('the parent of a root is not opened', () => {
    const { code, details } = refusalOf(() => parts().anchors.openParent(pathOf('.')));
    expect([code, details]).toEqual(['NOT_A_FILE', { path: '.', found: 'a directory' }]);
  });

  test('the nearest directory above a file is the root at last', () => {
    const nearest = (path: string) => {
      const anchor = parts().anchors.openNearest(pathOf(path));
      anchor.close();
      return anchor.directory;
    };
    expect(nearest('new/deep/f.txt')).toBe(tree.at('w'));
    expect(nearest('a/new/f.txt')).toBe(tree.at('w/a'));
    expect(nearest('a/f.txt')).toBe(tree.at('w/a'));
    const path = pathOf('new/f.txt');
    const { anchors } = parts();
    rmSync(tree.at('w'), { recursive: true });
    expect(refusalOf(() => anchors.openNearest(path)).code).toBe('FILE_NOT_FOUND');
  });

  test.each([
    ['a', 'outside', 'OUTSIDE_ROOTS'],
    ['a', 'w/other', 'IO_FAILED'],
    ['a/b', 'outside/b', 'NOT_A_FILE'],
    ['a/b', 'w/other/b', 'NOT_A_FILE'],
  ])('when %s has become a link to %s, the answer is %s', (directory, target, code) => {
    const path = pathOf('a/b/f.txt');
    swap(`w/${directory}`, target);
    const { anchors } = parts();
    const before = openDescriptors();
    expect(refusalOf(() => anchors.openParent(path)).code).toBe(code);
    expect(openDescriptors()).toBe(before);
  });

  test.each([
    ['a', 'outside', 'OUTSIDE_ROOTS'],
    ['a', 'w/other', 'IO_FAILED'],
  ])('when %s becomes a link to %s after opening, a recheck tells', (directory, target) => {
    const anchor = open('a/b/f.txt');
    swap(`w/${directory}`, target);
    const { code } = refusalOf(() => {
      anchor.recheck();
    });
    // The descriptor has moved with its directory; the name leads to the outside.
    expect(['OUTSIDE_ROOTS', 'IO_FAILED']).toContain(code);
    anchor.close();
  });

  test('a directory moved out of the root is told as outside, by its descriptor or as gone', () => {
    const anchor = open('a/b/f.txt');
    renameSync(tree.at('w/a'), tree.at('outside/a'));
    const { code } = refusalOf(() => {
      anchor.recheck();
    });
    expect(code).toBe(fs === nodeFs ? 'OUTSIDE_ROOTS' : 'IO_FAILED');
    anchor.close();
  });
});

describe('through the descriptor', () => {
  const open = (path: string) => {
    const { confinement, anchors } = openersOf([tree.at('w')]);
    return present(anchors.openParent(confinement.resolve(path, 'read').path));
  };

  test('work goes on in the same directory wherever its name leads', () => {
    const anchor = open('a/b/f.txt');
    swap('w/a', 'outside');
    const fd = nodeFs.open(anchor.at('f.txt'), constants.O_RDONLY);
    const bytes = Buffer.alloc(10);
    expect(bytes.toString('utf8', 0, nodeFs.readSync(fd, bytes, 0))).toBe('in\n');
    nodeFs.close(fd);
    nodeFs.writeSmall(anchor.at('new'), Buffer.from('new'), 0o600);
    nodeFs.rename(anchor.at('new'), anchor.at('f.txt'));
    nodeFs.mkdir(anchor.at('d'), 0o700);
    expect(readdirSync(tree.at('outside/b'))).toEqual(['f.txt']);
    expect(readdirSync(tree.at('w/a-away/b')).toSorted()).toEqual(['d', 'f.txt']);
    anchor.close();
  });

  test('a directory that is removed between its look-up and its opening is nothing', () => {
    const removing = {
      ...nodeFs,
      open: (path: string, flags: number) => {
        const fd = nodeFs.open(path, flags);
        if (path.endsWith('/a/b')) rmSync(tree.at('w/a'), { recursive: true });
        return fd;
      },
    };
    const { confinement, anchors } = openersOf([tree.at('w')], {}, removing);
    present(anchors.openDirectory(tree.at('w'))).close();
    const before = openDescriptors();
    expect(anchors.openParent(confinement.resolve('a/b/f.txt', 'read').path)).toBeUndefined();
    expect(openDescriptors()).toBe(before);
  });

  test('a directory that the kernel names in another case is the same', () => {
    const folding = {
      ...nodeFs,
      readlink: (path: string) => nodeFs.readlink(path).replace(/\/b$/, '/B'),
    };
    const { confinement, anchors } = openersOf([tree.at('w')], {}, folding);
    const anchor = anchors.openParent(confinement.resolve('a/b/f.txt', 'read').path);
    present(anchor).close();
  });
});

describe('sync', () => {
  const synced = async (code: string | undefined) => {
    const fs = {
      ...nodeFs,
      fsync: async (fd: number) => {
        if (code !== undefined) throw systemError(code, 'fsync', []);
        await nodeFs.fsync(fd);
      },
    };
    const anchor = present(openersOf([tree.at('w')], {}, fs).anchors.openDirectory(tree.at('w')));
    await anchor.sync().finally(() => {
      anchor.close();
    });
  };

  test('reaches the disk', async () => {
    writeFileSync(tree.at('w/new'), '');
    await expect(synced(undefined)).resolves.toBeUndefined();
  });

  test('passes over file systems that have none for directories', async () => {
    for (const code of ['EINVAL', 'ENOTSUP', 'EPERM']) {
      await expect(synced(code)).resolves.toBeUndefined();
    }
  });

  test('tells when it failed', async () => {
    await expect(synced('EIO')).rejects.toMatchObject({ code: 'EIO' });
  });
});
