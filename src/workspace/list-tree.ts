import { compileGlob } from '../core/glob.js';
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
  /** Whether it is a directory that could not be read. */
  readonly isUnreadable?: boolean;
}

/** What is in a directory. */
export interface Tree {
  /** How results name the directory. */
  readonly shown: string;
  readonly entries: readonly TreeEntry[];
  /** Entries that ignore files name. */
  readonly ignored: number;
  /** Entries seen and not kept, since there were too many. */
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
  let [kept, ignored, leftOut] = [0, 0, 0];
  for await (const page of store.list(start.path, { depth, sizes: true, signal })) {
    ignored += page.ignored;
    const meant = page.entries.filter(
      ({ shown, kind }) => kind === 'directory' || isMeant(insideNames(shown, start.shown)),
    );
    const taken = meant.slice(0, Math.max(0, MOST_KEPT - kept));
    kept += taken.length;
    leftOut += meant.length - taken.length;
    const before = found.get(page.shown);
    found.set(page.shown, {
      entries: [...(before?.entries ?? []), ...taken],
      isUnreadable: page.error !== undefined,
    });
  }
  const entries = grow(start.shown, found, glob !== undefined);
  return { shown: start.shown, entries, ignored, leftOut };
}

interface FoundDirectory {
  readonly entries: readonly Entry[];
  readonly isUnreadable: boolean;
}

/** The entries of a directory with all that is below them; with a glob without empty directories. */
function grow(
  shown: string,
  found: ReadonlyMap<string, FoundDirectory>,
  isPruned: boolean,
): readonly TreeEntry[] {
  return (found.get(shown)?.entries ?? []).flatMap((entry): TreeEntry[] => {
    const { kind, size } = entry;
    const name = insideNames(entry.shown, shown).join('/');
    const leaf = { shown: entry.shown, name, kind, ...(size !== undefined && { size }) };
    const directory = found.get(entry.shown);
    if (kind !== 'directory') return [leaf];
    const children = directory && grow(entry.shown, found, isPruned);
    if (isPruned && (children ?? []).length === 0) return [];
    return [
      {
        ...leaf,
        ...(children && { children }),
        ...(directory?.isUnreadable === true && { isUnreadable: true }),
      },
    ];
  });
}

/** The names that lead from a directory to an entry; for a file that was listed itself its own name. */
function insideNames(shown: string, directory: string): readonly string[] {
  const isInside = directory !== '.' && shown !== directory;
  const inside = isInside ? shown.slice(directory.length) : shown;
  const names = inside.split(/[\\/]/).filter((name) => name !== '');
  return shown === directory ? names.slice(-1) : names;
}
