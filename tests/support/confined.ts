import { createConfinement, type Confinement } from '../../src/store/disk/paths/confine.js';
import type { ConfinementOptions } from '../../src/store/disk/paths/confine.js';
import { type FsPort, nodeFs } from '../../src/store/disk/fs-port.js';

/** A confinement over real files, with rules only as far as they are given. */
export function confined(
  roots: readonly string[],
  options: Partial<ConfinementOptions> = {},
  fs: FsPort = nodeFs,
): Confinement {
  return createConfinement(
    {
      roots,
      directory: '/',
      readOnly: false,
      deny: [],
      allowWrite: [],
      aliases: [],
      user: { uid: 0, groups: [0] },
      ...options,
    },
    fs,
  );
}
