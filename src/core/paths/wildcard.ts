/** Whether one item is matched. */
export type Test<T> = (item: T) => boolean;

/** In a sequence of tests: any number of items, also none. */
export const MANY = '*';

/**
 * Whether the items are matched from the first to the last. Takes at most as many steps as there are tests
 * times items: only the last `MANY` that was met is ever extended, since an earlier one that took more
 * items could not lead to another end.
 */
export function matchesAll<T>(
  tests: readonly (Test<T> | typeof MANY)[],
  items: readonly T[],
): boolean {
  let [test, item] = [0, 0];
  let [afterMany, resumeAt] = [-1, 0];
  while (item < items.length) {
    const current = tests[test];
    if (current === MANY) {
      test += 1;
      [afterMany, resumeAt] = [test, item];
    } else if (accepts(current, items[item])) {
      test += 1;
      item += 1;
    } else {
      if (afterMany === -1) return false;
      resumeAt += 1;
      [test, item] = [afterMany, resumeAt];
    }
  }
  while (tests[test] === MANY) test += 1;
  return test === tests.length;
}

function accepts<T>(test: Test<T> | undefined, item: T | undefined): boolean {
  return test !== undefined && item !== undefined && test(item);
}

/**
 * Reads a pattern for one name of a path: `*` is any characters, `?` one, `[a-z]`, `[!a-z]` and
 * `[[:alpha:]]` one of a class, and a backslash takes the next character as it is. Gives `undefined` for
 * one that cannot be read: it matches nothing.
 */
export function compileName(pattern: string): Test<string> | undefined {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const suffix = /^\*+([^*?[\\]+)$/.exec(pattern)?.[1];
  if (suffix !== undefined) return (name) => name.endsWith(suffix);
  const tests = readTests(Array.from(pattern));
  return tests && ((name) => matchesAll(tests, Array.from(name)));
}

type CharacterTest = Test<string>;

function readTests(
  pattern: readonly string[],
): readonly (CharacterTest | typeof MANY)[] | undefined {
  const tests: (CharacterTest | typeof MANY)[] = [];
  for (let at = 0; at < pattern.length;) {
    const read = readTest(pattern, at);
    if (read === undefined) return undefined;
    if (read.test !== MANY || tests.at(-1) !== MANY) tests.push(read.test);
    at = read.next;
  }
  return tests;
}

interface ReadTest {
  readonly test: CharacterTest | typeof MANY;
  /** Where the pattern goes on. */
  readonly next: number;
}

function readTest(pattern: readonly string[], at: number): ReadTest | undefined {
  const first = pattern[at];
  if (first === '*') return { test: MANY, next: at + 1 };
  if (first === '?') return { test: () => true, next: at + 1 };
  if (first === '[') return readClass(pattern, at + 1);
  const wanted = first === '\\' ? pattern[at + 1] : first;
  if (wanted === undefined) return undefined;
  return { test: (char) => char === wanted, next: at + (first === '\\' ? 2 : 1) };
}

/** Reads a class whose bracket is before `from`. */
function readClass(pattern: readonly string[], from: number): ReadTest | undefined {
  const isNegated = pattern[from] === '!' || pattern[from] === '^';
  const members: CharacterTest[] = [];
  let at = isNegated ? from + 1 : from;
  do {
    const member = readMember(pattern, at);
    if (member === undefined) return undefined;
    members.push(member.test);
    at = member.next;
  } while (pattern[at] !== ']');
  return {
    test: (char) => members.some((member) => member(char)) !== isNegated,
    next: at + 1,
  };
}

interface Member {
  readonly test: CharacterTest;
  readonly next: number;
}

function readMember(pattern: readonly string[], at: number): Member | undefined {
  if (pattern[at] === '[' && pattern[at + 1] === ':') return readNamedClass(pattern, at + 2);
  const first = readCharacter(pattern, at);
  if (first === undefined) return undefined;
  const isRange = pattern[first.next] === '-' && pattern[first.next + 1] !== ']';
  const last = isRange ? readCharacter(pattern, first.next + 1) : first;
  if (last === undefined) return undefined;
  const [low, high] = [codeOf(first.char), codeOf(last.char)];
  return { test: (char) => codeOf(char) >= low && codeOf(char) <= high, next: last.next };
}

function readCharacter(
  pattern: readonly string[],
  at: number,
): { readonly char: string; readonly next: number } | undefined {
  const isEscaped = pattern[at] === '\\';
  const char = pattern[isEscaped ? at + 1 : at];
  return char === undefined ? undefined : { char, next: at + (isEscaped ? 2 : 1) };
}

const NAMED_CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9A-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[\t-\r ]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9A-Fa-f]/],
]);

function readNamedClass(pattern: readonly string[], from: number): Member | undefined {
  const end = pattern.indexOf(']', from);
  // Without the colon it is a class like any other, which holds a bracket and a colon.
  if (end < from + 1 || pattern[end - 1] !== ':') {
    return { test: (char) => char === '[', next: from - 1 };
  }
  const named = NAMED_CLASSES.get(pattern.slice(from, end - 1).join(''));
  return named && { test: (char) => named.test(char), next: end + 1 };
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
