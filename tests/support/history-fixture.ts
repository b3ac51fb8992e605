import { readdirSync, readFileSync } from 'node:fs';
import { nodeFs, type FsPort } from '../../src/store/disk/fs-port.js';
import { createHomes, type Home, type Homes } from '../../src/store/disk/history/home.js';
import { hashOf } from '../../src/core/hash.js';
import { openersOf, type Openers } from './opened.js';
import { plantTree, type Plant, type Tree } from './tree.js';

/** A root on a real disk with its history. */
export interface HistoryFixture extends Openers {
  readonly tree: Tree;
  readonly homes: Homes;
  readonly makeToken: () => string;
  /** The history of the root, made where it is missing. */
  home(): Promise<Home>;
  /** Names in a directory of the history. */
  names(place: 'versions' | 'log'): readonly string[];
  /** All that is in the log. */
  logText(): string;
  close(): void;
}

export function historyFixture(
  plants: Readonly<Record<string, Plant>> = {},
  fs: FsPort = nodeFs,
): HistoryFixture {
  const tree = plantTree(plants);
  const openers = openersOf([tree.top], {}, fs);
  let tokens = 0;
  const makeToken = (): string => {
    tokens += 1;
    return hashOf(Buffer.from(`${tree.top} ${String(tokens)}`)).slice(0, 16);
  };
  const homes = createHomes({ ...openers, makeToken });
  const names: HistoryFixture['names'] = (place) =>
    readdirSync(tree.at(`.lockline/${place}`)).sort();
  return {
    ...openers,
    tree,
    homes,
    makeToken,
    home: async () => {
      await homes.prepare(tree.top);
      const home = homes.ready(tree.top);
      if (home === undefined) throw new Error('no history was made');
      return home;
    },
    names,
    logText: () =>
      names('log')
        .map((name) => readFileSync(tree.at(`.lockline/log/${name}`), 'utf8'))
        .join(''),
    close: () => {
      homes.close();
      tree.remove();
    },
  };
}
