import { unless } from '../errno.js';
import type { FsPort } from '../fs-port.js';
import type { Entry, LockDirectory } from './lock-directory.js';
import type { Holder } from './processes.js';

/*
 * A heartbeat is a file in a held lock directory. Its name changes every few seconds by a rename of exactly
 * the name before, so the holder learns at once when somebody has taken it, needs no right on the file
 * itself, and compares no clocks: a lock is stale when its heartbeat kept one name for the stale time of the
 * observer's own monotonic clock.
 */

/** Who holds a lock, as its heartbeat tells. */
export interface HolderNote {
  readonly token: string;
  readonly holder: Holder;
  readonly agent: string;
}

const EXPIRED = 'expired';

export function heartbeatName(token: string, beat: number): Entry {
  return { kind: 'hb', token, name: `hb-${token}-${String(beat)}` };
}

/** Name of a heartbeat whose holder has given up: anybody may take the lock at once. */
export function expiredName(token: string): string {
  return `hb-${token}-${EXPIRED}`;
}

export function encodeNote(note: HolderNote): Buffer {
  return Buffer.from(JSON.stringify(note));
}

/**
 * Reads who holds the lock. A heartbeat that was taken over still has the content of the holder before, so
 * content counts only with the token of the name; the new holder's stands in its `id` entry.
 */
export function readNote(
  fs: FsPort,
  directory: LockDirectory,
  heartbeat: Entry,
): HolderNote | undefined {
  const sources = [heartbeat.name, `id-${heartbeat.token}`];
  return sources
    .map((name) => parseNote(fs, directory.at(name)))
    .find((note) => note?.token === heartbeat.token);
}

/** Reads the content of a heartbeat or `id` entry; `undefined` where it is missing or not whole. */
export function parseNote(fs: FsPort, path: string): HolderNote | undefined {
  const bytes = unless(['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR'], () => fs.readSmall(path));
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isNote(value) ? { ...value, agent: inOneLine(value.agent) } : undefined;
  } catch {
    return undefined;
  }
}

const MAX_AGENT_CHARS = 80;

/** Anybody may have written the note, and a model reads the name in the middle of a sentence. */
function inOneLine(agent: string): string {
  return agent.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_AGENT_CHARS);
}

function isNote(value: unknown): value is HolderNote {
  return (
    isObject(value) &&
    typeof value['token'] === 'string' &&
    typeof value['agent'] === 'string' &&
    isHolder(value['holder'])
  );
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value) || typeof value['pid'] !== 'number') return false;
  return ['host', 'boot', 'pidNamespace', 'started'].every((key) => typeof value[key] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
