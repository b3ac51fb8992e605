import { createHash } from 'node:crypto';

/** Whether the long forms are asked for, as `npm run torture` does; else a short slice of each runs. */
const isLong = process.env['LOCKLINE_TORTURE'] === 'long';

/** A size of the run that is asked for. */
export function scaled<T>(slice: T, long: T): T {
  return isLong ? long : slice;
}

/** How long a test of real processes may take on a busy machine, in milliseconds. */
export const PATIENCE_MS = scaled(120_000, 600_000);

/** Tells a figure to whoever runs the tests. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Random numbers that a seed repeats. */
export interface Random {
  readonly seed: number;
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  /** Some of the items, `count` of them, in random order. */
  some<T>(items: readonly T[], count: number): readonly T[];
}

/** What the machine does beside is not repeated, but what the test asks of it is. */
export function createRandom(seed = Date.now() % 1_000_000_000): Random {
  let drawn = 0;
  const next = (): number => {
    drawn += 1;
    const bytes = createHash('sha256')
      .update(`${String(seed)} ${String(drawn)}`)
      .digest();
    return bytes.readUInt32BE(0) / 2 ** 32;
  };
  return {
    seed,
    next,
    below: (count) => Math.floor(next() * count),
    some: (items, count) =>
      items
        .map((item) => ({ item, rank: next() }))
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, count)
        .map(({ item }) => item),
  };
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
