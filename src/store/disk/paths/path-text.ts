import { sep } from 'node:path';
import { LocklineError } from '../../../core/errors.js';
import { quoteText } from '../../../core/messages/phrase.js';

const MAX_BYTES = 4096;
/** No file system takes more; it also bounds the work of a glob. */
const MAX_NAME_CHARS = 255;
const NAMES_A_DIRECTORY = sep === '\\' ? /(^|[/\\])\.{0,2}$/ : /(^|\/)\.{0,2}$/;
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?$/i;

/**
 * Checks a caller's path as a string, before any system call sees it. What passes is used exactly as it
 * is: nothing is trimmed, expanded or decoded. Throws INVALID_ARGUMENT.
 */
export function checkPathText(path: string): void {
  const fault = textFault(path) ?? (sep === '\\' ? windowsFault(path) : undefined);
  if (fault === undefined) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `the path ${quoted(path)} ${fault}`,
    hint: 'Send the path as it is on disk, absolute or relative to the first root.',
  });
}

/** Whether the spelling can only mean a directory: it ends in a separator or in a dot component. */
export function namesADirectory(path: string): boolean {
  return NAMES_A_DIRECTORY.test(path);
}

function textFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (Buffer.byteLength(path) > MAX_BYTES) return `is longer than ${MAX_BYTES} bytes`;
  if (path.split(sep).some((name) => name.length > MAX_NAME_CHARS)) {
    return `holds a name longer than ${MAX_NAME_CHARS} characters`;
  }
  if (path.includes('\0')) return 'holds a NUL character';
  if (/\p{Cc}/u.test(path)) return 'holds a control character';
  if (/\p{Cs}/u.test(path)) return 'holds half of a surrogate pair';
  return undefined;
}

/**
 * What makes a path mean something else on Windows than its text says: shares and devices, the current
 * directory of a drive, alternate streams, reserved names, and ends that the system strips.
 */
export function windowsFault(path: string): string | undefined {
  if (/^[/\\]{2}/.test(path)) return 'names a network share or a device';
  if (/^[a-z]:(?![/\\])/i.test(path)) return 'is relative to the current directory of a drive';
  if (path.replace(/^[a-z]:/i, '').includes(':')) return 'holds a colon';
  for (const name of path.split(/[/\\]/)) {
    if (RESERVED_ON_WINDOWS.test(name)) return `holds the reserved name ${name}`;
    if (/[. ]$/.test(name) && name !== '.' && name !== '..')
      return 'has a name that ends in a dot or blank';
  }
  return undefined;
}

/** JSON escapes only the first of the two blocks of control characters. */
function quoted(path: string): string {
  return quoteText(path).replace(/\p{Cc}/gu, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
