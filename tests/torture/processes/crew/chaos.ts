import type { IsOver } from './alongside.js';
import type { Crew, Seat } from './crew.js';
import { pause, type Random } from './scale.js';

/** Whom to strike. */
export interface Target {
  readonly crew: Crew;
  readonly random: Random;
  /** Whether to end before all is done. */
  readonly isOver: IsOver;
}

/** How long a server may work until it is killed, at most; long enough for several edits. */
const MOST_LIFE_MS = 150;

/** Kills servers of a crew: every other at any moment of its work, the others in the middle of an edit. */
export async function killAtRandom({ crew, random, isOver }: Target, times: number): Promise<void> {
  for (let done = 0; done < times && !isOver();) {
    const seat = seatOf(crew, random);
    const agent = await seat.agent();
    await pause(random.next() * MOST_LIFE_MS);
    if (done % 2 === 0) await middleOfEdit(seat, random, isOver);
    if (agent.isGone()) continue;
    agent.signal('SIGKILL');
    await agent.ended;
    done += 1;
  }
}

/** How many servers of a crew are stopped at the same time. */
const AT_ONCE = 2;

/**
 * Stops servers of a crew in the middle of an edit for longer than the stale time, so that others take their
 * locks, and lets them go on.
 */
export async function stopAtRandom(
  { crew, random, isOver }: Target,
  times: number,
  staleMs: number,
): Promise<void> {
  const stopped = new Set<Seat>();
  let left = times;
  const strike = async (): Promise<void> => {
    while (left > 0 && !isOver()) {
      const seat = seatOf(crew, random);
      if (stopped.has(seat)) {
        await pause(1);
        continue;
      }
      stopped.add(seat);
      left -= 1;
      const agent = await seat.agent();
      await middleOfEdit(seat, random, isOver);
      agent.signal('SIGSTOP');
      await pause(staleMs * (1.3 + random.next()));
      agent.signal('SIGCONT');
      stopped.delete(seat);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, strike));
}

/** Waits for a moment at which the next edit of a server is likely to be somewhere on its way. */
async function middleOfEdit(seat: Seat, random: Random, isOver: IsOver): Promise<void> {
  while (!seat.isEditing && !isOver()) await pause(1);
  await pause(random.next() * seat.span);
}

function seatOf({ seats }: Crew, random: Random): Seat {
  const [seat] = random.some(seats, 1);
  if (seat === undefined) throw new Error('the crew has no seats');
  return seat;
}
