import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runs } from './needs.js';

/** What to plant at a path: the text of a file, or something else. */
export type Plant =
  | string
  | { readonly link: string }
  | { readonly hardLink: string }
  | { readonly text: string; readonly mode: number }
  | { readonly special: 'directory' | 'fifo' };

/** Files on a real disk, in a directory of their own. */
export interface Tree {
  /** Canonical path of the directory. */
  readonly top: string;
  at(path: string): string;
  remove(): void;
}

export const directory: Plant = { special: 'directory' };
export const fifo: Plant = { special: 'fifo' };

/** A symbolic link; `{TOP}` in the target is the directory of the tree. */
export function link(target: string): Plant {
  return { link: target };
}

/** Plants files, links and directories in a new directory. Names are relative to it; parents are made. */
export function plantTree(plants: Readonly<Record<string, Plant>>): Tree {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'lockline-tree-')));
  // Children that run as somebody else must get in.
  chmodSync(top, 0o755);
  const at = (path: string): string => join(top, path);
  for (const [path, plant] of Object.entries(plants)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    plantOne(at(path), plant, top);
  }
  return {
    top,
    at,
    remove: () => {
      rmSync(top, { recursive: true, force: true });
    },
  };
}

function plantOne(path: string, plant: Plant, top: string): void {
  if (typeof plant === 'string') writeFileSync(path, plant);
  else if ('link' in plant) symlinkSync(plant.link.replace('{TOP}', top), path);
  else if ('hardLink' in plant) linkSync(join(top, plant.hardLink), path);
  else if ('special' in plant) plantSpecial(path, plant.special);
  else {
    writeFileSync(path, plant.text);
    chmodSync(path, plant.mode);
  }
}

function plantSpecial(path: string, kind: 'directory' | 'fifo'): void {
  if (kind === 'directory') mkdirSync(path, { recursive: true });
  else runs('mkfifo', path);
}
