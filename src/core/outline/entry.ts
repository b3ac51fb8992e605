import type { Hash } from '../hash.js';
import { hashOf } from '../hash.js';
import type { Lines } from '../text/lines.js';
import type { LineRange } from '../range.js';

/** Something that a file declares, and its lines. */
export interface Declaration {
  /** `function`, `class`, `heading`, `key` and the like. */
  readonly kind: string;
  readonly name: string;
  readonly range: LineRange;
}

/** A declaration with its place in the file's structure. */
export interface OutlineEntry extends Declaration {
  /** How many others it stands in. */
  readonly depth: number;
  /** Of all its lines. */
  readonly hash: Hash;
}

/** A name is shown on one line, and not longer than this. */
const NAME_CHARS = 100;
/** Kinds whose functions are methods. */
const HOLDERS = ['class', 'interface', 'struct', 'trait', 'impl', 'enum', 'union', 'object'];

/** What an outline shows of a file. */
export interface Outline {
  readonly entries: readonly OutlineEntry[];
  /** How many entries of these levels were too many. */
  readonly leftOut: number;
}

/** Entries of one file. */
const MOST_ENTRIES = 2000;

/**
 * Orders declarations and finds what stands in what, by their lines: the first `depth` levels. Lines that
 * the file does not have are cut off.
 */
export function nestDeclarations(
  declarations: readonly Declaration[],
  lines: Lines,
  depth: number,
): Outline {
  const nested = nest(declarations.map((declaration) => clip(declaration, lines.count)));
  const wanted = nested.filter((entry) => entry.depth < depth);
  const entries = wanted.slice(0, MOST_ENTRIES).map((entry) => ({
    ...entry,
    name: nameText(entry.name),
    hash: hashOf(lines.slice(entry.range)),
  }));
  return { entries, leftOut: wanted.length - entries.length };
}

/** In the order of the file, an outer one before the inner ones. */
function nest(declarations: readonly Declaration[]): readonly Omit<OutlineEntry, 'hash'>[] {
  const open: Declaration[] = [];
  return declarations
    .toSorted((a, b) => a.range.start - b.range.start || b.range.end - a.range.end)
    .map((declaration) => {
      while (open.length > 0 && !holds(open.at(-1), declaration)) open.pop();
      const isInHolder = HOLDERS.includes(open.at(-1)?.kind ?? '');
      const depth = open.length;
      open.push(declaration);
      const isMethod = isInHolder && declaration.kind === 'function';
      return { ...declaration, depth, ...(isMethod && { kind: 'method' }) };
    });
}

function clip(declaration: Declaration, count: number): Declaration {
  const start = Math.max(1, Math.min(declaration.range.start, count));
  const end = Math.max(start + 1, Math.min(declaration.range.end, count + 1));
  return { ...declaration, range: { start, end } };
}

function holds(outer: Declaration | undefined, inner: Declaration): boolean {
  return outer !== undefined && inner.range.end <= outer.range.end;
}

function nameText(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim();
  return line.length > NAME_CHARS ? `${line.slice(0, NAME_CHARS)}…` : line;
}
