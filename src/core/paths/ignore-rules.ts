import { compilePath } from './path-pattern.js';
import type { PathTest } from './path-pattern.js';
import { compileName } from './wildcard.js';

/** What an ignore file says of an entry. */
type Verdict = 'ignored' | 'kept';

/** The rules of one ignore file. They count for the directory that holds it and all below. */
export interface IgnoreRules {
  /**
   * What the last rule that matches an entry says; `undefined` if none does. `names` leads to the entry
   * from the directory of the file. Directories above the entry are not looked at: what is in an ignored
   * directory is ignored with it.
   */
  verdict(names: readonly string[], isDirectory: boolean): Verdict | undefined;
}

interface Rule {
  readonly verdict: Verdict;
  readonly isForDirectories: boolean;
  readonly matches: PathTest;
}

/** Reads an ignore file as git does (gitignore(5)). Rules that cannot be read match nothing, as in git. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line) => readRule(line.replace(/\r$/, '')) ?? []);
  return {
    verdict: (names, isDirectory) =>
      rules.findLast(
        ({ isForDirectories, matches }) => (isDirectory || !isForDirectories) && matches(names),
      )?.verdict,
  };
}

function readRule(line: string): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const written = withoutTrailingBlanks(line);
  const isKept = written.startsWith('!');
  const bare = isKept ? written.slice(1) : written;
  const isForDirectories = bare.endsWith('/');
  const pattern = isForDirectories ? bare.slice(0, -1) : bare;
  const matches = pattern === '' ? undefined : compileRule(pattern);
  return matches && { verdict: isKept ? 'kept' : 'ignored', isForDirectories, matches };
}

/** Blanks at the end do not count, unless a backslash stands before them. */
function withoutTrailingBlanks(line: string): string {
  const bare = line.replace(/ +$/, '');
  const isEscaped = /(?<!\\)(\\\\)*\\$/.test(bare);
  return isEscaped && bare.length < line.length ? `${bare} ` : bare;
}

/** Without a slash a rule is about the name of an entry at any depth, with one about its path. */
function compileRule(pattern: string): PathTest | undefined {
  if (pattern.includes('/')) return compilePath(pattern.replace(/^\//, ''));
  const test = compileName(pattern);
  return test && ((names) => test(names.at(-1) ?? ''));
}

/** Ignore rules and how many names lead from the root to the directory that they are about. */
export interface IgnoreLevel {
  readonly rules: IgnoreRules;
  readonly depth: number;
}

/**
 * Whether an entry is ignored by the files of the directories above it. `levels` go from the root down:
 * a deeper one wins. `names` leads to the entry from the root.
 */
export function isIgnored(
  levels: readonly IgnoreLevel[],
  names: readonly string[],
  isDirectory: boolean,
): boolean {
  for (const { rules, depth } of levels.toReversed()) {
    const verdict = rules.verdict(depth === 0 ? names : names.slice(depth), isDirectory);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}
