import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { nodeFs, type FsPort } from '../../src/store/disk/fs-port.js';
import { thisMachine } from '../../src/store/disk/machine.js';
import { openStore } from '../support/machines.js';
import { systemError } from '../support/sim/errno.js';
import { plantTree } from '../support/tree.js';
import { describeStore } from './store-contract.js';

/** The port on a file system such as FAT. */
const withoutLinks: FsPort = {
  ...nodeFs,
  link: (from, to) => {
    throw systemError('EPERM', 'link', [from, to]);
  },
};

async function make(durability: 'full' | 'none', fs = nodeFs) {
  const tree = plantTree({});
  const history = { maxBytes: 2 ** 28, maxDays: 30 };
  const store = openStore(tree.top, { ...thisMachine(), fs }, { durability, history });
  return Promise.resolve({
    store,
    readBytes: (path: string) => Promise.resolve(readOrAbsent(tree.at(path))),
    writeBytes: (path: string, bytes: Uint8Array | undefined) => {
      mkdirSync(dirname(tree.at(path)), { recursive: true });
      writeFileSync(tree.at(path), bytes ?? '');
      return Promise.resolve();
    },
    close: async () => {
      await store.close();
      tree.remove();
    },
  });
}

function readOrAbsent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

describeStore('the store on a disk', () => make('full'), { runs: 10 });
describeStore('the store on a disk, without syncs', () => make('none'), { runs: 20 });
describeStore('the store on a disk without hard links', () => make('none', withoutLinks), {
  runs: 5,
});
