import { edit, look, type Ending, type FileEdit, type SeenFile } from './calls.js';
import type { Agent } from './agent.js';
import type { IsOver } from './alongside.js';
import type { Versions } from '../check/history.js';
import type { Recorder } from './recorder.js';
import type { Random } from './scale.js';
import { STAMP_LINES, stampedHash, stampLine, stampOf } from './stamped.js';

/** One place in a crew. When its server dies another takes its place. */
export interface Seat {
  readonly name: string;
  /** The server that is there now, once it has started. */
  readonly agent: () => Promise<Agent>;
  /** Whether an edit of it is on its way. */
  isEditing: boolean;
  /** How long its last edit took, in milliseconds. */
  span: number;
  /** Rounds without an answer or an error between. */
  rounds: number;
}

export interface CrewOptions {
  readonly names: readonly string[];
  readonly start: (name: string) => Promise<Agent>;
  /** Stamped files. */
  readonly files: readonly string[];
  /** Those that the server of a seat can see, if not all. */
  readonly visibleTo?: (name: string) => readonly string[];
  /** How many files an edit has at most. */
  readonly mostFiles: number;
  /** Whether nobody is stopped so long that he loses his locks in the middle of an edit. */
  readonly locksHold: boolean;
  readonly recorder: Recorder;
  readonly random: Random;
}

export interface Crew {
  readonly seats: readonly Seat[];
  /** Every seat reads and edits until it is over, or told that it has done enough. */
  work(isOver: IsOver, isEnough?: (seat: Seat) => boolean): Promise<void>;
  /** All servers that there were, also those that were killed. */
  readonly agents: readonly Agent[];
  close(): Promise<void>;
}

export async function openCrew(options: CrewOptions): Promise<Crew> {
  const all: Agent[] = [];
  const start = async (name: string): Promise<Agent> => {
    const agent = await options.start(name);
    all.push(agent);
    return agent;
  };
  const seats = options.names.map((name) => openSeat(name, start, options.recorder));
  await Promise.all(seats.map(({ agent }) => agent()));
  return {
    seats,
    agents: all,
    work: async (isOver, isEnough = () => false) => {
      await Promise.all(
        seats.map(async (seat) => {
          while (!isOver() && !isEnough(seat)) await round(seat, options);
        }),
      );
    },
    close: async () => {
      const agents = await Promise.all(seats.map(({ agent }) => agent()));
      await Promise.all(agents.map((agent) => agent.close()));
    },
  };
}

function openSeat(name: string, start: CrewOptions['start'], recorder: Recorder): Seat {
  let starting = start(name);
  const agent = async (): Promise<Agent> => {
    const there = await starting;
    if (!there.isGone()) return there;
    // Several may have waited for the one that died.
    if ((await starting) !== there) return agent();
    if (there.hasCrashed()) recorder.fault(`the server of ${name} crashed: ${there.stderr()}`);
    starting = start(name);
    return agent();
  };
  return { name, agent, isEditing: false, span: 0, rounds: 0 };
}

/** Reads some files and puts a new stamp on all of them. */
async function round(seat: Seat, options: CrewOptions): Promise<void> {
  const { mostFiles, recorder, random } = options;
  const files = options.visibleTo?.(seat.name) ?? options.files;
  const agent = await seat.agent();
  const names = random.some(files, 1 + random.below(mostFiles));
  const seen = await lookAtStamps(agent, names, recorder);
  if (seen === undefined || seen.size < names.length) return;
  const stamp = recorder.stamp(seat.name);
  const invoked = recorder.now();
  seat.isEditing = true;
  const ending = await stampSeen(agent, seen, stamp);
  seat.isEditing = false;
  seat.span = recorder.now() - invoked;
  const call = { who: seat.name, invoked, returned: recorder.now() };
  note(ending, { call, seen, version: stampedHash(stamp) }, options);
  if (ending.kind === 'saved') seat.rounds += 1;
}

