import { expect, test } from '@jest/globals';
import { createFileSystems, isKernelType } from '../../../../src/store/disk/paths/file-systems.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';

const typed = (magic: number) => {
  const asked: string[] = [];
  const fileSystems = createFileSystems({
    ...nodeFs,
    fsType: (path) => {
      asked.push(path);
      return magic;
    },
  });
  return { fileSystems, asked };
};

test.each([
  [0xef53, 'local', 'local'],
  [0x01021994, 'local', 'local'],
  [0x9123683e, 'local', 'local'],
  [0x794c7630, 'local', 'local'],
  [0x6969, 'network', 'nfs'],
  [0xff534d42, 'network', 'cifs'],
  [0xfe534d42, 'network', 'smb'],
  [-11317950, 'network', 'cifs'],
  [0x517b, 'network', 'smb'],
  [0x65735546, 'shared', 'fuse or virtiofs'],
  [0x01021997, 'shared', '9p'],
  [0x9fa0, 'kernel', 'proc'],
  [0x62656572, 'kernel', 'sysfs'],
])('type %d is %s: %s', (magic, kind, name) => {
  expect(typed(magic).fileSystems.of({ dev: 1n }, '/x')).toEqual({ kind, name });
  expect(isKernelType(magic)).toBe(kind === 'kernel');
});

test('each device is asked for once', () => {
  const { fileSystems, asked } = typed(0x6969);
  for (const [dev, path] of [
    [1n, '/a'],
    [1n, '/b'],
    [2n, '/c'],
  ] as const) {
    fileSystems.of({ dev }, path);
  }
  expect(asked).toEqual(['/a', '/c']);
});

test('on this machine, /proc is of the kernel and the directory of this test is not', () => {
  const fileSystems = createFileSystems(nodeFs);
  expect(fileSystems.of(nodeFs.lstat('/proc/self/'), '/proc/self').name).toBe('proc');
  expect(fileSystems.of(nodeFs.lstat('.'), '.').kind).not.toBe('kernel');
});
