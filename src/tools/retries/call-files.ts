import { recordsOf } from '../arguments/record.js';
import type { JsonRecord } from '../arguments/record.js';

/** The lists of lines that the entry of a file can hold. */
const LINE_LISTS = ['patches', 'ranges'];

/** Whether the path that a caller named is the one that results show as `shown`. */
function isNamed(named: unknown, shown: string): boolean {
  if (typeof named !== 'string') return false;
  const plain = named.replace(/^(\.\/)+/, '');
  return plain === shown || plain.endsWith(`/${shown}`);
}

/**
 * The arguments with the entry of one file changed: the entry of the list `files`, or the arguments
 * themselves. `undefined` if it is not certain which entry is meant, or if it cannot be changed.
 */
export function withFile(
  args: JsonRecord,
  shown: string,
  change: (entry: JsonRecord) => JsonRecord | undefined,
): JsonRecord | undefined {
  const files = recordsOf(args['files']);
  if (files === undefined) return change(args);
  const entries = files.filter(({ file_path }) => files.length === 1 || isNamed(file_path, shown));
  const [entry] = entries;
  const changed = entry === undefined || entries.length > 1 ? undefined : change(entry);
  if (changed === undefined) return undefined;
  return { ...args, files: files.map((file) => (file === entry ? changed : file)) };
}

/** The entry with every item of its list of lines changed, or `undefined` if one cannot be. */
export function withLines(
  entry: JsonRecord,
  change: (item: JsonRecord) => JsonRecord | undefined,
): JsonRecord | undefined {
  const name = LINE_LISTS.find((list) => recordsOf(entry[list]) !== undefined);
  const items = name === undefined ? undefined : recordsOf(entry[name]);
  if (name === undefined || items === undefined) return undefined;
  const changed = items.map(change);
  return changed.every((item) => item !== undefined) ? { ...entry, [name]: changed } : undefined;
}
