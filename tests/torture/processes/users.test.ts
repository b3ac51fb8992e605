import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { sha256 } from '../../support/client-folder.js';
import { isRoot, runs, testWith } from '../../support/needs.js';
import { PROGRAM } from '../../support/server-process.js';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { alongside } from './crew/alongside.js';
import { killAtRandom } from './crew/chaos.js';
import { openCrew, timesUndone } from './crew/crew.js';
import { cutTransaction } from './crew/cut.js';
import { createGround, judge, leftovers, stampAll, useAll, type Ground } from './crew/ground.js';
import { createRecorder } from './crew/recorder.js';
import { createRandom, PATIENCE_MS, scaled, tell } from './crew/scale.js';
import { stampedHash, stampedText } from './crew/stamped.js';

// Servers of root and of somebody else on one tree.

afterEach(endAgents);

const NOBODY = 65_534;
const asNobody = [
  'setpriv',
  `--reuid=${String(NOBODY)}`,
  `--regid=${String(NOBODY)}`,
  '--clear-groups',
];
const withUsers = testWith(
  isRoot && runs('setpriv', '--version'),
  'servers of several users need root and setpriv',
);

const FILES = ['one.txt', 'dir/two.txt', 'dir/three.txt'];

/** Everything in the directory belongs to nobody, who also gets a copy of the program to run. */
function shared(): { readonly ground: Ground; readonly program: string } {
  const ground = createGround(FILES);
  for (const name of ['.', 'dir', ...FILES]) chownSync(join(ground.path, name), NOBODY, NOBODY);
  const program = createGround([]);
  cpSync(dirname(PROGRAM), program.path, { recursive: true });
  for (const { path } of [ground, program]) chmodSync(path, 0o755);
  return { ground, program: join(program.path, basename(PROGRAM)) };
}

withUsers(
  'root and another user edit the same files and are killed',
  async () => {
    const { ground, program } = shared();
    const recorder = createRecorder();
    const random = createRandom();
    const kills = scaled(5, 40);
    const args = [ground.path];
    const start = (name: string): Promise<Agent> =>
      openAgent({ name, args, program, before: name.startsWith('root') ? [] : asNobody });
    const crew = await openCrew({
      names: ['root-1', 'other-1', 'root-2', 'other-2'],
      start,
      files: FILES,
      mostFiles: 3,
      locksHold: true,
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
      `two users: seed ${String(random.seed)}, ${String(kills)} kills, ${String(verdict.writes)} writes, ${String(verdict.violations.length)} violations, ${timesUndone(crew.agents)} (${recorder.endings.text()})`,
    );
    expect(verdict.violations).toEqual([]);
    for (const name of FILES) {
      const { uid, gid, mode } = statSync(join(ground.path, name));
      expect([name, uid, gid, mode & 0o777]).toEqual([name, NOBODY, NOBODY, 0o644]);
    }
    ground.remove();
  },
  PATIENCE_MS,
);

withUsers(
  'what one has left another takes back, whoever of both is root',
  async () => {
    const { ground, program } = shared();
    const [edited, created, deleted] = ['one.txt', 'dir/new.txt', 'dir/two.txt'] as const;
    const args = [ground.path];
    for (const isRootFirst of [true, false]) {
      const [first, second] = isRootFirst ? [[], asNobody] : [asNobody, []];
      const start = (before: readonly string[]): Promise<Agent> =>
        openAgent({ name: before.length > 0 ? 'other' : 'root', args, program, before });
      let before = ground.versions();
      await cutTransaction(
        { path: ground.path, files: [edited, created, deleted] },
        async () => {
          // One that was too fast has done it all.
          rmSync(join(ground.path, created), { force: true });
          put(ground, deleted, stampedText('again'));
          before = ground.versions();
          return start(first);
        },
        (agent) => {
          const entry = (file_path: string, action: string, contents?: string) => ({
            file_path,
            action,
            ...(action !== 'create' && { file_hash: before[file_path] }),
            ...(contents !== undefined && { contents }),
          });
          const files = [
            entry(edited, 'replace', stampedText('cut')),
            entry(created, 'create', 'new\n'),
            entry(deleted, 'delete'),
          ];
          return agent.call('edit_text_file_contents', { files });
        },
      );
      const next = await start(second);
      const stamp = `next ${next.name}`;
      expect(await stampAll(next, [edited], stamp)).toMatchObject({ kind: 'saved' });
      await next.close();
      expect(ground.versions()).toEqual({ ...before, [edited]: stampedHash(stamp) });
      expect(existsSync(join(ground.path, created))).toBe(false);
      expect(leftovers(ground.path)).toEqual([]);
    }
    ground.remove();
  },
  PATIENCE_MS,
);

/** Writes a file that belongs to nobody. */
function put({ path }: Ground, name: string, text: string): void {
  writeFileSync(join(path, name), text);
  chownSync(join(path, name), NOBODY, NOBODY);
}

withUsers('files of others are refused, alone and in a transaction', async () => {
  const { ground, program } = shared();
  const at = (name: string): string => join(ground.path, name);
  mkdirSync(at('sticky'));
  for (const name of ['theirs.txt', 'sticky/theirs.txt']) {
    writeFileSync(at(name), 'old\n');
    chmodSync(at(name), 0o666);
  }
  chmodSync(at('sticky'), 0o1777);
  const agent = await openAgent({ name: 'other', args: [ground.path], program, before: asNobody });
  const change = (...names: readonly string[]) => {
    const files = names.map((name) => ({
      file_path: name,
      file_hash: sha256(readFileSync(at(name))),
      action: 'replace',
      contents: 'new\n',
    }));
    return agent.call('edit_text_file_contents', { files });
  };
  for (const [name, said] of [
    ['theirs.txt', 'its owner, uid 0, cannot be kept'],
    ['sticky/theirs.txt', 'its directory is sticky'],
  ] as const) {
    for (const others of [[], FILES]) {
      const answer = await change(name, ...others);
      expect([answer?.code, answer?.text]).toEqual([
        'PERMISSION_DENIED',
        expect.stringContaining(said),
      ]);
      expect(readFileSync(at(name), 'utf8')).toBe('old\n');
      expect(ground.versions()).toEqual(ground.initial);
      expect(leftovers(ground.path)).toEqual([]);
    }
  }
  expect((await change(...FILES))?.code).toBeUndefined();
  await agent.close();
  ground.remove();
});
