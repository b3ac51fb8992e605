import { expect, jest, test } from '@jest/globals';
import { LocklineError } from '../../../../src/core/errors.js';
import { createExcuse } from '../../../../src/store/disk/history/excuse.js';
import { systemError } from '../../../support/sim/errno.js';

test('the first failure is logged with its reason, those after it are not', () => {
  const warn = jest.fn();
  const excuse = createExcuse(warn);
  excuse(new LocklineError('NO_SPACE', { path: 'x' }));
  excuse(systemError('EIO', 'open', ['/w/.lockline']));
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('history'), { reason: expect.stringContaining('x') }],
  ]);
});

test('a failed system call is one, too', () => {
  const warn = jest.fn();
  createExcuse(warn)(systemError('EROFS', 'rename', ['/w/a', '/w/b']));
  expect(warn).toHaveBeenCalledWith(expect.anything(), {
    reason: expect.stringContaining('EROFS'),
  });
});

test('a bug is thrown on', () => {
  const bug = new TypeError('planted');
  expect(() => {
    createExcuse(jest.fn())(bug);
  }).toThrow(bug);
});
