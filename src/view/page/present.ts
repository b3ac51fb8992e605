import type { ViewAgent, ViewChange, ViewWrite } from '../event.js';

/** A file that somebody works on. */
export interface BusyFile {
  readonly name: string;
  /** The last first. */
  readonly agents: readonly string[];
  readonly time: number;
  /** Whether a write of it runs. */
  readonly isWritten: boolean;
}

/** An agent that has been here lately. */
export interface PresentAgent {
  readonly name: string;
  readonly time: number;
  /** Changes that it made, of those that the page knows. */
  readonly changes: number;
}

/** A file counts as being edited for so long after its last change. */
const BUSY_MS = 120_000;
const MOST_FILES = 30;
const MOST_AGENTS = 100;

/** Files that were changed lately, or are just being written; the last first. */
export function busyFiles(
  changes: readonly ViewChange[],
  writes: readonly ViewWrite[],
  now: number,
): readonly BusyFile[] {
  const files = new Map<string, BusyFile>();
  const note = (name: string, agent: string, at: { time: number; isWritten: boolean }): void => {
    const known = files.get(name) ?? { name, agents: [], ...at };
    files.set(name, { ...known, agents: [...new Set([...known.agents, agent])] });
  };
  for (const { agent, files: names } of writes)
    for (const name of names) note(name, agent, { time: now, isWritten: true });
  for (const { agent, time, files: changed } of changes) {
    if (time < now - BUSY_MS || files.size >= MOST_FILES) break;
    for (const { file_path } of changed) note(file_path, agent, { time, isWritten: false });
  }
  return [...files.values()].slice(0, MOST_FILES);
}

/** Who has made a call or a change, the last first. */
export function presentAgents(
  changes: readonly ViewChange[],
  calls: Iterable<ViewAgent>,
): readonly PresentAgent[] {
  const agents = new Map<string, PresentAgent>();
  for (const { name, time } of calls) agents.set(name, { name, time, changes: 0 });
  for (const { agent: name, time } of changes) {
    const known = agents.get(name) ?? { name, time, changes: 0 };
    const last = Math.max(known.time, time);
    agents.set(name, { name, time: last, changes: known.changes + 1 });
  }
  return [...agents.values()].toSorted((a, b) => b.time - a.time).slice(0, MOST_AGENTS);
}
