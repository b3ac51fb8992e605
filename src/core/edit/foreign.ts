import { LocklineError } from '../errors.js';
import { binaryAt } from '../text/binary.js';
import { AUTO, HEAD_SIZE, resolveEncoding } from '../text/encoding.js';
import type { Lines } from '../text/lines.js';

/**
 * Refuses to edit what is no text of its encoding: INVALID_ARGUMENT where the file begins with the byte order
 * mark of another one, which would be taken for a part of the first line and lost with it, and BINARY_FILE.
 * `shown` is the path in errors.
 */
export function refuseForeign(lines: Lines, shown: string): void {
  refuseOtherMark(lines, shown);
  const offset = binaryAt(lines.bytes, lines.encoding);
  if (offset !== undefined) throw new LocklineError('BINARY_FILE', { path: shown, offset });
}

/** Only the refusal of another byte order mark: under it lines are not where the caller thinks. */
export function refuseOtherMark({ bytes, encoding: { name } }: Lines, shown: string): void {
  const marked = resolveEncoding(AUTO, bytes.subarray(0, HEAD_SIZE));
  if (marked.bomLength === 0 || marked.name === name) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${shown} begins with the byte order mark of ${marked.name}, but encoding names ${name}: an edit could lose the mark.`,
    hint: `Leave encoding out, or give "${marked.name}", also to read the file.`,
  });
}
