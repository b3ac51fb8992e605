import { types } from 'node:util';
import type { FsPort, Stat } from '../../../src/store/disk/fs-port.js';

/** A path below the base: of the base itself (no `of`), or of an open directory through `/proc/self/fd`. */
export interface PathArgument {
  readonly path: string;
  readonly of?: number;
}

/** The n-th file that was opened, whatever number it got. */
interface FileArgument {
  readonly file: number;
}

type Plain = number | Uint8Array | readonly Uint8Array[];

/** A call in terms that mean the same on every file system. */
export interface Command {
  readonly name: keyof FsPort;
  readonly args: readonly (PathArgument | FileArgument | Plain)[];
}

/** One of two file systems that are given the same commands. */
export interface Side {
  /** What came of a command, without the numbers that each system chooses for itself. */
  run(command: Command): Promise<unknown>;
  /** Every entry below the base by path, with the paths that name the same inode. */
  tree(): ReadonlyMap<string, Entry>;
  close(): void;
}

export interface Entry {
  readonly facts: Record<string, unknown>;
  readonly stat: Stat;
}

/** No process has so many files open. */
const NEVER_OPEN = 1_000_000;

export function createSide(fs: FsPort, base: string): Side {
  const files: (number | undefined)[] = [];
  const numberOf = (file: number): number => files[file] ?? NEVER_OPEN;

  const concrete = (argument: Command['args'][number]): unknown => {
    if (typeof argument !== 'object') return argument;
    if ('file' in argument) return numberOf(argument.file);
    if (!('path' in argument)) return argument;
    const { path, of } = argument;
    return of === undefined ? base + path : `/proc/self/fd/${String(numberOf(of))}${path}`;
  };

  const neutral = (text: string): string =>
    text.replace(/\/proc\/self\/fd\/(\d+)/g, (_, fd) => `@${String(files.indexOf(Number(fd)))}`);

  const tree = (): ReadonlyMap<string, Entry> => {
    const stats = new Map(statsBelow(fs, base, ''));
    return new Map(
      Array.from(stats, ([path, stat]) => {
        const content = contentOf(fs, base + path, stat);
        return [path, { stat, facts: { ...factsOf(stat, stats), content } }];
      }),
    );
  };

  const shown = (value: unknown): unknown => {
    if (Buffer.isBuffer(value)) return value.toString();
    if (Array.isArray(value)) return value.map((item) => JSON.stringify(item)).toSorted();
    if (typeof value === 'string') return neutral(value);
    return isStat(value) ? factsOf(value, new Map(statsBelow(fs, base, ''))) : value;
  };

  const run = async ({ name, args }: Command): Promise<unknown> => {
    const given = args.map(concrete);
    const into = Buffer.alloc(8);
    if (name === 'read' || name === 'readSync') given.splice(1, 0, into);
    const result: unknown = await Reflect.apply(fs[name], fs, given);
    if (name === 'read' || name === 'readSync') return [result, into.toString()];
    const [file] = args;
    if (name === 'close' && typeof file === 'object' && 'file' in file)
      files[file.file] = undefined;
    return name === 'open' ? files.push(Number(result)) : shown(result);
  };

  return {
    run: (command) => run(command).catch((error: unknown) => shownError(error, neutral)),
    tree,
    close: () => {
      for (const fd of files) if (fd !== undefined) fs.close(fd);
    },
  };
}

function shownError(error: unknown, neutral: (text: string) => string): unknown {
  // Under jest the errors of Node's callbacks are not of the class that this code knows as Error.
  if (!types.isNativeError(error)) return error;
  return [...Object.entries(error), ['message', error.message]].map(([name, value]) =>
    typeof value === 'string' ? [name, neutral(value)] : [name, value],
  );
}

function* statsBelow(fs: FsPort, base: string, path: string): Generator<[string, Stat]> {
  const stat = fs.lstat(base + path);
  yield [path, stat];
  if (stat.kind !== 'directory') return;
  for (const name of fs.readdir(base + path).toSorted())
    yield* statsBelow(fs, base, `${path}/${name}`);
}

/** What both systems must agree on; the size and links of directories are each system's own affair. */
function factsOf(stat: Stat, all: ReadonlyMap<string, Stat>): Record<string, unknown> {
  const { kind, mode, size, nlink, uid, gid } = stat;
  const same = Array.from(all).filter(([, other]) => other.ino === stat.ino && nlink > 0);
  const own = kind === 'directory' ? {} : { size, nlink };
  return { kind, mode, uid, gid, ...own, names: same.map(([path]) => path) };
}

function contentOf(fs: FsPort, path: string, { kind }: Stat): string | undefined {
  if (kind === 'file') return fs.readSmall(path).toString();
  return kind === 'symlink' ? fs.readlink(path) : undefined;
}

function isStat(value: unknown): value is Stat {
  return typeof value === 'object' && value !== null && 'ctimeNs' in value;
}
