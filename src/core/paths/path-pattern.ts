import { compileName, MANY, matchesAll } from './wildcard.js';
import type { Test } from './wildcard.js';

/** Whether a path is matched, given as its names from some directory on. */
export type PathTest = (names: readonly string[]) => boolean;

/**
 * Reads a pattern whose slashes part the names of a path, as git does: `**` as a name of its own is any
 * number of names, and as the last one at least one. Gives `undefined` for one that matches nothing.
 */
export function compilePath(pattern: string): PathTest | undefined {
  const parts = pattern.split('/').map((part) => part.replace(/(?<!\\)((?:\\\\)*)\\$/, '$1'));
  const tests: (Test<string> | typeof MANY)[] = [];
  for (const [index, part] of parts.entries()) {
    if (/^\*\*+$/.test(part)) {
      if (index === parts.length - 1) tests.push(() => true);
      tests.push(MANY);
      continue;
    }
    const test = compileName(part);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return (names) => matchesAll(tests, names);
}
