import { constants } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SimFs } from '../sim-fs.js';
import { createSimFs } from '../sim-fs.js';
import { everyChoice, seeded } from './choose.js';
import type { SyncFs } from './sync-fs.js';

const MAKE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

let sim: SimFs;
let fs: SyncFs;

beforeEach(() => {
  sim = createSimFs({ clock: { wall: () => 0 } });
  sim.put({ '/w/old': 'old', '/w/d/': '' });
  fs = sim.process().calls;
});

/** Every tree that may be found under /w after a power loss, in short: `old=old d/`. */
function images(): ReadonlySet<string> {
  return new Set(everyChoice((choose) => shown(sim.powerLoss(choose))));
}

function shown(found: SimFs): string {
  return Object.entries(found.tree('/w'))
    .map(([name, text]) => (name.endsWith('/') ? name : `${name}=${text}`))
    .toSorted()
    .join(' ');
}

function write(path: string, text: string): number {
  const fd = fs.open(path, MAKE, 0o600);
  fs.writev(fd, [Buffer.from(text)], 0);
  return fd;
}

function sync(path: string): void {
  const fd = fs.open(path, constants.O_RDONLY);
  fs.fsync(fd);
  fs.close(fd);
}

test('without a sync anything may be kept or lost', () => {
  fs.rename('/w/old', '/w/new');
  fs.rmdir('/w/d');
  expect(images()).toEqual(new Set(['d/ old=old', 'd/ new=old', 'old=old', 'new=old']));
});

describe('data and entry of a file are apart', () => {
  test('a new file may be lost, empty, torn or whole', () => {
    write('/w/new', 'abcd');
    expect(images()).toEqual(
      new Set(['', 'new=', 'new=a', 'new=ab', 'new=abc', 'new=abcd'].map(withOld)),
    );
  });

  test('a synced file is lost with its entry, but never torn', () => {
    fs.fsync(write('/w/new', 'abcd'));
    expect(images()).toEqual(new Set(['', 'new=abcd'].map(withOld)));
  });

  test('a synced directory names a file that may be empty', () => {
    write('/w/new', 'ab');
    sync('/w');
    expect(images()).toEqual(new Set(['new=', 'new=a', 'new=ab'].map(withOld)));
  });

  test('both synced are there for good', () => {
    fs.fsync(write('/w/new', 'abcd'));
    sync('/w');
    expect(sim.unsynced()).toBe(0);
    expect(images()).toEqual(new Set([withOld('new=abcd')]));
  });

  test('writes are lost one by one, and what is between is zero', () => {
    const fd = write('/w/new', 'a');
    fs.writev(fd, [Buffer.from('b')], 1);
    sync('/w');
    expect(images()).toEqual(new Set(['new=', 'new=a', 'new=\0b', 'new=ab'].map(withOld)));
  });

  test('a file is truncated, or not, before it is written again', () => {
    const fd = fs.open('/w/old', constants.O_WRONLY | constants.O_TRUNC);
    fs.writev(fd, [Buffer.from('X')], 0);
    expect(images()).toEqual(new Set(['old', '', 'Xld', 'X'].map((text) => `d/ old=${text}`)));
  });

  function withOld(found: string): string {
    return ['d/', ...(found === '' ? [] : [found]), 'old=old'].join(' ');
  }
});

describe('a rename', () => {
  test('of an unsynced file over another may leave neither content', () => {
    write('/w/new', 'abcd');
    fs.rename('/w/new', '/w/old');
    sync('/w');
    expect(images()).toEqual(
      new Set(['', 'a', 'ab', 'abc', 'abcd'].map((text) => `d/ old=${text}`)),
    );
  });

  test.each(['/w', '/w/d'])('between directories is durable in both when %s is synced', (path) => {
    fs.rename('/w/old', '/w/d/moved');
    expect(images()).toEqual(new Set(['d/ old=old', 'd/ d/moved=old']));
    sync(path);
    expect(images()).toEqual(new Set(['d/ d/moved=old']));
  });

  test('takes with it what was done to the same entries before', () => {
    fs.fsync(write('/w/d/staged', 'new'));
    fs.rename('/w/d/staged', '/w/old');
    sync('/w');
    expect(images()).toEqual(new Set(['d/ old=new']));
  });

  test('does not take with it what was done to other entries of the other directory', () => {
    fs.fsync(write('/w/d/other', 'other'));
    fs.rename('/w/d/other', '/w/d/another');
    fs.rename('/w/old', '/w/d/moved');
    sync('/w');
    expect(images()).toEqual(
      new Set(['d/ d/moved=old', 'd/ d/moved=old d/other=other', 'd/ d/another=other d/moved=old']),
    );
  });
});

