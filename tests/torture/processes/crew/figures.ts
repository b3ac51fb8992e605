/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Jain's index of fairness: 1 if all have the same, 1/n if one has all. */
export function jain(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return squares === 0 ? 1 : (sum * sum) / (shares.length * squares);
}

/** How often each word was counted. */
export interface Tally {
  add(word: string): void;
  of(word: string): number;
  words(): readonly string[];
  text(): string;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (word) => {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    },
    of: (word) => counts.get(word) ?? 0,
    words: () => [...counts.keys()],
    text: () => [...counts].map(([word, times]) => `${word} ${String(times)}`).join(', '),
  };
}

/** Middle, 99th percentile and greatest of some times. */
export function times(values: readonly number[]): string {
  const figures = [percentile(values, 0.5), percentile(values, 0.99), Math.max(0, ...values)];
  const [middle, high, most] = figures.map((value) => value.toFixed(1));
  return `p50 ${middle ?? ''} ms, p99 ${high ?? ''} ms, max ${most ?? ''} ms`;
}
