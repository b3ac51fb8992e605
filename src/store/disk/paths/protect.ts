import { sep } from 'node:path';
import picomatch from 'picomatch';
import { LocklineError, OWN_FILES_RULE } from '../../../core/errors.js';
import { quoteText } from '../../../core/messages/phrase.js';
import { foldName } from './fold.js';

/** Rules on names. Every path is relative to its root, and every rule also holds below what it names. */
export interface Protection {
  /** A deny rule matches: the file does not exist for callers. */
  isDenied(relative: string): boolean;
  /** Lockline's own: lock directories, temporary names, history. */
  isOwn(relative: string): boolean;
  /** The rule that forbids a write; `undefined` if there is none or the user lifted it. */
  ruleAgainstWriting(relative: string): string | undefined;
}

interface Rules {
  readonly deny: readonly string[];
  readonly allowWrite: readonly string[];
}

type Matcher = (candidate: string) => boolean;

/** Files that make programs run: what is written there is executed by git, editors and agents. */
const PROTECTED: readonly string[] = [
  '.git/',
  '.mcp.json',
  '.claude/settings*.json',
  '.claude/hooks/',
  '.cursor/mcp.json',
  '.cursor/hooks*',
  '.vscode/mcp.json',
  '.codex/',
  '.gemini/settings.json',
];

const OWN_NAME = /^\.(lockline$|lockline-|.*\.lockline$)/s;

/**
 * Rules from globs as users write them in ignore files: without a slash they match a name at any depth,
 * with one they are relative to the root. Case does not count. Throws INVALID_ARGUMENT for a glob that
 * cannot be read, since a rule that matches nothing would protect nothing.
 */
export function createProtection({ deny, allowWrite }: Rules): Protection {
  const denied = compileAll(deny);
  const allowed = compileAll(allowWrite);
  let compiled: readonly { readonly rule: string; readonly matches: Matcher }[] | undefined;
  // At the first write, for which no start has to wait.
  const forbidden = () =>
    (compiled ??= PROTECTED.map((rule) => ({ rule, matches: compile(rule, `**/${rule}`) })));
  const isOwn = (relative: string): boolean => namesOf(relative).some(isOwnName);
  return {
    isDenied: (relative) => deny.length > 0 && denied(candidatesOf(relative)),
    isOwn,
    ruleAgainstWriting: (relative) => {
      if (isOwn(relative)) return OWN_FILES_RULE;
      const candidates = candidatesOf(relative);
      const found = forbidden().find(({ matches }) => candidates.some(matches));
      return found === undefined || allowed(candidates) ? undefined : found.rule;
    },
  };
}

/** Whether a name of a file or directory is Lockline's own, in any spelling. */
export function isOwnName(name: string): boolean {
  return OWN_NAME.test(foldName(name));
}

function compileAll(globs: readonly string[]): (candidates: readonly string[]) => boolean {
  const matchers = globs.map((glob) => compile(glob, anywhere(glob)));
  return (candidates) => matchers.some((matches) => candidates.some(matches));
}

/** A leading slash ties a glob to the root; one without any slash counts at every depth. */
function anywhere(glob: string): string {
  const anchored = glob.replace(/^(\.?\/)+/, '');
  const inner = anchored.replace(/\/+$/, '');
  return anchored === glob && !inner.includes('/') ? `**/${glob}` : anchored;
}

/** `glob` is as the user wrote it. */
function compile(glob: string, pattern: string): Matcher {
  // `i`: in any case. `s`: a name may hold line separators, which a dot must match or it slips through.
  const options = { dot: true, nonegate: true, debug: true, flags: 'is' };
  try {
    const matches = picomatch(pattern.normalize('NFC').replace(/\/+$/, ''), options);
    return (candidate) => matches(candidate);
  } catch (error) {
    const what = `the glob ${quoteText(glob)} cannot be read`;
    const hint =
      'Use *, **, ? and [abc] as in an ignore file; \\ takes a special character as it is.';
    throw new LocklineError('INVALID_ARGUMENT', { what, hint }, { cause: error });
  }
}

/** What a rule may match: the path and all above it, as spelt and as no file system tells from it. */
function candidatesOf(relative: string): readonly string[] {
  const names = namesOf(relative);
  const spelt = names.map((name) => name.normalize('NFC'));
  const folded = names.map(foldName);
  const paths = names.flatMap((_, depth) =>
    [spelt, folded].map((form) => form.slice(0, depth + 1).join('/')),
  );
  return [...new Set(paths)];
}

function namesOf(relative: string): readonly string[] {
  return relative.split(sep).filter((name) => name !== '');
}
