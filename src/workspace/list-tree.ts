import { compileGlob } from '../core/paths/glob.js';
import type { Entry, WorkspaceStore } from '../store/store.js';

export interface TreeRequest {
  /** As the caller named it; absent = the first root. */
  readonly path?: string | undefined;
  /** Levels below the directory; may be infinite. */
  readonly depth: number;
  /** Only files of which this holds, and the directories that lead to them. */
  readonly glob?: string | undefined;
}

/** An entry in a tree. */
export interface TreeEntry extends Pick<Entry, 'shown' | 'kind' | 'size'> {
  readonly name: string;
  /** Absent where a directory was not looked into, because it is too deep. */
  readonly children?: readonly TreeEntry[];
  /** Entries in it that were seen and not kept, since there were too many. */
  readonly leftOut?: number;
  /** Whether it is a directory that could not be read. */
  readonly isUnreadable?: boolean;
}

/** What is in a directory. */
export interface Tree {
  /** How results name the directory. */
  readonly shown: string;
  readonly entries: readonly TreeEntry[];
  /** What is in the directory itself, kept or not. */
  readonly files: number;
  readonly directories: number;
  /** Entries that ignore files name. */
  readonly ignored: number;
  /** Entries on all levels that were seen and not kept, since there were too many. */
  readonly leftOut: number;
}

/** More entries are counted and not kept. */
const MOST_KEPT = 20_000;

/** Lists what is below a directory. Throws what `resolve` and `list` of the store do, and INVALID_ARGUMENT. */
export async function listTree(
  store: Pick<WorkspaceStore, 'resolve' | 'list'>,
  { path = '.', depth, glob }: TreeRequest,
  signal: AbortSignal,
): Promise<Tree> {
  const isMeant = glob === undefined ? () => true : compileGlob(glob);
  const start = await store.resolve(path, 'read');
  const found = new Map<string, FoundDirectory>();
  const keep = createKeeper(glob !== undefined);
  let [ignored, leftOut] = [0, 0];
  // A path through a link is another one than that of what is listed.
  let top: string | undefined;
  for await (const page of store.list(start.path, { depth, sizes: true, signal })) {
    top ??= page.shown;
    ignored += page.ignored;
    const meant = page.entries.filter(
      ({ path: at, kind }) => kind === 'directory' || isMeant(namesBelow(start.path, at)),
    );
    const kept = meant.filter(keep);
    leftOut += meant.length - kept.length;
    const before = found.get(page.shown) ?? NOTHING_FOUND;
    found.set(page.shown, {
      entries: [...before.entries, ...kept],
      files: before.files + countKind(meant, 'file'),
      directories: before.directories + countKind(meant, 'directory'),
      leftOut: before.leftOut + meant.length - kept.length,
      isUnreadable: page.error !== undefined,
    });
  }
  const shown = top ?? start.shown;
  const entries = grow(shown, found, glob !== undefined);
  const { files, directories } = found.get(shown) ?? NOTHING_FOUND;
  // With a glob all directories are kept but those that lead to nothing.
  const led = glob === undefined ? directories : countKind(entries, 'directory');
  return { shown, entries, files, directories: led, ignored, leftOut };
}

interface FoundDirectory {
  readonly entries: readonly Entry[];
  readonly files: number;
  readonly directories: number;
  readonly leftOut: number;
  readonly isUnreadable: boolean;
}

const NOTHING_FOUND: FoundDirectory = {
  entries: [],
  files: 0,
  directories: 0,
  leftOut: 0,
  isUnreadable: false,
};

/** Holds for entries until there are too many; directories of which it is not known yet whether they matter do not count. */
function createKeeper(isPruned: boolean): (entry: Entry) => boolean {
  let kept = 0;
  return ({ kind }) => {
    if (isPruned && kind === 'directory') return true;
    kept += 1;
    return kept <= MOST_KEPT;
  };
}

function countKind(entries: readonly Pick<Entry, 'kind'>[], kind: Entry['kind']): number {
  return entries.reduce((count, entry) => count + (entry.kind === kind ? 1 : 0), 0);
}

/** The entries of a directory with all that is below them; with a glob without empty directories. */
function grow(
  shown: string,
  found: ReadonlyMap<string, FoundDirectory>,
  isPruned: boolean,
): readonly TreeEntry[] {
  const entries = found.get(shown)?.entries ?? [];
  const grown = entries.map((entry): TreeEntry => {
    const name = namesOf(entry.path).at(-1) ?? '';
    const { kind, size } = entry;
    const own = { shown: entry.shown, name, kind, ...(size !== undefined && { size }) };
    const directory = found.get(entry.shown);
    if (kind !== 'directory' || directory === undefined) return own;
    const { leftOut, isUnreadable } = directory;
    const children = grow(entry.shown, found, isPruned);
    return { ...own, children, leftOut, ...(isUnreadable && { isUnreadable }) };
  });
  return isPruned ? grown.filter(isKept) : grown;
}

function isKept({ kind, children = [], leftOut = 0 }: TreeEntry): boolean {
  return kind !== 'directory' || children.length + leftOut > 0;
}

/** The names that lead from a directory to what is in it; for the start of a listing its own name. */
function namesBelow(directory: string, path: string): readonly string[] {
  return path === directory ? namesOf(path).slice(-1) : namesOf(path.slice(directory.length));
}

function namesOf(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((name) => name !== '');
}
