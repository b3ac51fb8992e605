import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  beat,
  blockerOf,
  createClaim,
  enter,
  expire,
  isHeld,
  leave,
  takeOver,
} from '../../../../src/store/disk/lock/claim.js';
import { lockFixture, STALE_MS, type LockFixture } from '../../../support/lock-fixture.js';

let fixture: LockFixture;
beforeEach(() => {
  fixture = lockFixture();
});
afterEach(() => {
  fixture.close();
});

const claim = (agent = 'one') => createClaim(fixture.directory, fixture.contender(agent).options);
const left = (): string[] => readdirSync(fixture.tree.top).sort();
const lockPath = (name: string): string => fixture.tree.at(`.a.txt.lockline/.git/lock/${name}`);

describe('a lock that nobody holds', () => {
  test('is entered by one of two, and gone without a trace when it is left', () => {
    const [one, two] = [claim('one'), claim('two')];
    expect([enter(one), enter(two)]).toEqual([true, false]);
    expect([isHeld(one), isHeld(two)]).toEqual([true, false]);
    expect(blockerOf(two)).toMatchObject({ agent: 'one', token: one.token });
    leave(one);
    expect(left()).toEqual(['a.txt']);
    expect(enter(two)).toBe(true);
    leave(two);
    expect(left()).toEqual(['a.txt']);
  });

  test('is never seen by git', () => {
    execFileSync('git', ['init', '-q', fixture.tree.top]);
    const one = claim();
    enter(one);
    writeFileSync(lockPath('new-00000000000000aa'), 'staged');
    execFileSync('git', ['-C', fixture.tree.top, 'add', '-A']);
    const staged = execFileSync('git', ['-C', fixture.tree.top, 'ls-files', '-s', '-o'], {
      encoding: 'utf8',
    });
    expect(
      staged
        .trim()
        .split('\n')
        .map((line) => line.split(/\s/).at(-1)),
    ).toEqual(['a.txt']);
  });
});

describe('a lock that is held', () => {
  test('moves its heartbeat, and says when that was taken', () => {
    const [one, two] = [claim('one'), claim('two')];
    enter(one);
    const first = one.held?.name;
    beat(one);
    expect(one.held?.name).not.toBe(first);
    expect(isHeld(one)).toBe(true);
    enter(two);
    expect(takeOver(two)).toBe(true);
    expect(isHeld(one)).toBe(false);
    expect(() => {
      beat(one);
    }).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('is not taken when the holder moved the heartbeat that was seen', () => {
    const [one, two] = [claim('one'), claim('two')];
    enter(one);
    enter(two);
    beat(one);
    expect(takeOver(two)).toBe(false);
    expect(isHeld(one)).toBe(true);
    leave(one);
    expect(left()).toEqual(['a.txt']);
  });

  test('is taken by only one of many who saw the same heartbeat', () => {
    const dead = claim('dead');
    enter(dead);
    const contenders = Array.from({ length: 20 }, (_, n) => claim(`contender ${String(n)}`));
    for (const contender of contenders) enter(contender);
    expect(contenders.filter((contender) => takeOver(contender))).toHaveLength(1);
    expect(contenders.filter((contender) => isHeld(contender))).toHaveLength(1);
  });

  test('is not let go by a former holder who wakes up late', () => {
    const [one, two] = [claim('one'), claim('two')];
    enter(one);
    enter(two);
    takeOver(two);
    leave(one);
    expect(isHeld(two)).toBe(true);
  });
});

describe('who may take a lock over', () => {
  test('anybody at once, when its holder is dead', () => {
    const holder = fixture.contender('holder');
    const dead = createClaim(fixture.directory, holder.options);
    enter(dead);
    const next = claim('next');
    enter(next);
    const isGone = (): boolean =>
      next.seen !== undefined && next.options.watch.isGone(fixture.directory, next.seen);
    expect(isGone()).toBe(false);
    holder.process.die();
    expect(isGone()).toBe(true);
  });

  test('nobody on the word of a heartbeat whose content is of the holder before', () => {
    const holder = fixture.contender('holder');
    enter(createClaim(fixture.directory, holder.options));
    holder.process.die();
    const taker = claim('taker');
    enter(taker);
    takeOver(taker);
    const third = claim('third');
    enter(third);
    expect(third.seen?.token).toBe(taker.token);
    expect(
      third.seen !== undefined && third.options.watch.isGone(fixture.directory, third.seen),
    ).toBe(false);
    expect(blockerOf(third).agent).toBe('taker');
  });

  test('anybody at once, when its holder has given up', () => {
    const one = claim('one');
    enter(one);
    expire(one);
    const two = claim('two');
    expect(enter(two)).toBe(false);
    expect(two.seen !== undefined && two.options.watch.isGone(fixture.directory, two.seen)).toBe(
      true,
    );
    expect(takeOver(two)).toBe(true);
  });

  test('an observer for whom the heartbeat kept one name for the stale time', () => {
    const one = claim('one');
    enter(one);
    const two = claim('two');
    const isGone = (): boolean => {
      enter(two);
      return two.seen !== undefined && two.options.watch.isGone(fixture.directory, two.seen);
    };
    expect(isGone()).toBe(false);
    fixture.clock.advance(STALE_MS - 1);
    expect(isGone()).toBe(false);
    beat(one);
    fixture.clock.advance(STALE_MS - 1);
    expect(isGone()).toBe(false);
    fixture.clock.advance(STALE_MS);
    expect(isGone()).toBe(true);
  });
});

describe('what a crash leaves of a lock', () => {
  test('a half made one is removed by the next user once its maker is dead', () => {
    const holder = fixture.contender('holder');
    const dead = createClaim(fixture.directory, holder.options);
    enter(dead);
    const [token, heartbeat] = [dead.token, dead.held?.name ?? ''];
    renameSync(
      fixture.tree.at('.a.txt.lockline/.git/lock'),
      fixture.tree.at(`.a.txt.lockline/.git/${token}`),
    );
    expect(existsSync(fixture.tree.at(`.a.txt.lockline/.git/${token}/${heartbeat}`))).toBe(true);
    const alive = claim('alive');
    enter(alive);
    leave(alive);
    expect(left()).toContain('.a.txt.lockline');
    holder.process.die();
    const next = claim('next');
    enter(next);
    leave(next);
    expect(left()).toEqual(['a.txt']);
  });

  test('one without a heartbeat is nobody’s after a second', () => {
    mkdirSync(lockPath(''), { recursive: true });
    writeFileSync(lockPath('part-00000000000000aa'), 'of a holder who was stalled and died');
    const next = claim('next');
    expect(enter(next)).toBe(false);
    fixture.clock.advance(1001);
    expect(enter(next)).toBe(false);
    expect(enter(next)).toBe(true);
    leave(next);
    expect(left()).toEqual(['a.txt']);
  });
});
