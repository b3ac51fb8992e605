import { readdirSync } from 'node:fs';
import { hashOf, parseHash } from '../../src/core/hash.js';
import { nodeFs, type FsPort } from '../../src/store/disk/fs-port.js';
import { thisMachine } from '../../src/store/disk/machine.js';
import type { DiskStoreOptions } from '../../src/store/disk/store.js';
import type { WorkspaceStore } from '../../src/store/store.js';
import { change } from '../contract/steps.js';
import { openStore } from './machines.js';
import { plantTree, type Plant, type Tree } from './tree.js';

/** Files on a real disk, and stores over them as several servers would have. */
export interface Served {
  readonly tree: Tree;
  /** Opens a store of its own on directories of the tree. */
  serve(
    roots?: readonly string[],
    options?: Partial<DiskStoreOptions>,
    fs?: FsPort,
  ): WorkspaceStore;
  /** Names of the kept versions of a root. */
  kept(root?: string): readonly string[];
  close(): Promise<void>;
}

export function servedTree(plants: Readonly<Record<string, Plant>>): Served {
  const tree = plantTree(plants);
  const open: WorkspaceStore[] = [];
  return {
    tree,
    serve: (roots = ['.'], options = {}, fs = nodeFs) => {
      const machine = { ...thisMachine(), fs };
      const all = { durability: 'none' as const, ...options };
      const store = openStore(tree.top, machine, {
        ...all,
        roots: roots.map((root) => tree.at(root)),
      });
      open.push(store);
      return store;
    },
    kept: (root = '.') => readdirSync(tree.at(`${root}/.lockline/versions`)),
    close: async () => {
      for (const store of open) await store.close();
      tree.remove();
    },
  };
}

/** Gives files these texts; gives the id of the change. */
export function give(store: WorkspaceStore, texts: Readonly<Record<string, string | undefined>>) {
  return change(store, Object.keys(texts), () => texts);
}

/** The text of a former version, by its own text as its hash. */
export async function recalled(store: WorkspaceStore, name: string, text: string) {
  const { path } = await store.resolve(name, 'read');
  const hash = parseHash(hashOf(Buffer.from(text)));
  return hash && (await store.history.version(path, hash))?.bytes.toString();
}

/** The files of all changes, from the newest, as results name them. */
export async function shownBy(store: WorkspaceStore): Promise<readonly (readonly string[])[]> {
  const changes = await store.history.changes({ limit: 100 });
  return changes.map(({ files }) => files.map(({ shown }) => shown));
}
