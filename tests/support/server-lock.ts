import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/core/hash.js';
import { nodeFs } from '../../src/store/disk/fs-port.js';
import { thisMachine } from '../../src/store/disk/machine.js';
import { createDiskStore } from '../../src/store/disk/store.js';

export interface HeldLock {
  /** Lets the edit that holds the lock come to its end. */
  release(): Promise<void>;
}

/**
 * Holds the lock of a file as another server would: by an edit, of an agent named `holder`, that waits for
 * the disk until it is released. It leaves the file as it is.
 */
export async function holdLock(directory: string, file: string): Promise<HeldLock> {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let reached: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const fsync = async (): Promise<void> => {
    reached();
    await released;
  };
  const machine = { ...thisMachine(), fs: { ...nodeFs, fsync } };
  const store = createDiskStore(
    {
      roots: [directory],
      directory,
      readOnly: false,
      allowWrite: [],
      deny: [],
      pathAliases: [],
      maxFileSize: 2 ** 20,
      lockTimeoutMs: 1000,
      staleMs: 10_000,
      durability: 'full',
      allowNetworkFs: true,
      breakHardLinks: false,
      history: undefined,
      maxLineChars: 1000,
      maxOutputChars: 1000,
      log: () => undefined,
    },
    machine,
  );
  const { path } = await store.resolve(file, 'write');
  const bytes = readFileSync(join(directory, file));
  const slices = [bytes, Buffer.from('held\n')];
  const content = { slices, size: bytes.length + 5, hash: hashOf(...slices) };
  const signal = new AbortController().signal;
  const done = store.transact([path], () => [{ path, content, action: 'patch' }], {
    author: 'holder',
    tool: 'holder',
    signal,
  });
  await Promise.race([waiting, done]);
  return {
    release: async () => {
      letGo();
      await done;
      await store.close();
    },
  };
}
