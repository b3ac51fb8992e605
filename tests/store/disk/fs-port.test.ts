import { spawn } from 'node:child_process';
import { constants, existsSync, ftruncateSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { nodeFs, withoutSync, withQuietClose } from '../../../src/store/disk/fs-port.js';
import { createFakeClock } from '../../support/fake-clock.js';
import { faulty } from '../../support/faulty-fs.js';
import { createSimFs } from '../../support/sim-fs.js';
import { fifo, link, plantTree, type Tree } from '../../support/tree.js';

/* That the port over Node does what the simulation does is shown in tests/support/sim/kernel.test.ts. */

let tree: Tree;
beforeEach(() => {
  tree = plantTree({ 'a.txt': 'text', 'd/b': '', way: link('a.txt'), pipe: fifo });
});
afterEach(() => {
  tree.remove();
});

describe('the port over Node', () => {
  test('tells what each entry is, without following links', () => {
    const kinds = Object.fromEntries(nodeFs.list(tree.top).map(({ name, kind }) => [name, kind]));
    expect(kinds).toEqual({ 'a.txt': 'file', d: 'directory', way: 'symlink', pipe: 'other' });
    for (const [name, kind] of Object.entries(kinds))
      expect(nodeFs.lstat(tree.at(name)).kind).toBe(kind);
  });

  test('tells times to the nanosecond', () => {
    const before = nodeFs.lstat(tree.at('a.txt')).mtimeNs;
    nodeFs.unlink(tree.at('a.txt'));
    nodeFs.writeSmall(tree.at('a.txt'), Buffer.from('text'), 0o644);
    expect(nodeFs.lstat(tree.at('a.txt')).mtimeNs).toBeGreaterThan(before);
  });

  test('does not make a short file over another', () => {
    expect(() => {
      nodeFs.writeSmall(tree.at('a.txt'), Buffer.from('x'), 0o644);
    }).toThrow('EEXIST');
  });

  test('appends in one call', () => {
    const fd = nodeFs.open(tree.at('a.txt'), constants.O_WRONLY | constants.O_APPEND);
    expect(nodeFs.append(fd, Buffer.from('!'))).toBe(1);
    nodeFs.close(fd);
    expect(nodeFs.readSmall(tree.at('a.txt')).toString()).toBe('text!');
  });

  test('reads nothing of what is no short file, and waits for nobody', () => {
    // Without a writer, who has something to say, a read that waits would wait for ever.
    const writer = spawn('sh', ['-c', 'echo text > "$1"', 'sh', tree.at('pipe')]);
    const big = nodeFs.open(tree.at('big'), constants.O_RDWR | constants.O_CREAT);
    ftruncateSync(big, 2 ** 40);
    nodeFs.close(big);
    for (const name of ['pipe', 'way', 'd', 'big'])
      expect(nodeFs.readSmall(tree.at(name))).toHaveLength(0);
    writer.kill();
    expect(() => nodeFs.readSmall(tree.at('none'))).toThrow('ENOENT');
    // Files of the kernel have no size.
    const status = '/proc/self/status';
    if (existsSync(status)) expect(nodeFs.readSmall(status).length).toBeGreaterThan(0);
  });

  test('rejects where an asynchronous call fails', async () => {
    const bad = 1_000_000;
    await expect(nodeFs.read(bad, Buffer.alloc(1), 0)).rejects.toMatchObject({ code: 'EBADF' });
    await expect(nodeFs.writev(bad, [Buffer.alloc(1)], 0)).rejects.toMatchObject({ code: 'EBADF' });
    await expect(nodeFs.fsync(bad)).rejects.toMatchObject({ code: 'EBADF' });
  });
});

describe('a quiet close', () => {
  test('does not fail, whatever the call answers', () => {
    const { fs, calls } = faulty(nodeFs, ({ name }) =>
      name === 'close' ? { kind: 'error', code: 'EIO' } : undefined,
    );
    const fd = fs.open(tree.at('a.txt'), constants.O_RDONLY);
    withQuietClose(fs).close(fd);
    expect(calls.at(-1)?.name).toBe('close');
    nodeFs.close(fd);
  });

  test('does not hide a bug', () => {
    const close = (): never => {
      throw new TypeError('a bug');
    };
    expect(() => {
      withQuietClose({ ...nodeFs, close }).close(3);
    }).toThrow('a bug');
  });
});

test('without syncs nothing waits for the disk', async () => {
  const sim = createSimFs({ clock: createFakeClock() });
  const fs = withoutSync(sim.process().fs);
  fs.writeSmall('/a', Buffer.from('text'), 0o644);
  const left = sim.unsynced();
  await fs.fsync(fs.open('/a', constants.O_RDONLY));
  expect(sim.unsynced()).toBe(left);
});
