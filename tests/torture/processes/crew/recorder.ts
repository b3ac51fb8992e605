import type { History, Operation, Read, Versions, Write } from '../check/history.js';
import { createTally, type Tally } from './figures.js';

/** Takes down what calls were made and what they saw. */
export interface Recorder {
  /** Milliseconds since the recorder was made. */
  now(): number;
  /** A stamp that no file had before. */
  stamp(who: string): string;
  read(read: Omit<Read, 'kind'>): void;
  write(write: Omit<Write, 'kind'>): void;
  /** Notes something that must not be, with its evidence. */
  fault(what: string): void;
  readonly faults: readonly string[];
  /** How calls ended. */
  readonly endings: Tally;
  /** How long calls took, in milliseconds. */
  readonly waits: readonly number[];
  history(initial: Versions, final: Versions): History;
}

export function createRecorder(): Recorder {
  const started = performance.now();
  const operations: Operation[] = [];
  const faults: string[] = [];
  const waits: number[] = [];
  let stamps = 0;
  return {
    now: () => performance.now() - started,
    stamp: (who) => {
      stamps += 1;
      return `${who} ${String(stamps)}`;
    },
    read: (read) => operations.push({ ...read, kind: 'read' }),
    write: (write) => {
      if (write.ending === 'saved') waits.push(write.returned - write.invoked);
      operations.push({ ...write, kind: 'write' });
    },
    fault: (what) => faults.push(what),
    faults,
    endings: createTally(),
    waits,
    history: (initial, final) => ({ initial, final, operations }),
  };
}
