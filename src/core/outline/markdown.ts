import type { Declaration } from './entry.js';

interface Heading {
  readonly level: number;
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** More of a line is not looked at. */
const LINE_CHARS = 1000;
const LEVELS = 6;

/** The headings of Markdown; each reaches to the next one of its level or above. */
export function outlineMarkdown(lines: readonly string[]): readonly Declaration[] {
  const headings = [...findHeadings(lines.map((line) => line.slice(0, LINE_CHARS)))];
  /** By level: where the next heading of this level or above is. */
  let next: readonly number[] = Array.from({ length: LEVELS + 1 }, () => lines.length + 1);
  return headings
    .toReversed()
    .map(({ level, name, line }) => {
      const end = next[level] ?? line + 1;
      next = next.map((other, index) => (index >= level ? line : other));
      return { kind: `h${level}`, name, range: { start: line, end } };
    })
    .toReversed();
}

function* findHeadings(lines: readonly string[]): Generator<Heading> {
  let fence: string | undefined;
  const start = frontMatterEnd(lines);
  for (const [index, line] of lines.entries()) {
    if (index < start) continue;
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (closes(line, mark, fence)) fence = undefined;
      continue;
    }
    fence = mark;
    const heading = headingAt(lines, index);
    if (heading !== undefined) yield heading;
  }
}

/** Lines between two `---` at the top are about the file. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end === -1 ? 0 : end + 1;
}

function closes(line: string, mark: string | undefined, fence: string): boolean {
  return mark !== undefined && mark.startsWith(fence) && line.trim() === mark;
}

function headingAt(lines: readonly string[], index: number): Heading | undefined {
  const line = lines[index] ?? '';
  const atx = ATX.exec(line);
  if (atx !== null) {
    const name = line.slice(atx[0].length).trim();
    return { level: atx[1]?.length ?? 1, name: withoutClosing(name), line: index + 1 };
  }
  const underline = SETEXT.exec(lines[index + 1] ?? '')?.[1];
  // A line of a list, quote or table, or one that is itself a rule, has no underline.
  if (underline === undefined || !/^ {0,3}[^\s>|#*+-]/.test(line)) return undefined;
  return { level: underline.startsWith('=') ? 1 : 2, name: line.trim(), line: index + 1 };
}

/** A heading may end with as many # as one likes. */
function withoutClosing(name: string): string {
  const last = name.slice(name.lastIndexOf(' ') + 1);
  return /^#+$/.test(last) ? name.slice(0, -last.length).trimEnd() : name;
}
