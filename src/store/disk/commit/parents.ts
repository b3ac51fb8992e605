import { dirname, join, relative, sep } from 'node:path';
import type { FilePath } from '../../../core/path.js';
import type { Anchor, Anchors } from '../paths/anchor.js';
import { errnoOf, succeeds } from '../errno.js';
import type { FsPort } from '../fs-port.js';

/** Directories that were made for files to come. */
export interface MadeParents {
  /** Takes back those that nothing was put into. */
  removeEmpty(): void;
}

interface Made {
  readonly parent: string;
  readonly name: string;
}

/** Makes the missing directories above the files, each durable in the one above. */
export async function makeParents(
  paths: readonly FilePath[],
  fs: FsPort,
  anchors: Anchors,
): Promise<MadeParents> {
  const made: Made[] = [];
  const removeEmpty = (): void => {
    for (const { parent, name } of made.reverse()) removeDirectory(parent, name, { fs, anchors });
  };
  try {
    for (const path of paths) await makeParent(path, made, { fs, anchors });
  } catch (error) {
    removeEmpty();
    throw error;
  }
  return { removeEmpty };
}

interface Disk {
  readonly fs: FsPort;
  readonly anchors: Anchors;
}

/** Step by step below an open directory, so that no swapped directory leads the new ones elsewhere. */
async function makeParent(path: FilePath, made: Made[], disk: Disk): Promise<void> {
  const nearest = disk.anchors.openNearest(path);
  const missing = relative(nearest.directory, dirname(path));
  const names = missing === '' ? [] : missing.split(sep);
  let anchor: Anchor | undefined = nearest;
  for (const name of names) {
    // Where another process has removed one again, the caller finds the parent missing and starts over.
    if (anchor === undefined) return;
    anchor = await makeDirectory(anchor, name, { ...disk, made });
  }
  anchor?.close();
}

/** Closes the directory it is given and gives the new one. */
async function makeDirectory(
  anchor: Anchor,
  name: string,
  { fs, anchors, made }: Disk & { readonly made: Made[] },
): Promise<Anchor | undefined> {
  const parent = anchor.directory;
  try {
    const isMade = succeeds(['EEXIST'], () => {
      fs.mkdir(anchor.at(name), 0o777);
    });
    if (isMade) made.push({ parent, name });
    await anchor.sync();
  } finally {
    anchor.close();
  }
  return anchors.openDirectory(join(parent, name));
}

/** A directory that cannot be removed is left: it says nothing about the change that it was made for. */
function removeDirectory(parent: string, name: string, { fs, anchors }: Disk): void {
  let anchor: Anchor | undefined;
  try {
    anchor = anchors.openDirectory(parent);
    if (anchor !== undefined) fs.rmdir(anchor.at(name));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  } finally {
    anchor?.close();
  }
}
