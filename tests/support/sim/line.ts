import type { MessagePort } from 'node:worker_threads';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

/** One end of a line between two threads: each can wait for the other without giving its event loop a turn. */
export interface LineEnd<In, Out> {
  send(message: Out): void;
  /** Blocks until there is a message; `undefined` if none comes in so many milliseconds. */
  receive(timeoutMs: number): In | undefined;
}

/** An end as it is handed to the thread that is to have it. */
export interface PackedEnd {
  readonly port: MessagePort;
  /** Counts the messages of each end, so that the other can wait for the next. */
  readonly bell: SharedArrayBuffer;
  readonly index: 0 | 1;
}

/** To look for some microseconds before going to sleep makes a call three times as fast. */
const LOOKS = 3000;

export function makeLine(): readonly [PackedEnd, PackedEnd] {
  const { port1, port2 } = new MessageChannel();
  const bell = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  return [
    { port: port1, bell, index: 0 },
    { port: port2, bell, index: 1 },
  ];
}

export function openEnd<In, Out>({ port, bell, index }: PackedEnd): LineEnd<In, Out> {
  const counts = new Int32Array(bell);
  const other = 1 - index;
  return {
    send: (message) => {
      port.postMessage(message);
      Atomics.add(counts, index, 1);
      Atomics.notify(counts, index);
    },
    receive: (timeoutMs) => {
      for (;;) {
        // The count is read first: a message that comes after the look rings the bell.
        const count = Atomics.load(counts, other);
        const received = receiveMessageOnPort(port);
        if (received !== undefined) return received.message;
        for (let looks = 0; looks < LOOKS && Atomics.load(counts, other) === count; looks += 1);
        if (Atomics.wait(counts, other, count, timeoutMs) === 'timed-out') return undefined;
      }
    },
  };
}
