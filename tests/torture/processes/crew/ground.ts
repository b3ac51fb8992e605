import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256 } from '../../../support/client-folder.js';
import { check, type Verdict } from '../check/check.js';
import type { Versions } from '../check/history.js';
import { openAgent } from './agent.js';
import { edit } from './calls.js';
import { lookAtStamps } from './crew.js';
import type { Recorder } from './recorder.js';
import { stampedText, stampLine, LAST_LINE } from './stamped.js';

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
  const invoked = recorder.now();
  const seen = await lookAtStamps(agent, files, recorder);
  for (const name of files) {
    const file = seen?.get(name);
    if (file === undefined) {
      recorder.fault(`${name} cannot be read in the end: ${agent.stderr()}`);
      continue;
    }
    const text = stampLine(`last ${name}`);
    const [first = '', last = ''] = file.lines;
    const lines = [
      { line: 1, old: first, text },
      { line: LAST_LINE, old: last, text },
    ];
    const ending = await edit(agent, [{ name, hash: file.hash, lines }]);
    if (ending.kind !== 'saved')
      recorder.fault(`${name} cannot be edited in the end: ${JSON.stringify(ending)}`);
    else
      recorder.write({
        who: 'last',
        invoked,
        returned: recorder.now(),
        from: { [name]: file.hash },
        to: { [name]: ending.hashes.get(name) ?? '' },
        ending: 'saved',
      });
  }
  await agent.close();
  for (const left of leftovers(path)) recorder.fault(`left behind: ${left}`);
}

/** Judges all that was recorded on a ground that nobody works on any more. */
export function judge(ground: Ground, recorder: Recorder): Verdict {
  const verdict = check(recorder.history(ground.initial, ground.versions()));
  return { ...verdict, violations: [...recorder.faults, ...verdict.violations] };
}
