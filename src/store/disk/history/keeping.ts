import type { Action, Content, Meaning } from '../../../core/change.js';
import type { Hash } from '../../../core/hash.js';
import type { FilePath } from '../../../core/path.js';
import type { Clock } from '../clock.js';
import type { FsPort } from '../fs-port.js';
import type { HeldLock } from '../lock/lock.js';
import { appendLine } from './change-log.js';
import { deltaOf } from './delta.js';
import type { Excuse } from './excuse.js';
import type { Home, Homes } from './home.js';
import { keepVersion, type FormerVersion } from './kept-versions.js';
import type { LogFile, LogLine } from './log-line.js';
import { loggedPath, type Places } from './places.js';
import { createRoom, type Bounds, type Room } from './room.js';

/** A change that is committed, while the locks of its files are held. */
interface CommittedChange {
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  readonly undoes: string | undefined;
  readonly files: readonly CommittedFile[];
}

interface CommittedFile {
  readonly path: FilePath;
  readonly action: Action;
  /** For a move, of the file in its new place: where it was. */
  readonly from: FilePath | undefined;
  readonly before: Hash | undefined;
  /** Absent for a file that is gone. */
  readonly content: Content | undefined;
  /** Name of the encoding that the caller gave; absent for `auto`. */
  readonly encoding: string | undefined;
  readonly meant: Meaning | undefined;
  readonly lock: HeldLock;
  /** Absent for a file that is new. */
  readonly former: FormerVersion | undefined;
}

const PERMISSIONS = 0o777;
/** New bytes of a version that are put into the log: no more, and of all the room no more than this share. */
const MOST_FRESH = 4096;
const FRESH_SHARE = 2 ** -16;

/** Gives the id under which the change is in the log; `undefined` if it could not be put there. Never fails. */
export type Keep = (change: CommittedChange) => Promise<string | undefined>;

interface Parts extends Bounds {
  readonly fs: FsPort;
  readonly clock: Clock;
  readonly homes: Homes;
  readonly places: Places;
  readonly makeToken: () => string;
  readonly excuse: Excuse;
}

/**
 * Remembers committed changes. Whatever goes wrong costs the memory of them and nothing else: the change is
 * already there, and its locks wait only for a few short calls.
 */
export function createKeep(parts: Parts): Keep {
  const { homes, places, excuse } = parts;
  const rooms = new Map(places.roots.map((root) => [root, createRoom(parts)]));

  const remember = async (change: CommittedChange, root: string, room: Room): Promise<boolean> => {
    let home = homes.ready(root);
    if (home === undefined) {
      await homes.prepare(root);
      home = homes.ready(root);
    }
    if (home === undefined) return false;
    // From here on nothing is awaited, or the home might be closed.
    const line = lineOf(change, root, parts);
    try {
      keepVersions(change, { root, home, room }, parts);
      keepDeltas(line, { root, home, room }, parts);
    } catch (error) {
      excuse(error);
    }
    // Who has lost the locks since the commit does not know any more what came after it.
    if (!change.files.every(({ lock }) => lock.isHeld())) return false;
    room.logged(appendLine(parts.fs, home.log, withoutDeltas(line)));
    return true;
  };

  return async (change) => {
    const concerned = new Set(change.files.map(({ path }) => places.rootOf(path)));
    let isLogged = false;
    for (const [root, room] of rooms) {
      if (!concerned.has(root)) continue;
      try {
        isLogged = (await remember(change, root, room)) || isLogged;
      } catch (error) {
        excuse(error);
      }
    }
    return isLogged ? change.id : undefined;
  };
}

interface Place {
  readonly root: string;
  readonly home: Home;
  readonly room: Room;
}

function keepVersions({ files }: CommittedChange, at: Place, { fs, makeToken, places }: Parts) {
  for (const { path, former } of files) {
    if (former === undefined || places.rootOf(path) !== at.root) continue;
    keepVersion(at.home, former, at.room, { fs, makeToken });
  }
}

/** What the change has made, as long as that is live and cannot be kept: another program may write over it. */
function keepDeltas(line: LogLine, { home, room }: Place, { fs }: Parts): void {
  const files = line.files.filter(({ delta }) => delta !== undefined);
  if (files.length > 0) room.logged(appendLine(fs, home.log, { ...line, files }, 'deltas'));
}

function withoutDeltas(line: LogLine): LogLine {
  return { ...line, files: line.files.map(({ delta: _delta, ...file }) => file) };
}

function lineOf(change: CommittedChange, root: string, { clock, maxBytes }: Parts): LogLine {
  const { id, agent, tool, undoes, files } = change;
  return {
    id,
    time: clock.wall(),
    agent,
    tool,
    ...(undoes !== undefined && { undoes }),
    files: loggedFiles(files, {
      name: (path) => loggedPath(root, path),
      maxFresh: Math.min(MOST_FRESH, maxBytes * FRESH_SHARE),
    }),
  };
}

interface Naming {
  readonly name: (path: FilePath) => string;
  /** New bytes of each file that are told, at most. */
  readonly maxFresh: number;
}

/** A move is told once, where the file is now. */
function loggedFiles(
  files: readonly CommittedFile[],
  { name, maxFresh }: Naming,
): readonly LogFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const sources = new Set(files.map(({ from }) => from));
  return files
    .filter(({ path, content }) => content !== undefined || !sources.has(path))
    .map((file) => {
      const { path, action, from, content, encoding, meant } = file;
      const source = from === undefined ? file : byPath.get(from);
      return {
        path: name(path),
        action,
        ...(source?.before !== undefined && { before: source.before }),
        ...afterOf(file, source, maxFresh),
        ...(encoding !== undefined && { encoding }),
        ...(meant && { meant }),
        ...(content === undefined && modeOf(file)),
        ...(from !== undefined && { from: name(from) }),
      };
    });
}

function afterOf(
  { content }: CommittedFile,
  source: CommittedFile | undefined,
  maxFresh: number,
): Pick<LogFile, 'after' | 'delta'> {
  if (content === undefined) return {};
  const { hash: after, slices } = content;
  if (after === source?.before) return { after };
  const delta = deltaOf(source?.former?.version.bytes ?? Buffer.alloc(0), slices, maxFresh);
  return { after, ...(delta && { delta }) };
}

function modeOf({ former }: CommittedFile): Pick<LogFile, 'mode'> {
  return former === undefined ? {} : { mode: former.version.stat.mode & PERMISSIONS };
}
