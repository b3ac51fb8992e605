import { LocklineError } from '../errors.js';
import { compilePath } from './path-pattern.js';
import type { PathTest } from './path-pattern.js';
import { quoteText } from '../messages/phrase.js';

/** More alternatives in braces than this are refused: nested ones multiply. */
const MOST_ALTERNATIVES = 64;

/**
 * Reads a glob as a caller writes it: without a slash it is about the name of a file at any depth, with
 * one about the whole path; `**` is any number of directories, `{a,b}` one of several, a slash at the end
 * all that is below, and `!` before it turns it round. Time to match grows with the length of both and
 * not beyond. Throws INVALID_ARGUMENT for one that cannot be read.
 */
export function compileGlob(glob: string): PathTest {
  const isNegated = glob.startsWith('!');
  const tests = expandBraces(isNegated ? glob.slice(1) : glob, glob).map((pattern) => {
    const test = compilePath(anywhere(pattern));
    if (pattern === '' || test === undefined)
      throw unreadable(glob, 'a bracket or name is missing');
    return test;
  });
  return (names) => tests.some((test) => test(names)) !== isNegated;
}

function anywhere(pattern: string): string {
  const anchored = pattern.replace(/^(\.?\/)+/, '');
  const whole = anchored.endsWith('/') ? `${anchored}**` : anchored;
  const isName = anchored === pattern && !anchored.replace(/\/+$/, '').includes('/');
  return isName ? `**/${whole}` : whole;
}

/** All texts that the braces of a pattern stand for. */
function expandBraces(pattern: string, glob: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const alternatives = expandFirst(next);
    if (alternatives === undefined) done.push(next);
    else open = [...open, ...alternatives];
    if (open.length + done.length > MOST_ALTERNATIVES) {
      throw unreadable(glob, `it stands for more than ${MOST_ALTERNATIVES} patterns`);
    }
  }
  return done;
}

/** The innermost braces that come first, replaced by each of their parts; `undefined` without any. */
function expandFirst(pattern: string): readonly string[] | undefined {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (found === null) return undefined;
  const before = pattern.slice(0, found.index);
  const after = pattern.slice(found.index + found[0].length);
  return (found[1] ?? '').split(',').map((part) => before + part + after);
}

function unreadable(glob: string, why: string): LocklineError<'INVALID_ARGUMENT'> {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `the glob ${quoteText(glob)} cannot be read: ${why}`,
    hint: 'Write it like *.ts, src/**/*.py, *.{c,h} or !*.test.js; \\ takes a special character as it is.',
  });
}
