import { createAnchors, type Anchors } from '../../src/store/disk/paths/anchor.js';
import type { Confinement, ConfinementOptions } from '../../src/store/disk/paths/confine.js';
import { createFileSystems, type FileSystems } from '../../src/store/disk/paths/file-systems.js';
import { type FsPort, nodeFs } from '../../src/store/disk/fs-port.js';
import { createIoErrors, type IoErrors } from '../../src/store/disk/io-error.js';
import { createOpenTarget, type OpenTarget } from '../../src/store/disk/paths/open-target.js';
import type { User } from '../../src/store/disk/paths/user.js';
import { confined } from './confined.js';

/** The parts that lead from a caller's path to an open file. */
export interface Openers {
  readonly fs: FsPort;
  readonly confinement: Confinement;
  readonly anchors: Anchors;
  readonly fileSystems: FileSystems;
  readonly ioErrors: IoErrors;
  readonly user: User | undefined;
  readonly openTarget: OpenTarget;
}

export function openersOf(
  roots: readonly string[],
  options: Partial<ConfinementOptions> = {},
  fs: FsPort = nodeFs,
): Openers {
  const user = 'user' in options ? options.user : { uid: 0, groups: [0] };
  const confinement = confined(roots, { ...options, user }, fs);
  const ioErrors = createIoErrors(user);
  const fileSystems = createFileSystems(fs);
  const parts = { fs, confinement, fileSystems, ioErrors, user };
  return { ...parts, anchors: createAnchors(parts), openTarget: createOpenTarget(parts) };
}

/** The port on a system that has no `/proc`. */
export function withoutProc(fs: FsPort): FsPort {
  const hide = (path: string): void => {
    if (path.startsWith('/proc/')) fs.lstat('/nothing/here');
  };
  return {
    ...fs,
    readlink: (path) => {
      hide(path);
      return fs.readlink(path);
    },
    readSmall: (path) => {
      hide(path);
      return fs.readSmall(path);
    },
  };
}

/** The text of the file that a caller's path leads to, `undefined` where there is none; closes everything. */
export function readThrough({ fs, confinement, anchors, openTarget }: Openers, path: string) {
  const resolved = confinement.resolve(path, 'read');
  const anchor = anchors.openParent(resolved.path);
  if (anchor === undefined) return undefined;
  try {
    const file = openTarget(anchor, resolved.path);
    if (file === undefined) return undefined;
    const bytes = Buffer.alloc(file.stat.size);
    const count = fs.readSync(file.fd, bytes, 0);
    fs.close(file.fd);
    return bytes.toString('utf8', 0, count);
  } finally {
    anchor.close();
  }
}
