import type { History } from '../store/history.js';
import type { WorkspaceStore } from '../store/store.js';
import { runChanges, type Run } from './commit.js';
import { listTree } from './list-tree.js';
import { createGrammars } from './outline/grammar.js';
import { outlineFiles } from './outline/outline.js';
import { readDiffs, readPast } from './history.js';
import { createOwnChanges, nothingAdded } from './own-changes.js';
import type { OwnChanges } from './own-changes.js';
import { readFiles } from './read.js';
import { undoChange } from './undo.js';
import type { Workspace } from './workspace.js';

export interface WorkspaceOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The workspace over a store. Between calls it keeps what is worth keeping, and needs none of it. */
export function createWorkspace(
  store: WorkspaceStore,
  { now = Date.now }: WorkspaceOptions = {},
): Workspace {
  const grammars = createGrammars();
  const own = createOwnChanges();
  const parts = { store: remembering(store, own), own, now };
  const commit: Workspace['commit'] = (changes, options) =>
    runChanges(parts, changes, options, (paths, plan) => store.transact(paths, plan, options));
  return {
    roots: store.roots,
    read: (files, signal) => readFiles(store, files, { signal, now }),
    commit,
    preview: async (changes, options) => {
      const onlySeen = { ...parts, own: { ...own, add: () => nothingAdded } };
      const preview: Run = async (paths, plan) => {
        await store.preview(paths, plan, options);
        return undefined;
      };
      return (await runChanges(onlySeen, changes, options, preview)).files;
    },
    past: (request, signal) => readPast(parts, request, signal),
    diffs: (change, signal) => readDiffs(parts.store, change, signal),
    undo: (changeId, options) => undoChange(parts.store, changeId, options, commit),
    list: (request, signal) => listTree(store, request, signal),
    search: async (request, options) => {
      // It brings threads, which no other tool needs.
      const { searchFiles } = await import('./search.js');
      return searchFiles(store, request, options);
    },
    outline: (request, signal) => outlineFiles(store, grammars, request, signal),
    close: () => store.close(),
  };
}

/**
 * The store with what this process remembers. The version that a file had last is not kept while it is live:
 * if another program writes over it, only who made it still has it.
 */
function remembering(store: WorkspaceStore, own: OwnChanges): WorkspaceStore {
  const { history } = store;
  const version: History['version'] = async (path, hash) =>
    own.version(path, hash) ?? history.version(path, hash);
  return { ...store, history: { ...history, version } };
}
