import type { Agent } from './agent.js';
import type { IsOver } from './alongside.js';
import type { Crew, Seat } from './crew.js';
import { committingPid } from './cut.js';
import type { Ground } from './ground.js';
import { pause, type Random } from './scale.js';

/** Whom to strike. */
export interface Target {
  readonly crew: Crew;
  readonly ground: Ground;
  readonly random: Random;
  /** Whether to end before all is done. */
  readonly isOver: IsOver;
}

/** How long a server may work until it is killed, at most; long enough for several edits. */
const MOST_LIFE_MS = 150;

/** How long is waited for a transaction that is just being committed. */
const COMMIT_MS = 500;

/**
 * Kills servers of a crew: one in three at any moment of its work, one in the middle of an edit, and one while
 * it commits a change of several files.
 */
export async function killAtRandom(target: Target, times: number): Promise<void> {
  for (let done = 0; done < times && !target.isOver();) {
    const agent = await victim(target, done % 3);
    if (agent === undefined || agent.isGone()) continue;
    agent.signal('SIGKILL');
    await agent.ended;
    done += 1;
  }
}

async function victim(
  { crew, ground, random, isOver }: Target,
  kind: number,
): Promise<Agent | undefined> {
  const seat = seatOf(crew, random);
  const agent = await seat.agent();
  await pause(random.next() * MOST_LIFE_MS);
  if (kind === 1) await middleOfEdit(seat, random, isOver);
  if (kind < 2) return agent;
  const pid = await committingPid(ground, COMMIT_MS);
  return pid === undefined ? agent : crew.agents.find((other) => other.pid === pid);
}

/** How many servers of a crew are stopped at the same time. */
const AT_ONCE = 2;

/**
 * Stops servers of a crew, in the middle of an edit or while they commit a change of several files, for longer
 * than the stale time, so that others take their locks; then lets them go on.
 */
export async function stopAtRandom(target: Target, times: number, staleMs: number): Promise<void> {
  const stopped = new Set<Agent>();
  let done = 0;
  const strike = async (): Promise<void> => {
    while (done < times && !target.isOver()) {
      const agent = await victim(target, 1 + (done % 2));
      if (agent === undefined || stopped.has(agent) || done >= times) continue;
      done += 1;
      stopped.add(agent);
      agent.signal('SIGSTOP');
      await pause(staleMs * (1.3 + target.random.next()));
      agent.signal('SIGCONT');
      stopped.delete(agent);
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
