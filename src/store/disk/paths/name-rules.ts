import { LocklineError } from '../../../core/errors.js';
import type { Access } from '../../store.js';
import { createProtection } from './protect.js';
import type { Roots } from './roots.js';

/** The rules on names for absolute paths, which are judged relative to every root that holds them. */
export interface NameRules {
  /** Whether there are deny rules at all. */
  readonly hidesSome: boolean;
  /** A deny rule matches. */
  isDenied(path: string): boolean;
  /** A deny rule matches, or the path is Lockline's own. */
  isHidden(path: string): boolean;
  /**
   * Throws FILE_NOT_FOUND for what a caller must not know of, PROTECTED_PATH for what it must not write.
   * Denied files are not found for a write either, or the answer would tell that they exist.
   */
  check(path: string, shown: string, access: Access): void;
}

/** Compiles the globs of the user. Throws INVALID_ARGUMENT for one that cannot be read. */
export function createNameRules(
  globs: { readonly deny: readonly string[]; readonly allowWrite: readonly string[] },
  roots: Roots,
): NameRules {
  const protection = createProtection({
    deny: globs.deny.map((glob) => relativeGlob(glob, roots)),
    allowWrite: globs.allowWrite.map((glob) => relativeGlob(glob, roots)),
  });
  const relatives = (path: string): readonly string[] =>
    roots.placesOf(path).map(({ relative }) => relative);
  const isDenied = (path: string): boolean =>
    relatives(path).some((relative) => protection.isDenied(relative));
  const isHidden = (path: string): boolean =>
    isDenied(path) || relatives(path).some((relative) => protection.isOwn(relative));

  return {
    hidesSome: globs.deny.length > 0,
    isDenied,
    isHidden,
    check: (path, shown, access) => {
      const mustNotExist = access === 'read' ? isHidden(path) : isDenied(path);
      if (mustNotExist) throw new LocklineError('FILE_NOT_FOUND', { path: shown });
      if (access === 'read') return;
      for (const relative of relatives(path)) {
        const rule = protection.ruleAgainstWriting(relative);
        if (rule !== undefined) throw new LocklineError('PROTECTED_PATH', { path: shown, rule });
      }
    },
  };
}

/** A glob that begins with a root means the rest of it inside the roots. */
function relativeGlob(glob: string, roots: Roots): string {
  const place = glob.startsWith('/') ? roots.placesOf(glob)[0] : undefined;
  return place === undefined ? glob : `/${place.relative}`;
}
