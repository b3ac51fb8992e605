import type { FsPort } from '../../../src/store/disk/fs-port.js';

/** The file system port with every call answered at once: the form in which simulations are written. */
export type SyncFs = {
  readonly [Name in keyof FsPort]: (
    ...args: Parameters<FsPort[Name]>
  ) => Awaited<ReturnType<FsPort[Name]>>;
};

type AsyncName = {
  [Name in keyof FsPort]: ReturnType<FsPort[Name]> extends Promise<unknown> ? Name : never;
}[keyof FsPort];

const asyncNames: Readonly<Record<AsyncName, true>> = { read: true, writev: true, fsync: true };

/** Whether this call of the port returns a promise. */
export function isAsync(name: string): name is AsyncName {
  return Object.hasOwn(asyncNames, name);
}

/** The port over calls that are answered at once: promises settle before any timer fires. */
export function toPort(calls: SyncFs): FsPort {
  return {
    ...calls,
    read: async (fd, into, position) => calls.read(fd, into, position),
    writev: async (fd, slices, position) => calls.writev(fd, slices, position),
    fsync: async (fd) => {
      calls.fsync(fd);
    },
  };
}

/** One call as tests see it; `n` counts the calls of a process from 1. */
export interface Call {
  readonly n: number;
  readonly name: string;
  readonly args: readonly unknown[];
}
