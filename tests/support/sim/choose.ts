/**
 * Decides between `options` possibilities: a whole number from 0 to `options` - 1. Who asks puts the ordinary
 * case first, so `() => 0` is a machine on which nothing goes wrong.
 */
export type Choose = (options: number) => number;

/**
 * Random decisions that a seed repeats. One stream leans to the ordinary case, the next away from it, so that
 * among many seeds there are images with nearly all kept, nearly all lost and everything between.
 */
export function seeded(seed: number): Choose {
  const random = mulberry32(seed);
  const ordinary = [0.1, 0.5, 0.9, 0.98][Math.floor(random() * 4)] ?? 0;
  return (options) => {
    if (options < 2 || random() < ordinary) return 0;
    return 1 + Math.floor(random() * (options - 1));
  };
}

/** Beyond this many possibilities the first, the middle and the last stand for all. */
const MAX_OPTIONS = 3;

/** Runs `once` for every sequence of decisions that it asks for. */
export function* everyChoice<T>(once: (choose: Choose) => T): Generator<T> {
  let planned: readonly number[] | undefined = [];
  while (planned !== undefined) {
    const plan: readonly number[] = planned;
    const taken: { readonly choice: number; readonly options: number }[] = [];
    yield once((options) => {
      const choice = plan[taken.length] ?? 0;
      const counted = Math.min(options, MAX_OPTIONS);
      taken.push({ choice, options: counted });
      return spread(choice, counted, options);
    });
    planned = nextPlan(taken);
  }
}

function spread(choice: number, counted: number, options: number): number {
  return counted === options ? choice : Math.floor((choice * (options - 1)) / (counted - 1));
}

/** The sequence after this one, counted like an odometer; `undefined` after the last. */
function nextPlan(
  taken: readonly { readonly choice: number; readonly options: number }[],
): readonly number[] | undefined {
  const turning = taken.findLastIndex(({ choice, options }) => choice + 1 < options);
  if (turning === -1) return undefined;
  return taken
    .slice(0, turning + 1)
    .map(({ choice }, index) => (index === turning ? choice + 1 : choice));
}

/** A small generator of good quality (public domain, by Tommy Ettinger). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
