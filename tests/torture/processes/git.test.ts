import { spawn } from 'node:child_process';
import { afterEach, expect } from '@jest/globals';
import { runs, testWith } from '../../support/needs.js';
import { bareEnvironment } from '../../support/server-process.js';
import { endAgents, openAgent } from './crew/agent.js';
import { alongside } from './crew/alongside.js';
import { killAtRandom } from './crew/chaos.js';
import { openCrew } from './crew/crew.js';
import { createGround, judge, useAll } from './crew/ground.js';
import { createRecorder } from './crew/recorder.js';
import { createRandom, PATIENCE_MS, scaled, tell } from './crew/scale.js';

// Servers edit in a git repository and are killed, while everything is staged again and again.

const FILES = ['one.txt', 'src/two.txt', 'src/three.txt'];
const NAMES = ['ada', 'ben', 'cyd'];
const KILLS = scaled(5, 40);

afterEach(endAgents);

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs git in the background, so that the agents of this process go on. */
async function git(directory: string, ...args: readonly string[]): Promise<Ran> {
  const child = spawn('git', args, { cwd: directory, env: bareEnvironment('/nonexistent') });
  const printed = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.errors += text));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, ...printed });
    });
  });
}

testWith(runs('git', '--version'), 'git is not installed')(
  'git add -A never stages anything but the files',
  async () => {
    const ground = createGround(FILES);
    await git(ground.path, 'init', '--quiet');
    const recorder = createRecorder();
    const random = createRandom();
    const start = (name: string) => openAgent({ name, args: [ground.path] });
    const crew = await openCrew({
      names: NAMES,
      start,
      files: FILES,
      mostFiles: 3,
      locksHold: true,
      recorder,
      random,
    });
    let rounds = 0;
    const stage = async (): Promise<void> => {
      const added = await git(ground.path, 'add', '-A');
      if (added.code !== 0) recorder.fault(`git add failed: ${added.errors}`);
      const staged = await git(ground.path, 'ls-files', '--cached');
      if (
        staged.output !==
        [...FILES]
          .toSorted()
          .map((name) => `${name}\n`)
          .join('')
      )
        recorder.fault(`staged: ${staged.output}`);
      const status = await git(ground.path, 'status', '--porcelain', '--untracked-files=all');
      if (status.output.includes('lockline')) recorder.fault(`seen by git: ${status.output}`);
      // A lock that is gone when git looks into it makes it say so, and go on.
      if (added.errors !== '') recorder.endings.add('warning of git');
      rounds += 1;
    };
    await alongside(
      (isOver) => killAtRandom({ crew, ground, random, isOver }, KILLS),
      (isOver) => crew.work(isOver),
      async (isOver) => {
        while (!isOver()) await stage();
      },
    );
    await crew.close();
    // What the last kills have left is still there.
    await stage();
    await useAll(ground, recorder);

    const verdict = judge(ground, recorder);
    tell(
      `git: seed ${String(random.seed)}, ${String(rounds)} times git add -A, ${String(KILLS)} kills, ${String(verdict.writes)} writes, ${String(verdict.violations.length)} violations (${recorder.endings.text()})`,
    );
    expect(verdict.violations).toEqual([]);
    ground.remove();
  },
  PATIENCE_MS,
);
