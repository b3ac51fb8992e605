import { getSystemErrorMap, types } from 'node:util';
import { LocklineError } from '../../core/errors.js';
import { errnoOf } from './errno.js';
import { userText, type User } from './paths/user.js';

/** Gives the error to throw for one that a system call threw. `path` is as results show it. */
export type IoErrors = (error: unknown, path: string) => Error;

interface Failure {
  readonly code: string;
  readonly call: string;
  readonly cause: string;
  readonly path: string;
  readonly user: User | undefined;
}

type Mapping = (failure: Failure) => LocklineError;

/** Codes of Node itself and of `LocklineError` look otherwise: ERR_INVALID_ARG_TYPE, CONFLICT. */
const ERRNO = /^E[A-Z0-9]+$/;

/**
 * The one place where errnos become codes that a caller can act on. An errno without a meaning of its
 * own is IO_FAILED. `LocklineError`s and bugs pass as they are.
 */
export function createIoErrors(user: User | undefined): IoErrors {
  return (error, path) => {
    const code = errnoOf(error);
    if (code !== undefined && ERRNO.test(code)) return describe(error, { code, path, user });
    if (types.isNativeError(error)) return error;
    return new LocklineError('IO_FAILED', { path, call: 'unknown', cause: String(error) });
  };
}

/** What `call` gives; errors of its system calls are mapped. */
export function mapIoErrors<T>(ioErrors: IoErrors, path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw ioErrors(error, path);
  }
}

function describe(error: unknown, known: Pick<Failure, 'code' | 'path' | 'user'>): LocklineError {
  const call = callOf(error);
  const mapping = BY_CALL[`${call} ${known.code}`] ?? BY_ERRNO[known.code] ?? ioFailed;
  const mapped = mapping({ ...known, call, cause: causeOf(error, known.code) });
  return new LocklineError(mapped.code, mapped.details, { cause: error });
}

function callOf(error: unknown): string {
  const call = field(error, 'syscall');
  return typeof call === 'string' ? call : 'unknown';
}

/** The kernel's words. Node's own message would name absolute paths. */
function causeOf(error: unknown, code: string): string {
  const errno = field(error, 'errno');
  const words = typeof errno === 'number' ? getSystemErrorMap().get(errno)?.[1] : undefined;
  return words === undefined ? code : `${words} (${code})`;
}

function field(error: unknown, name: 'errno' | 'syscall'): unknown {
  if (!types.isNativeError(error)) return undefined;
  return Object.getOwnPropertyDescriptor(error, name)?.value;
}

const ioFailed: Mapping = ({ path, call, cause }) =>
  new LocklineError('IO_FAILED', { path, call, cause });

const denied = (reason: (failure: Failure) => string): Mapping => {
  return (failure) =>
    new LocklineError('PERMISSION_DENIED', { path: failure.path, reason: reason(failure) });
};

const notAFile = (found: string): Mapping => {
  return ({ path }) => new LocklineError('NOT_A_FILE', { path, found });
};

const noSpace: Mapping = ({ path }) => new LocklineError('NO_SPACE', { path });

const fileMount: Mapping = ({ path }) => new LocklineError('FILE_MOUNT', { path });

const ownerLost = denied(
  ({ user }) => `its owner cannot be kept by ${userText(user)}; run the server as the owner`,
);

/** Errnos whose meaning hangs on the call. */
const BY_CALL: { readonly [callAndErrno: string]: Mapping | undefined } = {
  // A mount point cannot be renamed over, unlinked or linked: only a file that is one gets here.
  'rename EBUSY': fileMount,
  'unlink EBUSY': fileMount,
  'link EBUSY': fileMount,
  'fchown EPERM': ownerLost,
  'mkdir EACCES': denied(
    ({ user }) =>
      `${userText(user)} may not write the directory that it is in, where its lock has to be; run the server as the owner of the directory or grant the access`,
  ),
  // An owner that has no number in this user namespace (rootless containers).
  'fchown EINVAL': ownerLost,
};

const BY_ERRNO: { readonly [errno: string]: Mapping | undefined } = {
  ENOENT: ({ path }) => new LocklineError('FILE_NOT_FOUND', { path }),
  EEXIST: ({ path }) => new LocklineError('FILE_EXISTS', { path }),
  EACCES: denied(
    ({ call, user }) =>
      `${userText(user)} has no permission for ${call}; run the server as the owner or grant the access`,
  ),
  EPERM: denied(
    ({ call }) =>
      `the system does not permit ${call}; the file may be immutable or append-only (lsattr)`,
  ),
  EROFS: ({ path }) =>
    new LocklineError('READ_ONLY', { path, reason: 'its file system is read-only' }),
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EISDIR: notAFile('a directory'),
  ENOTDIR: notAFile('a path below something that is not a directory'),
  ELOOP: notAFile('a symbolic link that cannot be followed'),
  ENXIO: notAFile('a socket or device'),
  ENODEV: notAFile('a device'),
  ENAMETOOLONG: ({ path }) =>
    new LocklineError('INVALID_ARGUMENT', {
      what: `the path ${cropped(path)} or a name in it is longer than the file system takes`,
      hint: 'Use shorter names: most file systems take 255 bytes a name and 4,096 bytes a path.',
    }),
};

function cropped(path: string): string {
  const shown = 80;
  return path.length <= shown ? path : `${path.slice(0, shown)}…`;
}
