import type { WorkspaceStore } from '../store/store.js';
import { runChanges } from './commit.js';
import { listTree } from './list-tree.js';
import { createGrammars } from './outline/grammar.js';
import { outlineFiles } from './outline/outline.js';
import { readFiles } from './read.js';
import { searchFiles } from './search.js';
import type { Workspace } from './workspace.js';

/** The workspace over a store. It keeps nothing between calls but grammars that are loaded. */
export function createWorkspace(store: WorkspaceStore): Workspace {
  const grammars = createGrammars();
  return {
    roots: store.roots,
    read: (files, signal) => readFiles(store, files, signal),
    commit: (changes, options) =>
      runChanges(store, changes, (paths, plan) => store.transact(paths, plan, options)),
    preview: (changes, options) =>
      runChanges(store, changes, (paths, plan) => store.preview(paths, plan, options)),
    list: (request, signal) => listTree(store, request, signal),
    search: (request, options) => searchFiles(store, request, options),
    outline: (request, signal) => outlineFiles(store, grammars, request, signal),
    close: () => store.close(),
  };
}
