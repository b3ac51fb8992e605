import type { Workspace } from '../workspace/workspace.js';
import type { ViewAgent, ViewMeeting, ViewWrite } from './event.js';
import { createWrites } from './writes.js';

/** What the agents of this server do, as far as the history does not tell it. */
export interface Activity {
  /** The workspace as an agent gets it: its writes are noted. */
  workspaceOf(agent: string): Workspace;
  /** Writes that have run for so long, the oldest first. */
  writes(olderThanMs: number): readonly ViewWrite[];
  /** The latest writes that met another, the oldest first. */
  meetings(): readonly ViewMeeting[];
  /** The latest agents that called, by their last call, the oldest first. */
  agents(): readonly ViewAgent[];
}

/** So many agents are remembered. */
const MOST = 200;
const MOST_FILES = 64;
const MOST_NAME_CHARS = 300;

/** `now` gives milliseconds since the epoch. */
export function createActivity(workspace: Workspace, now: () => number): Activity {
  const writes = createWrites(now);
  const agents = new Map<string, ViewAgent>();
  let calls = 0;

  const noteCall = (name: string): void => {
    calls += 1;
    agents.delete(name);
    agents.set(name, { name, call: calls, time: now() });
    for (const oldest of agents.keys()) {
      if (agents.size <= MOST) return;
      agents.delete(oldest);
    }
  };
  return {
    workspaceOf: (agent) => {
      noteCall(agent);
      return {
        ...workspace,
        commit: (changes, options) => {
          const files = namesOf(changes.map(({ path }) => path));
          const commit = () => workspace.commit(changes, options);
          return writes.run({ agent, tool: options.tool, files }, commit);
        },
        undo: (changeId, options) => {
          const undo = () => workspace.undo(changeId, options);
          return writes.run({ agent, tool: options.tool, files: [] }, undo);
        },
      };
    },
    writes: (olderThanMs) => writes.running(olderThanMs),
    meetings: () => writes.meetings(),
    agents: () => [...agents.values()],
  };
}

function namesOf(paths: readonly string[]): readonly string[] {
  return paths.slice(0, MOST_FILES).map((path) => path.slice(0, MOST_NAME_CHARS));
}
