/** A regular expression as people write it, in the words of JavaScript's `u` mode. */
export interface RegexSource {
  readonly source: string;
  /** Of `i`, `m` and `s`: those that it begins with, as in `(?i)`. */
  readonly flags: string;
}

/**
 * Reads what other dialects have and JavaScript has not, where the meaning is certain: flags in front
 * (`(?i)`), `(?P<name>…)`, `\A`, `\z`, classes such as `[:alpha:]`, needless backslashes, and brackets that
 * stand for themselves. All else stays, and may be no regular expression at all.
 */
export function toRegexSource(written: string): RegexSource {
  const [inFront = '', flags = ''] = /^\(\?([ims]+)\)/.exec(written) ?? [];
  const rest = written.slice(inFront.length);
  let source = '';
  for (let at = 0; at < rest.length;) {
    const token = tokenAt(rest, at);
    source += token.source;
    at += token.size;
  }
  return { source, flags };
}

interface Token {
  readonly source: string;
  /** Characters that it takes in what was written. */
  readonly size: number;
}

function tokenAt(written: string, at: number): Token {
  const rest = written.slice(at, at + LONGEST_TOKEN);
  switch (rest.charAt(0)) {
    case '\\':
      return escapeAt(rest, OUTSIDE);
    case '[':
      return classAt(written, at);
    case '(':
      return namedGroup(rest) ?? same('(');
    case '{':
      return same(/^\{\d+(,\d*)?\}/.exec(rest)?.[0]) ?? { source: '\\{', size: 1 };
    case '}':
    case ']':
      return { source: `\\${rest.charAt(0)}`, size: 1 };
    default:
      return { source: rest.slice(0, 1), size: 1 };
  }
}

/** Longer names of groups and properties are not known. */
const LONGEST_TOKEN = 80;
/** What may have a backslash before it in `u` mode, outside of a class and in one. */
const OUTSIDE = '^$\\.*+?()[]{}|/';
const IN_CLASS = `${OUTSIDE}-`;
const ANCHORS: ReadonlyMap<string, string> = new Map([
  ['A', '^'],
  ['z', '$'],
  ['Z', '$'],
]);

function same(text: string): Token;
function same(text: string | undefined): Token | undefined;
function same(text: string | undefined): Token | undefined {
  return text === undefined ? undefined : { source: text, size: text.length };
}

function namedGroup(rest: string): Token | undefined {
  const begun = /^\(\?P</.exec(rest);
  if (begun !== null) return { source: '(?<', size: begun[0].length };
  const again = /^\(\?P=(\w+)\)/.exec(rest);
  return again === null ? undefined : { source: `\\k<${again[1] ?? ''}>`, size: again[0].length };
}

function escapeAt(rest: string, allowed: string): Token {
  const property = /^\\(?:[pPu]\{[^}]*\}|k<[^>]*>)/.exec(rest)?.[0];
  if (property !== undefined) return { source: property, size: property.length };
  const char = Array.from(rest.slice(1, 3))[0] ?? '';
  const size = 1 + char.length;
  const anchor = allowed === OUTSIDE ? ANCHORS.get(char) : undefined;
  if (anchor !== undefined) return { source: anchor, size };
  const isNeedless = char !== '' && !/[\p{L}\p{N}]/u.test(char) && !allowed.includes(char);
  return { source: isNeedless ? char : `\\${char}`, size };
}

const POSIX_CLASSES: ReadonlyMap<string, string> = new Map([
  ['alpha', '\\p{L}'],
  ['alnum', '\\p{L}\\p{N}'],
  ['blank', ' \\t'],
  ['digit', '\\d'],
  ['lower', '\\p{Ll}'],
  ['punct', '\\p{P}\\p{S}'],
  ['space', '\\s'],
  ['upper', '\\p{Lu}'],
  ['word', '\\w'],
  ['xdigit', '0-9A-Fa-f'],
]);

/** A class from its bracket to the one that ends it; one that nothing ends stays as it is. */
function classAt(written: string, at: number): Token {
  const opening = written[at + 1] === '^' ? '[^' : '[';
  let source = opening;
  let next = at + opening.length;
  // A bracket that comes first is a member.
  if (written[next] === ']') {
    source += '\\]';
    next += 1;
  }
  while (next < written.length && written[next] !== ']') {
    const member = memberAt(written.slice(next, next + LONGEST_TOKEN));
    source += member.source;
    next += member.size;
  }
  return next < written.length
    ? { source: `${source}]`, size: next + 1 - at }
    : { source: written.slice(at), size: written.length - at };
}

function memberAt(rest: string): Token {
  if (rest.startsWith('\\')) return escapeAt(rest, IN_CLASS);
  const posix = /^\[:(\w+):\]/.exec(rest);
  const members = POSIX_CLASSES.get(posix?.[1] ?? '');
  if (posix !== null && members !== undefined) return { source: members, size: posix[0].length };
  return { source: rest[0] ?? '', size: 1 };
}
