import { join } from 'node:path';
import type { Confinement } from './confine.js';
import { unless } from '../errno.js';
import type { FsPort, Stat } from '../fs-port.js';
import { isOwnName } from './protect.js';

/** Whether an open file is also a file that a deny rule hides, by another hard link. */
export type HiddenTwins = (stat: Stat) => boolean;

const UNREADABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];

/**
 * Rules go by names, and a hard link gives a hidden file another one. The hidden files with several links
 * are looked for once, when the first file with several links is opened: most trees have neither, and
 * without deny rules nothing is looked for.
 */
export function createHiddenTwins(fs: FsPort, confinement: Confinement): HiddenTwins {
  let hidden: ReadonlySet<string> | undefined;
  return (stat) => {
    if (!confinement.hidesSome || stat.nlink < 2) return false;
    hidden ??= findHidden(fs, confinement);
    return hidden.has(identity(stat));
  };
}

function findHidden(fs: FsPort, confinement: Confinement): ReadonlySet<string> {
  const hidden = new Set<string>();
  const todo = [...confinement.directories];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    const at = path;
    const stat = unless(UNREADABLE, () => fs.lstat(at));
    if (stat?.kind === 'directory') todo.push(...entriesOf(fs, at));
    else if (stat?.kind === 'file' && stat.nlink > 1 && confinement.isDenied(at)) {
      hidden.add(identity(stat));
    }
  }
  return hidden;
}

function entriesOf(fs: FsPort, directory: string): readonly string[] {
  const all = unless(UNREADABLE, () => fs.readdir(directory)) ?? [];
  const names = all.filter((name) => !isOwnName(name));
  return names.map((name) => join(directory, name));
}

function identity({ dev, ino }: Stat): string {
  return `${String(dev)}:${String(ino)}`;
}
