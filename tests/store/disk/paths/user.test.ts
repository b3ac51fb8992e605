import { expect, test } from '@jest/globals';
import { isSuperuser, userText } from '../../../../src/store/disk/paths/user.js';

test('a user is named by number: a container need not know more', () => {
  expect(userText({ uid: 1000, groups: [] })).toBe('uid 1000');
  expect(userText(undefined)).toBe('the user of the server');
});

test('the superuser is uid 0', () => {
  expect([0, 1000].map((uid) => isSuperuser({ uid, groups: [0] }))).toEqual([true, false]);
});
