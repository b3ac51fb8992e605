import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FsPort } from '../../../../src/store/disk/fs-port.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import { isRoot, runs, testWith } from '../../../support/needs.js';
import { openersOf, readThrough, withoutProc } from '../../../support/opened.js';
import { systemError } from '../../../support/sim/errno.js';
import { refusalOf } from '../../../support/thrown.js';
import { directory, fifo, link, plantTree, type Tree } from '../../../support/tree.js';

let tree: Tree;

beforeEach(() => {
  tree = plantTree({
    'w/a.txt': 'text\n',
    'w/empty': '',
    'w/dir': directory,
    'w/pipe': fifo,
    'w/to-pipe': link('pipe'),
    'w/to-file': link('a.txt'),
    'w/sub/b.txt': 'b\n',
    'outside/b.txt': 'TOP\n',
  });
});

afterEach(() => {
  tree.remove();
});

const read = (path: string, fs: FsPort = nodeFs) =>
  readThrough(openersOf([tree.at('w')], {}, fs), path);

/** Something happens between the look at a file and its opening. */
function justBeforeOpening(name: string, happen: () => void): FsPort {
  return {
    ...nodeFs,
    open: (path, flags, mode) => {
      if (path.endsWith(name)) happen();
      return nodeFs.open(path, flags, mode);
    },
  };
}

const openDescriptors = () => readdirSync('/proc/self/fd').length;

test('a regular file is opened for reading', () => {
  expect(read('a.txt')).toBe('text\n');
  expect(read('to-file')).toBe('text\n');
  expect(read('empty')).toBe('');
  expect(read('a.txt', withoutProc(nodeFs))).toBe('text\n');
});

test('a missing file is nothing, also if it goes at the last moment', () => {
  expect(read('missing')).toBeUndefined();
  expect(read('missing/deep')).toBeUndefined();
  const fs = justBeforeOpening('/a.txt', () => {
    rmSync(tree.at('w/a.txt'));
  });
  expect(read('a.txt', fs)).toBeUndefined();
});

describe('what is no regular file is refused at once, and told', () => {
  const refused = (path: string, found: string, fs: FsPort = nodeFs) => {
    const before = openDescriptors();
    const started = performance.now();
    expect(refusalOf(() => read(path, fs))).toEqual({
      code: 'NOT_A_FILE',
      details: { path: path.replace('to-', ''), found },
    });
    expect(performance.now() - started).toBeLessThan(500);
    expect(openDescriptors()).toBe(before);
  };

  test('a directory', () => {
    refused('dir', 'a directory');
    refused('.', 'a directory');
  });

  test('a FIFO without a writer, also behind a link', () => {
    refused('pipe', 'a named pipe (FIFO)');
    refused('to-pipe', 'a named pipe (FIFO)');
  });

  test('a socket', async () => {
    const server = createServer().listen(tree.at('w/socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    refused('socket', 'a socket');
    await new Promise((resolve) => server.close(resolve));
  });

  testWith(isRoot, 'mknod needs root')('a device, which is not even opened', () => {
    runs('mknod', tree.at('w/zero'), 'c', '1', '5');
    runs('mknod', tree.at('w/loop'), 'b', '7', '99');
    const opened: string[] = [];
    const fs: FsPort = {
      ...nodeFs,
      open: (path, flags, mode) => {
        opened.push(path);
        return nodeFs.open(path, flags, mode);
      },
    };
    refused('zero', 'a character device', fs);
    refused('loop', 'a block device', fs);
    expect(opened).toEqual([tree.at('w'), tree.at('w')]);
  });

  test('a FIFO put in the place at the last moment', () => {
    const fs = justBeforeOpening('/a.txt', () => {
      renameSync(tree.at('w/pipe'), tree.at('w/a.txt'));
    });
    refused('a.txt', 'a named pipe (FIFO)', fs);
  });

  test('a link put in the place at the last moment, wherever it leads', () => {
    const fs = justBeforeOpening('/a.txt', () => {
      rmSync(tree.at('w/a.txt'));
      symlinkSync(tree.at('outside/b.txt'), tree.at('w/a.txt'));
    });
    refused('a.txt', 'a symbolic link that cannot be followed', fs);
  });

  test('a link put in the place after the path was checked', () => {
    const { confinement, anchors, openTarget } = openersOf([tree.at('w')]);
    const { path } = confinement.resolve('a.txt', 'read');
    rmSync(tree.at('w/a.txt'));
    symlinkSync('sub/b.txt', tree.at('w/a.txt'));
    const anchor = anchors.openParent(path);
    const refusal = refusalOf(() => anchor && openTarget(anchor, path));
    expect(refusal.details['found']).toBe('a symbolic link');
    anchor?.close();
  });

  test('a view into the kernel, though it looks like a file', () => {
    const fs: FsPort = {
      ...nodeFs,
      fsType: (path) => (path.endsWith('/b.txt') ? 0x9fa0 : nodeFs.fsType(path)),
    };
    refused('sub/b.txt', 'a view into the kernel (proc)', fs);
  });
});

test('a directory swapped while the file is opened is told, and nothing is read', () => {
  for (const port of [nodeFs, withoutProc(nodeFs)]) {
    const swapping: FsPort = {
      ...port,
      fstat: (fd) => {
        const stat = nodeFs.fstat(fd);
        if (stat.kind === 'file') renameSync(tree.at('w/sub'), tree.at('w/away'));
        return stat;
      },
    };
    const before = openDescriptors();
    expect(refusalOf(() => read('sub/b.txt', swapping)).code).toBe('IO_FAILED');
    expect(openDescriptors()).toBe(before);
    renameSync(tree.at('w/away'), tree.at('w/sub'));
  }
});

test('who may not read is told who and whose it is', () => {
  const fs: FsPort = {
    ...nodeFs,
    open: (path, flags) => {
      if (path.endsWith('/a.txt')) throw systemError('EACCES', 'open', [path]);
      return nodeFs.open(path, flags);
    },
  };
  const user = { uid: 1000, groups: [1000] };
  const { code, details } = refusalOf(() =>
    readThrough(openersOf([tree.at('w')], { user }, fs), 'a.txt'),
  );
  expect(code).toBe('PERMISSION_DENIED');
  const { uid, gid } = nodeFs.lstat(tree.at('w/a.txt'));
  expect(details['reason']).toMatch(
    `uid 1000 may not read it (owner ${String(uid)}:${String(gid)}, mode 0644)`,
  );
});
