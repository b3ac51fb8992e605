import { hasCode } from '../core/errors.js';
import type { FilePath } from '../core/path.js';
import { AUTO, resolveEncoding } from '../core/text/encoding.js';
import type { History, LoggedFile } from '../store/history.js';

/** Among so many of the newest changes of a file an encoding is looked for. */
const NEWEST = 100;

/** The encoding in which a change read its file: that of its caller, or `auto` if this build does not know it. */
export function encodingOf({ encoding }: Pick<LoggedFile, 'encoding'>): string {
  return encoding !== undefined && isKnown(encoding) ? encoding : AUTO;
}

/**
 * The encoding in which to undo a change. To delete or to move a file nobody needs to name one: then it is
 * that of the changes before, or after.
 */
export async function encodingToUndo(history: History, file: LoggedFile): Promise<string> {
  const { path, from, encoding, before, after } = file;
  const hasReadLines = after !== undefined && before !== after;
  if (encoding !== undefined || hasReadLines) return encodingOf(file);
  const found = await lastEncoding(history, path);
  return found === AUTO && from !== undefined ? lastEncoding(history, from.path) : found;
}

/** The encoding that was named last for a file, as far as is remembered; else `auto`. */
export async function lastEncoding(history: History, path: FilePath): Promise<string> {
  const changes = await history.changes({ path, limit: NEWEST });
  const steps = changes
    .flatMap(({ files }) => files)
    .filter((file) => file.path === path || file.from?.path === path);
  // What was before a file was made anew is another file.
  const last = steps.find((file) => encodingOf(file) !== AUTO || file.before === undefined);
  return last === undefined ? AUTO : encodingOf(last);
}

/** The log is a file that other versions of the program, and others, may have written. */
function isKnown(name: string): boolean {
  try {
    resolveEncoding(name, Buffer.alloc(0));
    return true;
  } catch (error) {
    if (hasCode(error, 'UNSUPPORTED_ENCODING')) return false;
    throw error;
  }
}
