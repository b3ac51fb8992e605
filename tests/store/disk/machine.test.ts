import { expect, test } from '@jest/globals';
import { thisMachine } from '../../../src/store/disk/machine.js';
import { nodeFs } from '../../../src/store/disk/fs-port.js';
import { testWith } from '../../support/needs.js';

const machine = thisMachine();
const testProc = testWith(process.platform === 'linux', 'the user is told by /proc');

test('tokens are 16 hex digits and never the same', () => {
  const tokens = Array.from({ length: 100 }, machine.makeToken);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set(tokens).size).toBe(100);
});

testProc('the user is the one that opens files', () => {
  const { uid = -1, groups = [] } = machine.user ?? {};
  expect(uid).toBe(process.geteuid?.());
  expect(groups[0]).toBe(process.getegid?.());
  expect(groups).toEqual(expect.arrayContaining(process.getgroups?.() ?? []));
});

test('the disk and the processes are the real ones', () => {
  expect(machine.fs).toBe(nodeFs);
  expect(machine.processes.isDead(machine.processes.self)).toBe(false);
});