/** How often servers took back what others had left half done. */
export function timesUndone(agents: readonly Agent[]): string {
  const said = agents.map((agent) => agent.stderr()).join('');
  return `${String(said.split('undid a change').length - 1)} undone`;
}

/** Puts a new stamp on files that were read, in one transaction. */
export async function stampSeen(
  agent: Agent,
  seen: ReadonlyMap<string, SeenFile>,
  stamp: string,
): Promise<Ending> {
  const text = stampLine(stamp);
  const edits = [...seen].map(([name, { hash, lines }]): FileEdit => {
    const changed = STAMP_LINES.map((line, index) => ({ line, old: lines[index] ?? '', text }));
    return { name, hash, lines: changed };
  });
  return edit(agent, edits);
}

/** The files that could be read; each must be whole. `undefined` if the server went away. */
export async function lookAtStamps(
  agent: Agent,
  names: readonly string[],
  recorder: Recorder,
): Promise<ReadonlyMap<string, SeenFile> | undefined> {
  const invoked = recorder.now();
  const answer = await look(agent, names, STAMP_LINES);
  if (answer === undefined) return undefined;
  const call = { who: agent.name, invoked, returned: recorder.now() };
  const whole = new Map<string, SeenFile>();
  for (const [name, file] of answer) {
    if (typeof file === 'string') {
      recorder.endings.add(`read ${file}`);
      continue;
    }
    const stamp = stampOf(file.lines);
    if (stamp === undefined || stampedHash(stamp) !== file.hash)
      recorder.fault(`${agent.name} read ${name} torn: ${file.hash} ${file.lines.join(' / ')}`);
    whole.set(name, file);
  }
  const seen = Object.fromEntries([...whole].map(([name, { hash }]) => [name, hash]));
  recorder.read({ ...call, seen, isSettled: names.length > 1 });
  return whole;
}

interface Noted {
  readonly call: { readonly who: string; readonly invoked: number; readonly returned: number };
  /** The files as they were. */
  readonly seen: ReadonlyMap<string, SeenFile>;
  /** What each file becomes. */
  readonly version: string;
}

/** A refusal that an agent may meet in a crew where others edit, die and stall. */
const EXPECTED = ['CONFLICT', 'BUSY', 'LOCK_LOST'];

function note(
  ending: Ending,
  { call, seen, version }: Noted,
  { recorder, locksHold }: CrewOptions,
): void {
  const from = Object.fromEntries([...seen].map(([name, { hash }]) => [name, hash]));
  const to = Object.fromEntries([...seen.keys()].map((name) => [name, version]));
  recorder.write({ ...call, from, to, ending: ending.kind });
  recorder.endings.add(ending.kind === 'saved' ? 'saved' : ending.code);
  if (ending.kind === 'saved') {
    for (const [name, hash] of ending.hashes)
      if (hash !== version)
        recorder.fault(`${call.who} was told ${name} is ${hash}, not ${version}`);
  }
  if (ending.kind !== 'refused') return;
  if (!EXPECTED.includes(ending.code)) recorder.fault(`${call.who}: ${ending.text}`);
  noteConflicts(ending.current, { call, from, locksHold }, recorder);
}

/** What a conflict says of the files was seen under their locks, and those not named were as expected. */
function noteConflicts(
  current: ReadonlyMap<string, string>,
  {
    call,
    from,
    locksHold,
  }: Pick<Noted, 'call'> & { readonly from: Versions; readonly locksHold: boolean },
  recorder: Recorder,
): void {
  if (current.size === 0) return;
  const actual = Object.fromEntries(current);
  if (locksHold) recorder.read({ ...call, seen: { ...from, ...actual }, isSettled: true });
  // With the locks lost on the way, each file may have been seen at another moment.
  else
    for (const [name, hash] of current)
      recorder.read({ ...call, seen: { [name]: hash }, isSettled: false });
}
