import type { Clock } from '../../src/store/disk/clock.js';

/**
 * A clock that nobody waits for. While somebody sleeps and nothing else happens, it jumps to the end of the
 * shortest sleep: one sleep for each turn of the event loop, so that all work which waits for promises
 * only is done in no time at all.
 */
export interface FakeClock extends Clock {
  /** Moves the time on and wakes those whose sleep is over. */
  advance(ms: number): void;
  /** Holds the time. A clock made over it in another thread shows the same, but wakes only its own sleepers. */
  readonly memory: SharedArrayBuffer;
}

/** The wall clock of a monotonic time of 0. */
const EPOCH = Date.UTC(2026, 0, 1);

/** The time moves on even where a sleep is too short to be added to it. */
const SHORTEST_MS = 0.001;

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export function createFakeClock(
  memory: SharedArrayBuffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT),
): FakeClock {
  const time = new Float64Array(memory);
  const sleepers = new Set<Sleeper>();
  let isTurning = false;

  const now = (): number => time[0] ?? 0;

  const moveTo = (moment: number): void => {
    time[0] = Math.max(now(), moment);
    const due = Array.from(sleepers).filter(({ until }) => until <= now());
    for (const { wake } of due.toSorted((one, other) => one.until - other.until)) wake();
  };

  const turn = (): void => {
    isTurning = false;
    if (sleepers.size === 0) return;
    moveTo(Math.min(...Array.from(sleepers, ({ until }) => until)));
    keepTurning();
  };

  const keepTurning = (): void => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(turn);
  };

  return {
    memory,
    now,
    wall: () => EPOCH + now(),
    advance: (ms) => {
      moveTo(now() + ms);
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { until: now() + (ms > 0 ? Math.max(ms, SHORTEST_MS) : 0), wake };
        sleepers.add(sleeper);
        if (signal.aborted) wake();
        else signal.addEventListener('abort', wake);
        keepTurning();
      }),
  };
}
