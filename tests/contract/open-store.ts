import type { WorkspaceStore } from '../../src/store/store.js';

/** A store on an empty root, and the way of a program beside it to the same files. Paths are relative. */
export interface OpenStore {
  readonly store: WorkspaceStore;
  readonly readBytes: (path: string) => Promise<Buffer | undefined>;
  /** Makes directories that are missing. */
  readonly writeBytes: (path: string, bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The store of the test that runs. */
export type Current = () => OpenStore;
