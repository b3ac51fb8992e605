import { describe, expect, test } from '@jest/globals';
import { LocklineError } from '../../../src/core/errors.js';
import { nodeFs } from '../../../src/store/disk/fs-port.js';
import { createIoErrors, mapIoErrors } from '../../../src/store/disk/io-error.js';
import { systemError as errorOf } from '../../support/sim/errno.js';
import { refusalOf } from '../../support/thrown.js';

const user = { uid: 1000, groups: [1000] };
const ioErrors = createIoErrors(user);
/** As Node makes it, with the absolute path in its message. */
const systemError = (errno: string, call: string) => errorOf(errno, call, ['/home/me/w/src/a.txt']);
const mapped = (error: unknown) =>
  refusalOf(() => {
    throw ioErrors(error, 'src/a.txt');
  });

test.each([
  ['ENOENT', 'open', 'FILE_NOT_FOUND'],
  ['EEXIST', 'link', 'FILE_EXISTS'],
  ['EACCES', 'mkdir', 'PERMISSION_DENIED'],
  ['EPERM', 'rename', 'PERMISSION_DENIED'],
  ['EPERM', 'fchown', 'PERMISSION_DENIED'],
  ['EINVAL', 'fchown', 'PERMISSION_DENIED'],
  ['EROFS', 'mkdir', 'READ_ONLY'],
  ['ENOSPC', 'write', 'NO_SPACE'],
  ['EDQUOT', 'mkdir', 'NO_SPACE'],
  ['EBUSY', 'rename', 'FILE_MOUNT'],
  ['EBUSY', 'unlink', 'FILE_MOUNT'],
  ['EBUSY', 'rmdir', 'IO_FAILED'],
  ['EISDIR', 'read', 'NOT_A_FILE'],
  ['ENOTDIR', 'open', 'NOT_A_FILE'],
  ['ELOOP', 'open', 'NOT_A_FILE'],
  ['ENXIO', 'open', 'NOT_A_FILE'],
  ['ENAMETOOLONG', 'open', 'INVALID_ARGUMENT'],
  ['EIO', 'fsync', 'IO_FAILED'],
  ['EMFILE', 'open', 'IO_FAILED'],
  ['ENFILE', 'open', 'IO_FAILED'],
  ['EXDEV', 'rename', 'IO_FAILED'],
  ['EINVAL', 'write', 'IO_FAILED'],
  ['ESTALE', 'lstat', 'IO_FAILED'],
  ['E2BIG', 'open', 'IO_FAILED'],
])('%s of %s is %s', (errno, call, code) => {
  expect(mapped(systemError(errno, call)).code).toBe(code);
});

describe('what a caller is told', () => {
  test('names the path, the call and the words of the kernel, but no absolute path', () => {
    const failed = mapped(systemError('EIO', 'fsync')).details;
    expect(failed).toMatchObject({ path: 'src/a.txt', call: 'fsync' });
    expect(failed['cause']).toBe('i/o error (EIO)');
    expect(JSON.stringify(failed)).not.toContain('/home');
  });

  test('names who was refused', () => {
    expect(mapped(systemError('EACCES', 'mkdir')).details['reason']).toContain('uid 1000');
    expect(mapped(systemError('EACCES', 'mkdir')).details['reason']).toContain(
      'may not write the directory',
    );
    expect(mapped(systemError('EPERM', 'fchown')).details['reason']).toContain('owner');
    expect(mapped(systemError('EPERM', 'rename')).details['reason']).toContain('immutable');
  });

  test('where there are no uids, says so in words', () => {
    const error = createIoErrors(undefined)(systemError('EACCES', 'open'), 'a.txt');
    expect(error).toMatchObject({ details: { reason: expect.stringContaining('the user of') } });
  });
});

test('a path that is too long is not repeated whole', () => {
  const long = 'n'.repeat(4000);
  const error = ioErrors(systemError('ENAMETOOLONG', 'open'), long);
  expect(JSON.stringify(error).length).toBeLessThan(400);
});

test('errors that are no system errors pass as they are', () => {
  const ours = new LocklineError('BUSY', { path: 'a', holder: 'b', heldMs: 1, waitedMs: 2 });
  const bug = new TypeError('x is not a function');
  const argument: unknown = thrown(() => nodeFs.rmdir('a\0b'));
  for (const error of [ours, bug, argument]) expect(ioErrors(error, 'a.txt')).toBe(error);
});

test('the error of the system is kept as the cause, for the log', () => {
  const error = systemError('EIO', 'read');
  expect(ioErrors(error, 'a.txt').cause).toBe(error);
});

test('mapIoErrors gives what the call gives, or throws the mapped error', () => {
  expect(mapIoErrors(ioErrors, 'a', () => 7)).toBe(7);
  const { code } = refusalOf(() => mapIoErrors(ioErrors, 'a', () => nodeFs.lstat('/missing')));
  expect(code).toBe('FILE_NOT_FOUND');
});

function thrown(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
