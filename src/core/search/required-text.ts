/** Escapes, classes, quantifiers, and single characters. */
const TOKEN = /\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{[^}]*\}|[^]/gu;
const OPENING = '(';
const CLOSING = ')';
/** After one of these the character before it may be missing. */
const MAYBE = /^[*?{]/;
/** A line break may stand for another one. */
const SPECIAL = /^[.^$+*?{[()|\n\r]/;

/**
 * A text that every match of a regular expression holds, the longest that is plain to see; empty if there
 * is none. `source` is one that JavaScript takes in `u` mode, and case counts. What is in groups and
 * classes is not looked at.
 */
export function requiredText(source: string): string {
  let runs: readonly (readonly string[])[] = [[]];
  let depth = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '|' && depth === 0) return '';
    const wasOutside = depth === 0;
    if (token === OPENING) depth += 1;
    if (token === CLOSING) depth -= 1;
    if (wasOutside) runs = extended(runs, token);
  }
  return runs
    .map((run) => run.join(''))
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** The runs of characters with what the token adds to the last of them, or with a new one after it. */
function extended(
  runs: readonly (readonly string[])[],
  token: string,
): readonly (readonly string[])[] {
  const before = runs.slice(0, -1);
  const last = runs.at(-1) ?? [];
  const character = characterOf(token);
  if (character !== undefined) return [...before, [...last, character]];
  return [...before, MAYBE.test(token) ? last.slice(0, -1) : last, []];
}

/** The character that a token stands for, if it is only one. */
function characterOf(token: string): string | undefined {
  if (!token.startsWith('\\')) return SPECIAL.test(token) ? undefined : token;
  const escaped = token.slice(1);
  return /^[^\p{L}\p{N}]$/u.test(escaped) ? escaped : undefined;
}
