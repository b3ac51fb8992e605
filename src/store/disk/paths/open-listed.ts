import { constants } from 'node:fs';
import { join } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import type { Anchor } from './anchor.js';
import type { Confinement } from './confine.js';
import { unless } from '../errno.js';
import type { FileSystems } from './file-systems.js';
import type { FsPort } from '../fs-port.js';
import { createHiddenTwins } from './hidden-twins.js';

/**
 * Opens a name that a listing of its anchored directory gave as a file's, with as few system calls as can
 * be, since a search opens thousands. Gives its descriptor; `undefined` if it is gone. What was put in its
 * place meanwhile neither blocks nor acts when it is read. Throws NOT_A_FILE where the kernel shows its own
 * state, FILE_NOT_FOUND for another name of a hidden file, and errnos.
 */
export type OpenListed = (anchor: Anchor, name: string) => number | undefined;

interface Parts {
  readonly fs: FsPort;
  readonly confinement: Confinement;
  readonly fileSystems: FileSystems;
}

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

export function createOpenListed({ fs, confinement, fileSystems }: Parts): OpenListed {
  const isHiddenTwin = createHiddenTwins(fs, confinement);

  return (anchor, name) => {
    const at = anchor.at(name);
    if (fileSystems.of(anchor, anchor.at('.')).kind === 'kernel') {
      throw new LocklineError('NOT_A_FILE', {
        path: confinement.display(join(anchor.directory, name)),
        found: 'a view into the kernel',
      });
    }
    const fd = unless(['ENOENT'], () => fs.open(at, READ));
    if (fd === undefined || !confinement.hidesSome || !isHidden(fd)) return fd;
    fs.close(fd);
    throw new LocklineError('FILE_NOT_FOUND', {
      path: confinement.display(join(anchor.directory, name)),
    });
  };

  function isHidden(fd: number): boolean {
    let isKept = false;
    try {
      const isHiddenName = isHiddenTwin(fs.fstat(fd));
      isKept = true;
      return isHiddenName;
    } finally {
      if (!isKept) fs.close(fd);
    }
  }
}
