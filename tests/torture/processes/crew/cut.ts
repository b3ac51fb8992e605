import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Agent } from './agent.js';
import type { Ground } from './ground.js';
import { pause, PATIENCE_MS } from './scale.js';

/** How often it is tried to kill a server between two of its calls. */
const MOST_ATTEMPTS = 50;
/** How long a server is looked at without giving way to other work. */
const GLANCE_MS = 1;

/**
 * Has a server make a change of several files and kills it while the journal is there, so that the change is
 * to be taken back. Tries again with another server if one was too fast. Gives the name of the file whose
 * lock holds the journal.
 */
export async function cutTransaction(
  { path, files }: Pick<Ground, 'path' | 'files'>,
  start: () => Promise<Agent>,
  change: (agent: Agent) => Promise<unknown>,
): Promise<string> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const agent = await start();
    let isAnswered = false;
    const changing = change(agent).finally(() => {
      isAnswered = true;
    });
    await glance(() => isAnswered || findJournal({ path, files }), PATIENCE_MS);
    agent.signal('SIGKILL');
    await Promise.all([changing, agent.ended]);
    const journal = findJournal({ path, files });
    if (journal !== undefined) return journal.name;
  }
  throw new Error(`no server could be killed in time, in ${String(MOST_ATTEMPTS)} attempts`);
}

/** Looks for something that is there for a moment only; gives it, or `undefined` when the time is over. */
async function glance<T>(find: () => T | undefined | false, milliseconds: number) {
  for (const started = performance.now(); performance.now() - started < milliseconds;) {
    await nextTurn();
    for (const begun = performance.now(); performance.now() - begun < GLANCE_MS;) {
      const found = find();
      if (found !== undefined && found !== false) return found;
    }
    await pause(1);
  }
  return undefined;
}

/** The process that is just committing a change of several files, if there is one within the time. */
export async function committingPid(
  place: Pick<Ground, 'path' | 'files'>,
  milliseconds: number,
): Promise<number | undefined> {
  const journal = await glance(() => findJournal(place), milliseconds);
  return journal?.pid;
}

interface Journal {
  /** Of the file whose lock holds it. */
  readonly name: string;
  /** Of the process that holds the lock; absent if it has let go meanwhile. */
  readonly pid: number | undefined;
}

function findJournal({ path, files }: Pick<Ground, 'path' | 'files'>): Journal | undefined {
  for (const name of files) {
    const lock = join(path, dirname(name), `.${basename(name)}.lockline/.git/lock`);
    const entries = quietly(() => readdirSync(lock)) ?? [];
    if (!entries.some((entry) => entry.startsWith('journal-'))) continue;
    const heartbeat = join(lock, entries.find((entry) => entry.startsWith('hb-')) ?? '');
    const note = quietly((): Note => JSON.parse(readFileSync(heartbeat, 'utf8')));
    return { name, pid: note?.holder?.pid };
  }
  return undefined;
}

interface Note {
  readonly holder?: { readonly pid?: number };
}

/** What others make and remove may be gone at any moment. */
function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
