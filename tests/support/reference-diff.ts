/** How a reference diff is written. */
export interface DiffStyle {
  /** Lines that stay, shown around the others. */
  readonly context: number;
  /** What ends each line of the patch itself. */
  readonly end?: string;
}

/** One line of both files, or of one of them: its sign in a diff, and its text with its LF. */
type Step = readonly [sign: ' ' | '-' | '+', line: string];

/** The hunks from one text with LF to another, the plain way: along the longest common subsequence. */
export function referenceHunks(before: string, after: string, { context, end = '\n' }: DiffStyle) {
  const steps = stepsBetween(linesOf(before), linesOf(after));
  return hunkRanges(steps, context)
    .map(([first, last]) => hunkText(steps, first, last))
    .join('')
    .replaceAll('\n', end);
}

/** A whole diff of one file, with the names that git puts before it. */
export function referenceDiff(path: string, texts: readonly [string, string], style: DiffStyle) {
  const end = style.end ?? '\n';
  return `--- a/${path}${end}+++ b/${path}${end}${referenceHunks(...texts, style)}`;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function stepsBetween(old: readonly string[], now: readonly string[]): readonly Step[] {
  const common = commonLengths(old, now);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [a, b] = [old[i], now[j]];
    if (a !== undefined && a === b) {
      steps.push([' ', a]);
      i += 1;
      j += 1;
    } else if (a !== undefined && (b === undefined || at(i + 1, j) >= at(i, j + 1))) {
      steps.push(['-', a]);
      i += 1;
    } else {
      steps.push(['+', b ?? '']);
      j += 1;
    }
  }
  return steps;
}

/** For every pair of tails how many lines they have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly number[][] {
  const table = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? [];
      const below = table[i + 1] ?? [];
      row[j] =
        old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

/** The steps of each hunk, first and one past the last. */
function hunkRanges(steps: readonly Step[], context: number): readonly [number, number][] {
  const ranges: [number, number][] = [];
  for (const [index, [sign]] of steps.entries()) {
    if (sign === ' ') continue;
    const [first, last] = [
      Math.max(0, index - context),
      Math.min(steps.length, index + context + 1),
    ];
    const open = ranges.at(-1);
    if (open !== undefined && first <= open[1]) open[1] = last;
    else ranges.push([first, last]);
  }
  return ranges;
}

function hunkText(steps: readonly Step[], first: number, last: number): string {
  const before = steps.slice(0, first);
  const own = steps.slice(first, last);
  const side = (other: '+' | '-') => {
    const size = own.filter(([sign]) => sign !== other).length;
    const above = before.filter(([sign]) => sign !== other).length;
    return `${size === 0 ? above : above + 1},${size}`;
  };
  const body = own.map(([sign, line]) =>
    line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${side('+')} +${side('-')} @@\n${body.join('')}`;
}
