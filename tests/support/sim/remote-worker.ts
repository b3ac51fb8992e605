import { constants } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FsPort } from '../../../src/store/disk/fs-port.js';
import { nodeFs } from '../../../src/store/disk/fs-port.js';
import type { FakeClock } from '../fake-clock.js';
import { createFakeClock } from '../fake-clock.js';
import { intercepted } from './intercept.js';
import type { LineEnd } from './line.js';
import { openEnd } from './line.js';
import type { Outcome } from './outcome.js';
import { failed, unwrapped } from './outcome.js';
import { isAsync } from './sync-fs.js';

/*
 * The thread of a remote process. Its tasks see an ordinary port and clock; each call is told to the test and
 * blocks the thread, and thereby the whole process, until the test answers.
 */

const { O_CREAT, O_EXCL, O_WRONLY } = constants;

/** What a task works with. */
export interface Machine {
  readonly fs: FsPort;
  readonly clock: FakeClock;
}

/** Asks the thread to run a task of its module. */
export interface Start {
  readonly task: string;
  readonly input: unknown;
  /** Where the clock of the test keeps the time. */
  readonly time: SharedArrayBuffer;
}

/** What the thread tells the test. */
export type Report =
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'end'; readonly outcome: Outcome };

/** The answer to a call, with the bytes that a read has put into its buffer. */
export interface Answer {
  readonly outcome: Outcome;
  readonly filled?: Uint8Array;
}

/** Runs tasks of a module as the test asks for them. To be called once in the thread. */
export function serve(tasks: Readonly<Record<string, unknown>>): void {
  const line = openEnd<Answer, Report>(workerData);
  const fs = remoteFs(line);
  parentPort?.on('message', ({ task, input, time }: Start) => {
    void run(tasks[task], { fs, clock: createFakeClock(time) }, input).then((outcome) => {
      report(line, outcome);
    });
  });
}

async function run(task: unknown, machine: Machine, input: unknown): Promise<Outcome> {
  try {
    if (typeof task !== 'function') throw new TypeError('the module has no such task');
    return { kind: 'value', value: await Reflect.apply(task, undefined, [machine, input]) };
  } catch (error) {
    return failed(error);
  }
}

function report(line: LineEnd<Answer, Report>, outcome: Outcome): void {
  try {
    line.send({ kind: 'end', outcome });
  } catch (error) {
    // Something in it cannot go from thread to thread.
    line.send({ kind: 'end', outcome: failed(new Error(String(error))) });
  }
}

function remoteFs(line: LineEnd<Answer, Report>): FsPort {
  // Only the names of the calls are taken from the port of Node.
  return intercepted(nodeFs, (name) => (...args) => {
    if (name === 'writeSmall') return writeSmall(line, args);
    if (!isAsync(name)) return forward(line, name, args);
    return new Promise((resolve) => {
      resolve(forward(line, name, args));
    });
  });
}

/** In truth three calls; a process can stand still, or die, between them. */
function writeSmall(line: LineEnd<Answer, Report>, args: readonly unknown[]): void {
  const [path, bytes, mode] = args;
  const fd = forward(line, 'open', [path, O_WRONLY | O_CREAT | O_EXCL, mode]);
  try {
    forward(line, 'writev', [fd, [bytes], 0]);
  } finally {
    forward(line, 'close', [fd]);
  }
}

function forward(line: LineEnd<Answer, Report>, name: string, args: readonly unknown[]): unknown {
  line.send({ kind: 'call', name, args: args.map(packed) });
  const answer = line.receive(Infinity);
  if (answer === undefined) return undefined;
  const [, into] = args;
  if (answer.filled !== undefined && into instanceof Uint8Array) into.set(answer.filled);
  const value = unwrapped(answer.outcome);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** Without the rest of the memory that a small buffer shares with others. */
function packed(value: unknown): unknown {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return Array.isArray(value) ? value.map(packed) : value;
}