describe('operations on one entry keep their order', () => {
  test('an unlink is lost with the link before it', () => {
    fs.link('/w/old', '/w/new');
    fs.unlink('/w/new');
    fs.link('/w/old', '/w/new');
    expect(images()).toEqual(new Set(['d/ old=old', 'd/ new=old old=old']));
  });

  test('a directory is not gone before what was in it', () => {
    fs.fsync(write('/w/d/a', 'a'));
    sync('/w/d');
    fs.rename('/w/d/a', '/w/a');
    fs.rmdir('/w/d');
    expect(images()).toEqual(new Set(['d/ d/a=a old=old', 'a=a d/ old=old', 'a=a old=old']));
  });

  test('directories that are moved never make a circle', () => {
    fs.mkdir('/w/e', 0o700);
    sync('/w');
    fs.rename('/w/d', '/w/e/d');
    fs.rename('/w/e/d', '/w/d');
    fs.rename('/w/e', '/w/d/e');
    expect(images()).toEqual(new Set(['d/ e/ old=old', 'e/ e/d/ old=old', 'd/ d/e/ old=old']));
  });
});

test('a directory that is lost takes with it what was synced inside', () => {
  fs.mkdir('/w/e', 0o700);
  fs.fsync(write('/w/e/a', 'a'));
  sync('/w/e');
  expect(images()).toEqual(new Set(['d/ old=old', 'd/ e/ e/a=a old=old']));
});

test('mode and owner are made durable by a sync of the file', () => {
  const fd = fs.open('/w/old', constants.O_RDONLY);
  fs.fchmod(fd, 0o600);
  expect(modes()).toEqual(new Set([0o600, 0o644]));
  fs.fsync(fd);
  expect(modes()).toEqual(new Set([0o600]));

  function modes(): ReadonlySet<number> {
    return new Set(everyChoice((choose) => modeAfter(choose)));
  }

  function modeAfter(choose: Parameters<SimFs['powerLoss']>[0]): number {
    return sim.powerLoss(choose).process().calls.lstat('/w/old').mode & 0o777;
  }
});

test('links are counted anew after a power loss', () => {
  fs.link('/w/old', '/w/new');
  const links = everyChoice(
    (choose) => sim.powerLoss(choose).process().calls.lstat('/w/old').nlink,
  );
  expect([...links]).toEqual([2, 1]);
});

test('an image is a file system of its own, on which all is durable', () => {
  fs.rename('/w/old', '/w/new');
  const lost = sim.powerLoss(() => 1);
  expect(lost.unsynced()).toBe(0);
  lost.put({ '/w/x': 'x' });
  expect(shown(lost)).toBe('d/ old=old x=x');
  expect(shown(sim)).toBe('d/ new=old');
});

test('a fork goes its own way and remembers what was not synced', () => {
  fs.rename('/w/old', '/w/new');
  const fork = sim.fork();
  sync('/w');
  expect(shown(sim.powerLoss(() => 1))).toBe('d/ new=old');
  expect(shown(fork)).toBe('d/ new=old');
  expect(shown(fork.powerLoss(() => 1))).toBe('d/ old=old');
  fork.process().calls.unlink('/w/new');
  expect(shown(sim)).toBe('d/ new=old');
});

test('a seed gives the same image again, and seeds together give them all', () => {
  write('/w/new', 'abcd');
  fs.rename('/w/old', '/w/older');
  const seeds = Array.from({ length: 500 }, (_, seed) => shown(sim.powerLoss(seeded(seed))));
  expect(seeds).toEqual(seeds.map((_, seed) => shown(sim.powerLoss(seeded(seed)))));
  expect(new Set(seeds)).toEqual(images());
});
