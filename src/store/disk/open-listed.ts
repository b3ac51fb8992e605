import { constants } from 'node:fs';
import { join } from 'node:path';
import { LocklineError } from '../../core/errors.js';
import type { Anchor } from './anchor.js';
import type { Confinement } from './confine.js';
import { unless } from './errno.js';
import type { FileSystems } from './file-systems.js';
import type { FsPort, Stat } from './fs-port.js';
import { createHiddenTwins } from './hidden-twins.js';
import type { OpenFile } from './open-target.js';

/**
 * Opens a name that a listing of its anchored directory gave as a file's, with as few system calls as can
 * be: a search opens thousands. `undefined` if it is gone. Throws NOT_A_FILE for what is no file by now,
 * FILE_NOT_FOUND for another name of a hidden file, and errnos.
 */
export type OpenListed = (anchor: Anchor, name: string) => OpenFile | undefined;

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
    const fd = unless(['ENOENT'], () => fs.open(at, READ));
    if (fd === undefined) return undefined;
    let isKept = false;
    try {
      const stat = fs.fstat(fd);
      const fault = faultOf(stat, at);
      if (fault !== undefined) throw fault(confinement.display(join(anchor.directory, name)));
      isKept = true;
      return { fd, stat };
    } finally {
      if (!isKept) fs.close(fd);
    }
  };

  function faultOf(stat: Stat, at: string): ((path: string) => LocklineError) | undefined {
    if (stat.kind !== 'file') return notAFile('no longer a file');
    // Files of the kernel look regular and can be endless.
    if (fileSystems.of(stat, at).kind === 'kernel') return notAFile('a view into the kernel');
    if (!isHiddenTwin(stat)) return undefined;
    return (path) => new LocklineError('FILE_NOT_FOUND', { path });
  }
}

function notAFile(found: string) {
  return (path: string): LocklineError => new LocklineError('NOT_A_FILE', { path, found });
}
