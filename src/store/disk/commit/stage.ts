import { constants } from 'node:fs';
import { linkOr, makeShared } from '../paths/directory.js';
import type { FsPort } from '../fs-port.js';
import { entryOf, targetOf, type Model, type Participant, type Staged } from './participant.js';
import { isRacy, isSameContent } from '../read/version.js';
import { writeAll } from './write-all.js';

const MAKE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const PERMISSIONS = 0o7777;
const OWNER_ONLY = 0o600;
/** What the umask is taken from for a file that is new. */
const NEW_FILE = 0o666;

/**
 * Puts all that the switch of one file needs into its lock directory: the new content with mode and owner,
 * synced; a second link to the old inode; or the place that a deleted file is moved to. Gives `undefined` if
 * the file is no longer what was read.
 */
export async function stage(
  fs: FsPort,
  participant: Participant,
  token: string,
): Promise<Staged | undefined> {
  const staged = { participant, token };
  const madeAt = participant.step === 'delete' ? makeGrave(fs, staged) : await makeNew(fs, staged);
  const { before } = participant;
  if (before === undefined)
    return { ...staged, baseline: undefined, isRacy: false, hasBackup: false };
  if (!before.isHashed()) return undefined;
  const hasBackup = participant.step === 'edit' && (await backUp(fs, staged));
  // Taken after the backup, because a link moves the ctime.
  const baseline = fs.lstat(targetOf(participant));
  if (!isSameContent(baseline, before.stat)) return undefined;
  return { ...staged, baseline, isRacy: isRacy(before.stat, madeAt), hasBackup };
}

type Entries = Pick<Staged, 'participant' | 'token'>;

/** Makes the directory that a deleted file is moved into; gives the time by the file system's clock. */
function makeGrave(fs: FsPort, staged: Entries): bigint {
  const path = entryOf(staged, 'del');
  makeShared(fs, path, staged.participant.lock.directory.anchor.access);
  return fs.lstat(path).mtimeNs;
}

async function makeNew(fs: FsPort, staged: Entries): Promise<bigint> {
  const { model, content, before } = staged.participant;
  // Both remember what they find: hashing takes a core the time that the disk takes anyway.
  const meanwhile = () => [before?.isHashed(), content?.hash];
  const path = entryOf(staged, 'new');
  return writeSynced(fs, path, content?.slices ?? [], { model, staged, meanwhile });
}

/** Links the old inode, or copies it where the file system has no hard links; whether it is a link. */
async function backUp(fs: FsPort, staged: Entries): Promise<boolean> {
  const { before } = staged.participant;
  const path = entryOf(staged, 'old');
  let isLinked = true;
  linkOr(fs, targetOf(staged.participant), path, () => {
    isLinked = false;
  });
  if (!isLinked && before !== undefined)
    await writeSynced(fs, path, [before.bytes], { model: before.stat, staged });
  return isLinked;
}

interface Making {
  readonly model: Model | undefined;
  readonly staged: Entries;
  /** Done while the disk is waited for. */
  readonly meanwhile?: () => unknown;
}

async function writeSynced(
  fs: FsPort,
  path: string,
  slices: readonly Uint8Array[],
  { model, staged, meanwhile }: Making,
): Promise<bigint> {
  const fd = fs.open(path, MAKE, model === undefined ? NEW_FILE : OWNER_ONLY);
  try {
    staged.participant.lock.directory.anchor.verifyInside(fd);
    await writeAll(fs, fd, slices);
    if (model !== undefined) giveMode(fs, fd, model);
    const synced = fs.fsync(fd);
    meanwhile?.();
    await synced;
    return fs.fstat(fd).mtimeNs;
  } finally {
    fs.close(fd);
  }
}

/** Owner first: changing it clears set-id bits. */
function giveMode(fs: FsPort, fd: number, { mode, uid, gid }: Model): void {
  const made = fs.fstat(fd);
  const owner = { uid: uid ?? made.uid, gid: gid ?? made.gid };
  if (made.uid !== owner.uid || made.gid !== owner.gid) fs.fchown(fd, owner.uid, owner.gid);
  fs.fchmod(fd, mode & PERMISSIONS);
}
