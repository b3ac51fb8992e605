import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Agent } from './agent.js';
import type { Ground } from './ground.js';
import { pause, PATIENCE_MS } from './scale.js';

/** How often it is tried to kill a server between two of its calls. */
const MOST_ATTEMPTS = 50;
/** How long a server is looked at without giving way to other work. */
const GLANCE_MS = 20;

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
    await watch(() => isAnswered || journalOf(path, files) !== undefined);
    agent.signal('SIGKILL');
    await Promise.all([changing, agent.ended]);
    const coordinator = journalOf(path, files);
    if (coordinator !== undefined) return coordinator;
  }
  throw new Error(`no server could be killed in time, in ${String(MOST_ATTEMPTS)} attempts`);
}

/** Waits for something that is there for a moment only. */
async function watch(isThere: () => boolean): Promise<void> {
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS;) {
    await nextTurn();
    const begun = performance.now();
    while (performance.now() - begun < GLANCE_MS) if (isThere()) return;
    await pause(0);
  }
}

function journalOf(path: string, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const lock = join(path, dirname(name), `.${basename(name)}.lockline/.git/lock`);
    return entriesOf(lock).some((entry) => entry.startsWith('journal-'));
  });
}

function entriesOf(lock: string): readonly string[] {
  if (!existsSync(lock)) return [];
  try {
    return readdirSync(lock);
  } catch {
    return [];
  }
}
