import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../../../support/client-folder.js';
import { check, type Verdict } from '../check/check.js';
import type { Versions } from '../check/history.js';
import { openAgent, type Agent } from './agent.js';
import { look, type Ending, type SeenFile } from './calls.js';
import { lookAtStamps, stampSeen } from './crew.js';
import type { Recorder } from './recorder.js';
import { STAMP_LINES, stampedText } from './stamped.js';

/** Longer than a holder may stand still before others take its locks. */
const SILENCE_MS = 20_000;
const PAUSE_MS = 500;

/** Stamped files in a directory. */
export interface Ground {
  readonly path: string;
  readonly files: readonly string[];
  readonly initial: Versions;
  /** The hashes that the disk has now. */
  versions(): Versions;
  remove(): void;
}

export function createGround(files: readonly string[]): Ground {
  const path = mkdtempSync(join(tmpdir(), 'lockline-test-'));
  for (const name of files) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), stampedText(name));
  }
  const versions = (): Versions =>
    Object.fromEntries(files.map((name) => [name, sha256(readFileSync(join(path, name)))]));
  return {
    path,
    files,
    initial: versions(),
    versions,
    remove: () => {
      rmSync(path, { recursive: true });
    },
  };
}

/** The change log of a root, which stays. */
const LOG = /^\.lockline(\/|$)/;

/** What of Lockline's lies in a tree and should not. */
export function leftovers(path: string): readonly string[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('lockline') && !LOG.test(name));
}

/** A server that comes after all others reads and edits every file; then nothing may be left but the files. */
export async function useAll({ path, files }: Ground, recorder: Recorder): Promise<void> {
  const agent = await openAgent({ name: 'last', args: [path] });
  const seen = await lookAtAll(agent, files, recorder);
  for (const name of files) {
    const file = seen?.get(name);
    const call = { who: 'last', invoked: recorder.now() };
    const ending = file && (await stampSeen(agent, new Map([[name, file]]), `last ${name}`));
    if (ending?.kind !== 'saved') {
      recorder.fault(`${name} cannot be used in the end: ${JSON.stringify(ending)}`);
      continue;
    }
    const to = Object.fromEntries(ending.hashes);
    const from = { [name]: file?.hash ?? '' };
    recorder.write({ ...call, returned: recorder.now(), from, to, ending: 'saved' });
  }
  await agent.close();
  for (const left of leftovers(path)) recorder.fault(`left behind: ${left}`);
}

/** Of a transaction whose writer cannot be asked about, files are busy until he has been silent long enough. */
async function lookAtAll(
  agent: Agent,
  files: readonly string[],
  recorder: Recorder,
): ReturnType<typeof lookAtStamps> {
  const end = performance.now() + SILENCE_MS;
  for (;;) {
    const seen = await lookAtStamps(agent, files, recorder);
    if (seen?.size === files.length || performance.now() > end) return seen;
    await sleep(PAUSE_MS);
  }
}

/** Reads files and puts a new stamp on all of them in one transaction. */
export async function stampAll(
  agent: Agent,
  names: readonly string[],
  stamp: string,
): Promise<Ending> {
  const seen = await look(agent, names, STAMP_LINES);
  const files = new Map<string, SeenFile>();
  for (const [name, file] of seen ?? []) {
    if (typeof file === 'string') throw new Error(`${name} cannot be read: ${file}`);
    files.set(name, file);
  }
  return stampSeen(agent, files, stamp);
}

/** Judges all that was recorded on a ground that nobody works on any more. */
export function judge(ground: Ground, recorder: Recorder): Verdict {
  const verdict = check(recorder.history(ground.initial, ground.versions()));
  return { ...verdict, violations: [...recorder.faults, ...verdict.violations] };
}
