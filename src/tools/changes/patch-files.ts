import type { FileChange, Revision } from '../../core/change.js';
import { AUTO } from '../../core/text/encoding.js';
import { LocklineError } from '../../core/errors.js';
import type { HashPrefix } from '../../core/hash.js';
import type { FilePatch } from '../../core/patch/patch-format.js';
import { editsOfHunks, reviseHunks } from '../../core/patch/apply-hunks.js';
import { listText } from '../../core/messages/phrase.js';
import { createChange, deleteChange, existing, linesChange, moveChange } from './file-changes.js';
import type { KnownFile } from './file-changes.js';

/** A file that a patch changes, and the version that the caller knows. */
export interface HashedFile {
  readonly file_path: string;
  readonly file_hash: HashPrefix;
}

/**
 * The changes that a patch asks for. Throws INVALID_ARGUMENT for a file that exists before and whose hash
 * is not given, and for a hash that no part of the patch needs. `root` is what relative paths start at.
 */
export function patchChanges(
  parts: readonly FilePatch[],
  hashes: readonly HashedFile[],
  root: string,
): readonly FileChange[] {
  const known = new Map(
    hashes.map(({ file_path, file_hash }) => [plain(file_path, root), file_hash]),
  );
  refuseStrayHash(parts, hashes, root);
  return parts.map((part) => {
    if (part.kind === 'create') return createdChange(part);
    const hash = known.get(plain(part.path, root));
    if (hash === undefined) throw missingHash(part.path);
    const file = { path: part.path, hash };
    return part.kind === 'delete' ? deletedChange(file, part) : updatedChange(file, part);
  });
}

type PartOf<K extends FilePatch['kind']> = Extract<FilePatch, { readonly kind: K }>;

/** A path as both lists have it: one below the root may be written from there on. */
function plain(path: string, root: string): string {
  const start = `${root.replace(/\/$/, '')}/`;
  return (path.startsWith(start) ? path.slice(start.length) : path).replace(/^(\.\/+)+/, '');
}

const FILES_NAMED = 5;

function refuseStrayHash(
  parts: readonly FilePatch[],
  hashes: readonly HashedFile[],
  root: string,
): void {
  const named = parts.filter(({ kind }) => kind !== 'create').map(({ path }) => path);
  const wanted = new Set(named.map((path) => plain(path, root)));
  for (const [index, { file_path }] of hashes.entries()) {
    if (wanted.delete(plain(file_path, root))) continue;
    const isTwice = named.some((path) => plain(path, root) === plain(file_path, root));
    throw new LocklineError('INVALID_ARGUMENT', {
      what: isTwice
        ? `file_hashes[${index}] names ${file_path} again.`
        : `file_hashes[${index}] names ${file_path}, which patch does not change.`,
      hint:
        named.length === 0
          ? 'patch changes no file that exists: send file_hashes as an empty list.'
          : `Give one entry for each file that patch changes, deletes or moves: ${listText(named, FILES_NAMED)}.`,
    });
  }
}

function missingHash(path: string): LocklineError<'INVALID_ARGUMENT'> {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `file_hashes has no entry for ${path}, which patch takes to exist.`,
    hint: 'Add its file_path, as in patch, and the file_hash of the last read or write.',
  });
}

function createdChange({ path, contents, mode }: PartOf<'create'>): FileChange {
  const change = createChange({ path }, { contents });
  if (mode === undefined) return change;
  const note = `Its mode ${mode} was not set: a new file has the usual one.`;
  return {
    ...change,
    revise(before, shown) {
      const revision = change.revise(before, shown);
      return revision && { ...revision, notes: [...revision.notes, note] };
    },
  };
}

/** The lines of a file that is deleted may be in the patch: then they must be all that it has. */
function deletedChange(file: KnownFile, { hunks }: PartOf<'delete'>): FileChange {
  return {
    ...deleteChange(file),
    revise(before, shown): Revision | undefined {
      if (hunks.length === 0) return undefined;
      const { totalLines } = reviseHunks(existing(before), shown, { encoding: AUTO, hunks });
      if (totalLines === 0) return undefined;
      throw new LocklineError('INVALID_ARGUMENT', {
        what: `patch deletes ${shown}, but its hunks leave ${totalLines} of its lines.`,
        hint: 'Leave out the hunks of a file that is deleted, or give all of its lines.',
      });
    },
  };
}

function updatedChange(file: KnownFile, { newPath, hunks }: PartOf<'update'>): FileChange {
  const change = linesChange(file, [], (version, shown) =>
    editsOfHunks(version, shown, { encoding: AUTO, hunks }),
  );
  return newPath === undefined || newPath === file.path ? change : moveChange(change, newPath);
}
