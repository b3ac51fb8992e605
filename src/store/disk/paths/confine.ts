import { join, resolve as resolveText } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import { asFilePath, type FilePath } from '../../../core/path.js';
import type { Access, ResolvedPath } from '../../store.js';
import { unless } from '../errno.js';
import { followLinks } from './follow.js';
import type { FsPort } from '../fs-port.js';
import { createIoErrors, mapIoErrors } from '../io-error.js';
import { createNameRules } from './name-rules.js';
import { nearPath } from './near-path.js';
import { createPathMapping, type PathAlias } from './path-alias.js';
import { checkPathText, namesADirectory } from './path-text.js';
import { openRoots, type Roots } from './roots.js';
import type { User } from './user.js';

export interface ConfinementOptions {
  /** Directories that may be seen; the first is what relative paths are relative to. */
  readonly roots: readonly string[];
  /** Where the server was started; named to a caller when there are no roots. */
  readonly directory: string;
  readonly readOnly: boolean;
  /** Globs of files that do not exist for callers. */
  readonly deny: readonly string[];
  /** Globs that lift the protection of files that make programs run. */
  readonly allowWrite: readonly string[];
  readonly aliases: readonly PathAlias[];
  readonly user: User | undefined;
}

/** The roots and the rules on names: the only maker of `FilePath`s of the disk store. */
export interface Confinement {
  /** As the user named them, absolute. */
  readonly roots: readonly string[];
  /** The roots in canonical form, in the same order. */
  readonly directories: readonly string[];
  /** Whether there are deny rules at all. */
  readonly hidesSome: boolean;
  /**
   * A caller's path as a canonical one; the file, and directories above it, may be absent. Throws what
   * `WorkspaceStore.resolve` throws, and PERMISSION_DENIED where a directory may not be entered.
   */
  resolve(path: string, access: Access): ResolvedPath;
  /** How results name a canonical path. */
  display(canonical: string): string;
  /** Whether a canonical path is a root or inside one. */
  isInside(canonical: string): boolean;
  /** A deny rule matches the canonical path, or it is Lockline's own: it is left out of listings. */
  isHidden(canonical: string): boolean;
  /** A deny rule matches the canonical path. */
  isDenied(canonical: string): boolean;
  /** For a path that does not exist: what differs from it on disk in case or composition only, as shown. */
  near(path: FilePath): string | undefined;
}

interface NamedPath {
  readonly absolute: string;
  readonly shown: string;
}

/** Opens the roots and compiles the rules. Throws INVALID_ARGUMENT for a root or glob of no use. */
export function createConfinement(options: ConfinementOptions, fs: FsPort): Confinement {
  const roots = openRoots(options.roots, fs);
  const rules = createNameRules(options, roots);
  const locate = createLocator(options, roots);
  const ioErrors = createIoErrors(options.user);
  const display = (canonical: string): string => {
    const place = roots.placesOf(canonical)[0];
    return place === undefined ? canonical : roots.show({ ...place, spelling: place.root.named });
  };

  return {
    roots: roots.names,
    directories: roots.directories,
    hidesSome: rules.hidesSome,
    isInside: (canonical) => roots.isInside(canonical),
    isHidden: (canonical) => rules.isHidden(canonical),
    isDenied: (canonical) => rules.isDenied(canonical),
    display,
    near: (path) => {
      const near = nearPath(path, fs, roots);
      return near === undefined || rules.isHidden(near) ? undefined : display(near);
    },
    resolve: (path, access) => {
      const { absolute, shown } = locate(path, access);
      return mapIoErrors(ioErrors, shown, () => {
        rules.check(absolute, shown, access);
        const canonical = followLinks(absolute, { fs, roots, ioErrors, shown });
        if (canonical !== absolute) rules.check(canonical, shown, access);
        if (namesADirectory(path)) checkDirectory(canonical, { path, access }, fs);
        const viaLink = canonical !== absolute && isLink(absolute, fs);
        return { path: asFilePath(canonical), shown, viaLink };
      });
    },
  };
}

/** The steps that need no file system: the text of the path, then its place in a root. */
function createLocator(options: ConfinementOptions, roots: Roots) {
  const toHere = createPathMapping(options.aliases);
  return (path: string, access: Access): NamedPath => {
    const { first } = roots;
    if (first === undefined) throw new LocklineError('NO_ROOTS', { directory: options.directory });
    checkPathText(path);
    if (access === 'write' && options.readOnly) throw readOnlyServer();
    const place = roots.placesOf(resolveText(first.real, toHere(path)))[0];
    if (place === undefined) {
      throw new LocklineError('OUTSIDE_ROOTS', { path, roots: roots.names });
    }
    return { absolute: join(place.root.real, place.relative), shown: roots.show(place) };
  };
}

function readOnlyServer(): LocklineError<'READ_ONLY'> {
  return new LocklineError('READ_ONLY', { reason: 'the server was started with --read-only' });
}

/** Text that names a directory must not reach the file of the same name without the slash. */
function checkDirectory(
  canonical: string,
  asked: { readonly path: string; readonly access: Access },
  fs: FsPort,
): void {
  const found = unless(['ENOENT', 'ENOTDIR'], () => fs.lstat(canonical))?.kind;
  if (found === 'directory' || (found === undefined && asked.access === 'read')) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `the path ${asked.path} ends as one of a directory does, and there is none`,
    hint: 'Leave out the last slash or dot to name a file.',
  });
}

function isLink(path: string, fs: FsPort): boolean {
  return unless(['ENOENT', 'ENOTDIR'], () => fs.lstat(path))?.kind === 'symlink';
}
