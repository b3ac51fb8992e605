/** The names of a file before and after; absent where there is none: git says `/dev/null`. */
export interface PathPair {
  readonly old?: string;
  readonly now?: string;
}

/** The path in a line such as `--- a/src/x.py<TAB>2026-01-01`, its prefix included; absent for `/dev/null`. */
export function pathIn(text: string): string | undefined {
  const path = text.startsWith('"')
    ? unquoted(text.slice(1, text.lastIndexOf('"')))
    : text.replace(/\t.*$/, '').trimEnd();
  return path === '/dev/null' ? undefined : path;
}

/** The two paths in what stands after `diff --git `; nothing if they cannot be told apart. */
export function pathsOfGit(text: string): PathPair {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text);
  if (quoted !== null) return pairOf(pathIn(quoted[1] ?? ''), pathIn(quoted[2] ?? ''));
  // Names with spaces: the two are as long as one another.
  const middle = (text.length - 1) / 2;
  const [old, now] = [text.slice(0, middle), text.slice(middle + 1)];
  return text[middle] === ' ' && old.slice(1) === now.slice(1) ? pairOf(old, now) : {};
}

/**
 * The two paths without the prefixes that git puts before them: `a/` and `b/`, or other single letters.
 * `git` has both paths, where only one is in question because there is no file before or after.
 */
export function withoutPrefixes({ old, now }: PathPair, git: PathPair = {}): PathPair {
  if (old !== undefined && now !== undefined) return stripBoth(old, now);
  const isKnown = git.old !== undefined && git.now !== undefined;
  const both = isKnown ? stripBoth(git.old, git.now) : {};
  return pairOf(
    old && (both.old ?? old.replace(/^a\//, '')),
    now && (both.now ?? now.replace(/^b\//, '')),
  );
}

function stripBoth(old: string, now: string): PathPair {
  const isPrefixed = old[1] === '/' && now[1] === '/' && old[0] !== now[0];
  if (isPrefixed) return pairOf(old.slice(2), now.slice(2));
  if (old === `a/${now}`) return pairOf(now, now);
  return now === `b/${old}` ? pairOf(old, old) : pairOf(old, now);
}

/** A pair without the fields that are not there. */
export function pairOf(old: string | undefined, now: string | undefined): PathPair {
  return { ...(old !== undefined && { old }), ...(now !== undefined && { now }) };
}

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);

/** Git quotes paths as C does; the bytes of a character beyond ASCII come as octal numbers. */
function unquoted(text: string): string {
  const parts = text.match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      if (!part.startsWith('\\')) return Buffer.from(part);
      const sign = part.slice(1);
      if (/^[0-7]{3}$/.test(sign)) return Buffer.of(Number.parseInt(sign, 8));
      const code = ESCAPES.get(sign);
      return code === undefined ? Buffer.from(sign) : Buffer.of(code);
    }),
  ).toString();
}
