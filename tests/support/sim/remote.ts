import { Worker } from 'node:worker_threads';
import type { FakeClock } from '../fake-clock.js';
import type { LineEnd } from './line.js';
import { makeLine, openEnd } from './line.js';
import type { Outcome } from './outcome.js';
import { outcomeOf, unwrapped } from './outcome.js';
import type { Answer, Machine, Report, Start } from './remote-worker.js';
import type { SimProcess } from './process.js';
import type { Call, SyncFs } from './sync-fs.js';

/*
 * Freezing a process. Code between two system calls cannot be stopped from inside its own thread, so a
 * process that is to stall runs in a worker. Its calls come here one by one and are answered by the test,
 * which can let it stand in any call for as long as others work. All of this is synchronous: the test may
 * drive a process from inside a call of another one.
 */

/** Functions of a module that a remote process can run, each with the machine and one input. */
export type Tasks = Readonly<Record<string, (machine: Machine, input: never) => unknown>>;

/** A process in a thread of its own; runs one task at a time. */
export interface Remote<T extends Tasks> {
  /** Begins a task, which stops in its first call. What is left of the task before is killed. */
  start<Name extends keyof T & string>(
    machine: RemoteMachine,
    task: Name,
    input: Parameters<T[Name]>[1],
  ): Run;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** What a remote process is in the simulation. */
export interface RemoteMachine {
  readonly process: SimProcess;
  readonly clock: FakeClock;
}

/** A task under way. The process does nothing but what these functions let it do. */
export interface Run {
  /** The calls answered so far, in order. */
  readonly calls: readonly Call[];
  /** Answers one call and gives it; `undefined` once the task has ended. */
  step(): Call | undefined;
  /**
   * Answers until the process stands in its n-th call, counted from 1, or its n-th call of these names; false
   * if the task ends before.
   */
  freezeAt(n: number, names?: readonly string[]): boolean;
  /** Answers all calls to the end. Gives what the task returned, or throws what it threw. */
  finish(): unknown;
  /** Lets the process die: its files are closed, and its calls answered by nothing but a `Crash`. */
  kill(): void;
}

/** Gives up on a process that neither calls nor ends. */
const PATIENCE_MS = 30_000;
/** Gives up on a task that never comes to an end. */
const MAX_CALLS = 200_000;
const CALLS_TOLD = 30;

/** Starts a process that can run the tasks of a module which `bundleTasks` has put into this program. */
export function startRemote<T extends Tasks>(program: string): Remote<T> {
  const [here, there] = makeLine();
  const worker = new Worker(program, {
    eval: true,
    workerData: there,
    transferList: [there.port],
  });
  worker.unref();
  here.port.unref();
  let current: Run | undefined;
  return {
    start: ({ process, clock }, task, input) => {
      current?.kill();
      const start: Start = { task, input, time: clock.memory };
      worker.postMessage(start);
      current = followTask(openEnd(here), process);
      return current;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function followTask(line: LineEnd<Report, Answer>, process: SimProcess): Run {
  const calls: Call[] = [];
  let waiting: Report | undefined;

  /** What the process is standing in: its next call, or its end. */
  const next = (): Report => {
    waiting ??= line.receive(PATIENCE_MS);
    if (waiting === undefined) throw new Error('the process neither calls nor ends');
    return waiting;
  };

  const answerWith = (answer: (call: Call) => Answer): Call | undefined => {
    const report = next();
    if (report.kind === 'end') return undefined;
    if (calls.length === MAX_CALLS)
      throw new Error(`no end: ${describe(calls.slice(-CALLS_TOLD))}`);
    const call: Call = { n: calls.length + 1, name: report.name, args: report.args };
    calls.push(call);
    const answered = answer(call);
    waiting = undefined;
    line.send(answered);
    return call;
  };

  const step = (): Call | undefined => answerWith((call) => answerOf(process.calls, call));
  const end = (): Outcome => {
    const report = next();
    if (report.kind === 'call') throw new Error('the task has not ended');
    return report.outcome;
  };

  return {
    calls,
    step,
    freezeAt: (n, names) => {
      const isCounted = (name: string): boolean => names === undefined || names.includes(name);
      let counted = calls.filter(({ name }) => isCounted(name)).length;
      for (;;) {
        const report = next();
        if (report.kind === 'end') return false;
        if (isCounted(report.name)) counted += 1;
        if (counted >= n) return true;
        step();
      }
    },
    finish: () => {
      while (step() !== undefined);
      return unwrapped(end());
    },
    kill: () => {
      if (next().kind === 'end') return;
      process.exit();
      while (answerWith(() => ({ outcome: { kind: 'dead' } })) !== undefined);
    },
  };
}

function describe(calls: readonly Call[]): string {
  return calls
    .map(({ name, args }) => [name, ...args.filter((arg) => typeof arg === 'string')].join(' '))
    .join(', ');
}

function answerOf(answering: SyncFs, { name, args }: Call): Answer {
  const outcome = outcomeOf((): unknown =>
    Reflect.apply(Reflect.get(answering, name), answering, args),
  );
  const [, into] = args;
  const isRead = name === 'read' || name === 'readSync';
  return isRead && into instanceof Uint8Array ? { outcome, filled: into } : { outcome };
}
