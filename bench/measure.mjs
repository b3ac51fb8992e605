// Time and statistics. All samples of one comparison are taken in turns, so that whatever else the
// machine does meets all sides alike.
import { readFileSync, writeFileSync } from 'node:fs';

/** Milliseconds. */
export function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

function median(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** How long `work` takes, in milliseconds, unless it says so itself by giving a number. */
export async function timed(work) {
  const begun = now();
  const own = await work();
  return typeof own === 'number' ? own : now() - begun;
}

/** A side that is so slow is asked no more once it has a few samples, or it would be all that is measured. */
const ENOUGH = { samples: 7, milliseconds: 5000 };

/**
 * Median times by name. Each round runs every side once, after a first round that does not count. A side
 * that fails is left out, with the reason in place of its time.
 */
export async function inTurns(rounds, sides) {
  const samples = new Map(Object.keys(sides).map((name) => [name, []]));
  const failures = new Map();
  const hasEnough = (name) => {
    const taken = samples.get(name);
    const spent = taken.reduce((sum, time) => sum + time, 0);
    return taken.length >= ENOUGH.samples && spent > ENOUGH.milliseconds;
  };
  const take = async (name, round) => {
    try {
      const time = await timed(sides[name]);
      if (round >= 0) samples.get(name).push(time);
    } catch (error) {
      failures.set(name, error.message.split('\n')[0].slice(0, 60));
    }
  };
  for (let round = -1; round < rounds; round += 1) {
    for (const name of Object.keys(sides))
      if (!failures.has(name) && !hasEnough(name)) await take(name, round);
  }
  const outcome = (name) => failures.get(name) ?? median(samples.get(name));
  return Object.fromEntries(Object.keys(sides).map((name) => [name, outcome(name)]));
}

/** By which power of the size the time grows: 1 is linear. Sizes and times of the same order. */
export function growthPower(sizes, times) {
  const logs = sizes.map((size, index) => [Math.log(size), Math.log(times[index])]);
  const mean = (axis) => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const under = logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return over / under;
}

/** The most memory that a process has had since `forgetPeak`, in MB; `undefined` off Linux. */
export function peakMemory(pid) {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found ? Number(found[1]) / 1000 : undefined;
  } catch {
    return undefined;
  }
}

export function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then it is the peak of the whole life of the process.
  }
}
