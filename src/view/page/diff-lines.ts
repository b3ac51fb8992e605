/** A line of a unified diff as it is shown. */
export interface DiffLine {
  readonly kind: 'add' | 'remove' | 'place' | 'context';
  readonly text: string;
}

/** Splits a unified diff without file names into its lines. */
export function diffLines(diff: string): readonly DiffLine[] {
  if (diff === '') return [];
  return diff.replace(/\n$/, '').split('\n').map(readLine);
}

function readLine(text: string): DiffLine {
  if (text.startsWith('@@')) return { kind: 'place', text };
  if (text.startsWith('+')) return { kind: 'add', text };
  if (text.startsWith('-')) return { kind: 'remove', text };
  return { kind: 'context', text };
}

/** How many lines a diff adds and removes. */
export function countLines(lines: readonly DiffLine[]): {
  readonly added: number;
  readonly removed: number;
} {
  const count = (kind: DiffLine['kind']): number =>
    lines.filter((line) => line.kind === kind).length;
  return { added: count('add'), removed: count('remove') };
}
