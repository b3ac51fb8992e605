import { LocklineError } from '../../core/errors.js';
import type { Limits } from '../tool.js';

/** How much one call asks for. */
export interface Counts {
  readonly files?: number;
  /** Patches, or ranges, of all files together. */
  readonly patches?: number;
}

/** Throws INVALID_ARGUMENT for a call of more files or patches than the server takes at once. */
export function refuseTooMany({ files = 0, patches = 0 }: Counts, limits: Limits): void {
  refuse(files, limits.maxFiles, 'files');
  refuse(patches, limits.maxPatches, 'patches or ranges');
}

function refuse(count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `This call has ${count} ${what}; at most ${limit} are taken at once.`,
    hint: `Send them in several calls, each with the hashes that the one before gave back.`,
  });
}
