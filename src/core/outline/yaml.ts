import type { Declaration } from './entry.js';

interface Open {
  readonly kind: 'key' | 'item';
  readonly name: string;
  readonly indent: number;
  readonly start: number;
  /** The last line so far that belongs to it. */
  last: number;
}

const COMMENT_OR_EMPTY = /^\s*(?:#|$)/;
const DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/;
/** Ends a line whose value is the text of the lines below it. */
const BLOCK_TEXT = /(?:^|[\s:-])[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;
/** A longer line is no key. */
const LINE_CHARS = 1000;

/** The keys of YAML and the items of its lists that hold keys, by their indentation. */
export function outlineYaml(lines: readonly string[]): readonly Declaration[] {
  const found: Open[] = [];
  const open: Open[] = [];
  let textBelow: number | undefined;

  for (const [index, line] of lines.entries()) {
    if (COMMENT_OR_EMPTY.test(line)) continue;
    const number = index + 1;
    const indent = line.length - line.trimStart().length;
    const isText = textBelow !== undefined && indent > textBelow;
    if (!isText) {
      textBelow = BLOCK_TEXT.test(line.slice(-LINE_CHARS)) ? indent : undefined;
      for (const entry of entriesOf(line.slice(0, LINE_CHARS), indent, number)) {
        closeFrom(open, entry.indent);
        open.push(entry);
        found.push(entry);
      }
      if (DOCUMENT.test(line)) open.length = 0;
    }
    for (const entry of open) entry.last = number;
  }
  return found.map(({ kind, name, start, last }) => ({
    kind,
    name,
    range: { start, end: last + 1 },
  }));
}

function closeFrom(open: Open[], indent: number): void {
  while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
}

/** A line holds one key, or the dashes of items and what is in the last of them. */
function* entriesOf(line: string, indent: number, start: number): Generator<Open> {
  let at = indent;
  for (let next = afterDash(line, at); next !== undefined; next = afterDash(line, at)) {
    const rest = line.slice(next);
    const isTold = keyOf(rest) !== undefined || afterDash(line, next) !== undefined;
    // The items of a key may stand as far to the left as the key.
    const place = { indent: at + 0.5, start, last: start };
    if (isTold) yield { kind: 'item', name: `- ${rest.trim()}`, ...place };
    at = next;
  }
  // The name of an item shows its first key.
  const key = at === indent ? keyOf(line.slice(at)) : undefined;
  if (key !== undefined) yield { kind: 'key', name: key, indent: at, start, last: start };
}

/** Where the text after a dash at this place begins. */
function afterDash(line: string, at: number): number | undefined {
  const size = /^-[ \t]+(?=\S)/.exec(line.slice(at))?.[0].length;
  return size === undefined ? undefined : at + size;
}

function keyOf(text: string): string | undefined {
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*:(?:\s|$)/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  const end = text.search(/:(?:\s|$)/);
  const key = end === -1 ? '' : text.slice(0, end).trimEnd();
  return /^[^\s#&*!|>%@`"'{[\]},]/.test(key) && !key.includes(' #') ? key : undefined;
}
