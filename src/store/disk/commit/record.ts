import { basename } from 'node:path';
import { asHash, type Hash } from '../../../core/hash.js';
import { unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import type { LockDirectory } from '../lock/lock-directory.js';

/** What a transaction does to one file. A move is a delete and a create. */
export type Step = 'edit' | 'create' | 'delete';

/** A directory as seen from another one, with its identity, so that a process that sees something else can tell. */
export interface DirectoryRef {
  /** Relative path; `''` is the directory itself. */
  readonly directory: string;
  readonly dev: string;
  readonly ino: string;
}

/** One file of a transaction, seen from the coordinator's directory. */
export interface FileRecord extends DirectoryRef {
  readonly name: string;
  readonly step: Step;
  /** Hashes of the old and the new content; absent where there is no file. */
  readonly before?: Hash;
  readonly after?: Hash;
}

/**
 * The `part` entry of a lock directory: in the first file's (the coordinator's) the list of all files, in the
 * others' where the coordinator is. It is the first entry of a transaction in a directory and the last to go.
 */
export type PartRecord =
  | { readonly role: 'coordinator'; readonly files: readonly FileRecord[] }
  | {
      readonly role: 'participant';
      readonly coordinator: DirectoryRef & { readonly name: string };
    };

export function encodeRecord(record: PartRecord): Buffer {
  return Buffer.from(JSON.stringify(record));
}

/**
 * Reads the `part` entry of a transaction; `undefined` where there is none or it was never finished. An
 * unfinished one proves that the transaction was not prepared: records are synced before that.
 */
export function readRecord(
  fs: FsPort,
  directory: LockDirectory,
  token: string,
): PartRecord | undefined {
  const bytes = unless(['ENOENT', 'ENOTDIR'], () => fs.readSmall(directory.at(`part-${token}`)));
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return parseRecord(value);
  } catch {
    return undefined;
  }
}

function parseRecord(value: unknown): PartRecord | undefined {
  if (!isObject(value)) return undefined;
  const role = value['role'];
  const files = value['files'];
  if (role === 'participant') {
    const ref = parseRef(value['coordinator']);
    return ref && { role, coordinator: ref };
  }
  if (role !== 'coordinator' || !Array.isArray(files)) return undefined;
  const parsed = files.flatMap((file) => parseFile(file) ?? []);
  return parsed.length === files.length ? { role, files: parsed } : undefined;
}

function parseFile(value: unknown): FileRecord | undefined {
  const ref = parseRef(value);
  if (ref === undefined || !isObject(value)) return undefined;
  const [step, before, after] = [value['step'], value['before'], value['after']];
  if (step !== 'edit' && step !== 'create' && step !== 'delete') return undefined;
  return {
    ...ref,
    step,
    ...(typeof before === 'string' && { before: asHash(before) }),
    ...(typeof after === 'string' && { after: asHash(after) }),
  };
}

function parseRef(value: unknown): (DirectoryRef & { readonly name: string }) | undefined {
  if (!isObject(value)) return undefined;
  const [directory, dev, ino, name] = ['directory', 'dev', 'ino', 'name'].map((key) => value[key]);
  if (typeof directory !== 'string' || typeof dev !== 'string') return undefined;
  if (typeof ino !== 'string' || typeof name !== 'string' || !isOneName(name)) return undefined;
  return { directory, dev, ino, name };
}

/** Anybody who may write in the tree can make a record. None leads out of the directory that it names. */
function isOneName(name: string): boolean {
  return basename(name) === name && !['', '.', '..'].includes(name) && !name.includes('\0');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
