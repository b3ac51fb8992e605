import { constants } from 'node:fs';
import { join } from 'node:path';
import { isLocklineError } from '../../../core/errors.js';
import {
  parseIgnoreRules,
  type IgnoreLevel,
  type IgnoreRules,
} from '../../../core/paths/ignore-rules.js';
import type { Anchor } from '../paths/anchor.js';
import type { Disk } from '../disk.js';
import { unless } from '../errno.js';

/** An open directory, as far as its ignore files go. */
interface IgnorePlace {
  readonly anchor: Anchor;
  /** The number of names that lead to it from the root. */
  readonly depth: number;
  /** Whether an entry of this name is in it, as far as is known; true where it was not looked. */
  readonly mayHold: (name: string) => boolean;
}

/** The ignore rules that come into force on the way down a tree. */
export interface IgnoreFiles {
  /**
   * The levels in force in a directory, from those in force above it. A repository of its own begins anew:
   * the rules around it are not about it.
   */
  extend(levels: readonly IgnoreLevel[], place: IgnorePlace): readonly IgnoreLevel[];
  /** The levels in force below `root` above the directory or file that the names lead to. */
  above(root: string, names: readonly string[]): readonly IgnoreLevel[];
}

type Parts = Pick<Disk, 'fs' | 'anchors'>;

const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
/** A larger one is no ignore file. */
const MAX_BYTES = 1 << 20;
const ABSENT = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENXIO'];

export function createIgnoreFiles(parts: Parts): IgnoreFiles {
  const extend: IgnoreFiles['extend'] = (levels, { anchor, depth, mayHold }) => {
    const git = mayHold('.git')
      ? unless(ABSENT, () => parts.fs.lstat(anchor.at('.git')))
      : undefined;
    const exclude = git?.kind === 'directory' ? readExclude(anchor, parts) : undefined;
    const own = mayHold('.gitignore') ? readRules(anchor, '.gitignore', parts) : undefined;
    return [
      ...(git === undefined ? levels : []),
      ...[exclude, own].flatMap((rules) => (rules === undefined ? [] : [{ rules, depth }])),
    ];
  };
  const extendAt = (
    levels: readonly IgnoreLevel[],
    directory: string,
    depth: number,
  ): readonly IgnoreLevel[] => {
    const mayHold = (): boolean => true;
    const look = (anchor: Anchor) => extend(levels, { anchor, depth, mayHold });
    return inDirectory(directory, look, parts) ?? levels;
  };

  return {
    extend,
    above: (root, names) =>
      names.reduce<readonly IgnoreLevel[]>(
        (levels, _, depth) => extendAt(levels, join(root, ...names.slice(0, depth)), depth),
        [],
      ),
  };
}

function readExclude({ directory }: Anchor, parts: Parts): IgnoreRules | undefined {
  const read = (info: Anchor) => readRules(info, 'exclude', parts);
  return inDirectory(join(directory, '.git', 'info'), read, parts);
}

/** Gives `undefined` for a directory that is not there, leads elsewhere or may not be read. */
function inDirectory<T>(
  directory: string,
  use: (anchor: Anchor) => T,
  { anchors }: Parts,
): T | undefined {
  let anchor: Anchor | undefined;
  try {
    anchor = anchors.openDirectory(directory);
    return anchor && use(anchor);
  } catch (error) {
    if (isLocklineError(error)) return undefined;
    throw error;
  } finally {
    anchor?.close();
  }
}

function readRules(anchor: Anchor, name: string, { fs }: Parts): IgnoreRules | undefined {
  const fd = unless(ABSENT, () => fs.open(anchor.at(name), FILE));
  if (fd === undefined) return undefined;
  try {
    const { kind, size } = fs.fstat(fd);
    if (kind !== 'file' || size > MAX_BYTES) return undefined;
    const bytes = Buffer.alloc(size);
    const count = fs.readSync(fd, bytes, 0);
    return parseIgnoreRules(bytes.toString('utf8', 0, count));
  } finally {
    fs.close(fd);
  }
}
