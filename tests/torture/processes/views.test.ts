import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { testWith } from '../../support/needs.js';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { alongside } from './crew/alongside.js';
import { killAtRandom } from './crew/chaos.js';
import { openCrew, timesUndone } from './crew/crew.js';
import { cutTransaction } from './crew/cut.js';
import { createGround, judge, leftovers, stampAll, useAll, type Ground } from './crew/ground.js';
import { canNest, inContainer } from './crew/mounts.js';
import { createRecorder } from './crew/recorder.js';
import { createRandom, PATIENCE_MS, scaled, tell } from './crew/scale.js';
import { stampedHash } from './crew/stamped.js';

// One tree seen by several containers, each with mounts and pids of its own: by the first at its place, by the
// second at another, by the third only a part of it.

const FILES = ['top.txt', 'sub/one.txt', 'sub/two.txt', 'sub/deep/three.txt'];
const IN_PART = FILES.filter((name) => name.startsWith('sub/'));
/** A holder in another pid namespace cannot be asked about, so its locks are taken after the stale time. */
const env = { LOCKLINE_TEST_STALE_MS: '800' };

const withViews = testWith(canNest, 'views of several containers need root and unshare');

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lockline-view-'));
});
afterAll(() => {
  rmSync(place, { recursive: true });
});
afterEach(endAgents);

type View = (ground: Ground, name: string) => Promise<Agent>;

const views: Readonly<Record<'wide' | 'moved' | 'part', View>> = {
  wide: ({ path }, name) => openAgent({ name, args: [path], env }),
  moved: ({ path }, name) => {
    const before = inContainer('mount --bind "$1" "$2"', [path, place]);
    return openAgent({ name, args: [place], env, before });
  },
  // Its root holds nothing but the mount, so that names in it are those of the others.
  part: ({ path }, name) => {
    const script = 'mount -t tmpfs none "$2"\nmkdir "$2/sub"\nmount --bind "$1/sub" "$2/sub"';
    const before = inContainer(script, [path, place]);
    return openAgent({ name, args: ['--no-history', place], env, before });
  },
};

function viewOf(name: string): keyof typeof views {
  return name.startsWith('part') ? 'part' : name.startsWith('moved') ? 'moved' : 'wide';
}

withViews(
  'servers of three views edit and are killed',
  async () => {
    const ground = createGround(FILES);
    const recorder = createRecorder();
    const random = createRandom();
    const kills = scaled(5, 43);
    const crew = await openCrew({
      names: ['wide-1', 'moved-1', 'part-1', 'wide-2', 'moved-2', 'part-2'],
      start: (name) => views[viewOf(name)](ground, name),
      files: FILES,
      visibleTo: (name) => (viewOf(name) === 'part' ? IN_PART : FILES),
      mostFiles: 3,
      // One that is slow on a busy machine is taken for dead.
      locksHold: false,
      recorder,
      random,
    });
    await alongside(
      (isOver) => killAtRandom({ crew, ground, random, isOver }, kills),
      (isOver) => crew.work(isOver),
    );
    await crew.close();
    await useAll(ground, recorder);
    const verdict = judge(ground, recorder);
    tell(
      `views: seed ${String(random.seed)}, ${String(kills)} kills, ${String(verdict.writes)} writes, ${String(verdict.violations.length)} violations, ${timesUndone(crew.agents)} (${recorder.endings.text()})`,
    );
    expect(verdict.violations).toEqual([]);
    ground.remove();
  },
  PATIENCE_MS,
);

withViews(
  'a transaction cut short is in doubt where its coordinator cannot be seen, and taken back where it can',
  async () => {
    const ground = createGround(['a/x.txt', 'b/y.txt']);
    let before = ground.initial;
    const coordinator = await cutTransaction(
      ground,
      () => views.wide(ground, 'cut'),
      (agent) => {
        before = ground.versions();
        return stampAll(agent, ground.files, `pid ${String(agent.pid)}`);
      },
    );
    const [other = ''] = ground.files.filter((name) => name !== coordinator);
    const [directory = '', file = ''] = other.split('/');
    const mount = inContainer('mount --bind "$1" "$2"', [join(ground.path, directory), place]);
    const args = ['--no-history', place];
    const narrow = await openAgent({ name: 'narrow', args, env, before: mount });

    // It waits for the stale time, as it cannot tell that the other is dead, and then guesses nothing.
    const there = ground.versions();
    for (let turn = 0; turn < 2; turn += 1) {
      const ending = await stampAll(narrow, [file], 'narrow');
      expect(ending).toEqual({ kind: 'unknown', code: 'IN_DOUBT' });
      expect(ground.versions()).toEqual(there);
    }
    const wide = await views.wide(ground, 'wide');
    expect(await stampAll(wide, [other], 'wide')).toMatchObject({ kind: 'saved' });
    expect(ground.versions()).toEqual({ ...before, [other]: stampedHash('wide') });
    expect(await stampAll(narrow, [file], 'narrow')).toMatchObject({ kind: 'saved' });
    await Promise.all([narrow.close(), wide.close()]);
    expect(leftovers(ground.path)).toEqual([]);
    ground.remove();
  },
  PATIENCE_MS,
);
