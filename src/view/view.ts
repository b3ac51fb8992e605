import type { LoggedChange } from '../workspace/history.js';
import type { Workspace } from '../workspace/workspace.js';
import { createActivity } from './activity.js';
import type { ViewChange, ViewDiff, ViewEvent } from './event.js';
import { createFeed } from './feed.js';

/** What the live view shows of a workspace. */
export interface View {
  /** The workspace as an agent gets it for a call: what the agent does there can be seen. */
  workspaceOf(agent: string): Workspace;
  /**
   * Tells what has happened lately, and then what happens, until the function that it gives is called. Changes of
   * other processes are followed only while somebody watches.
   */
  watch(tell: (events: readonly ViewEvent[]) => void): () => void;
  /** What a change did. Throws UNKNOWN_CHANGE. */
  diffs(changeId: string, signal: AbortSignal): Promise<readonly ViewDiff[]>;
}

export interface ViewOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** How often those who watch are told what is new, in milliseconds. */
  readonly everyMs?: number;
}

/** Short enough to be seen at once, long enough to cost nothing. */
const EVERY_MS = 250;

export function createView(
  workspace: Workspace,
  { now = Date.now, everyMs = EVERY_MS }: ViewOptions = {},
): View {
  const activity = createActivity(workspace, now);
  const changes = async (limit: number): Promise<readonly ViewChange[]> => {
    const past = await workspace.past({ limit }, new AbortController().signal);
    return past.changes.map(viewChange);
  };
  const feed = createFeed({ activity, changes, everyMs });
  return {
    workspaceOf: (agent) => activity.workspaceOf(agent),
    watch: (tell) => feed.watch(tell),
    diffs: async (changeId, signal) => {
      const { changes: found } = await workspace.past({ changeId, limit: 1 }, signal);
      const files = await Promise.all(found.map((change) => workspace.diffs(change, signal)));
      return files.flat().map(({ file, diff }) => ({
        file_path: file.shown,
        ...(diff !== undefined && { diff }),
      }));
    },
  };
}

function viewChange(change: LoggedChange): ViewChange {
  const { id, time, agent, tool, undoes, undoneBy, isPartial, files } = change;
  return {
    change_id: id,
    time,
    agent,
    tool,
    ...(undoes !== undefined && { undoes }),
    ...(undoneBy !== undefined && { undone_by: undoneBy }),
    ...(isPartial === true && { is_partial: true }),
    files: files.map(({ shown, action, from }) => ({
      file_path: shown,
      action,
      ...(from && { previous_path: from.shown }),
    })),
  };
}
