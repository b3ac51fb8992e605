import { getSystemErrorMap } from 'node:util';

/** How a call fails inside the simulation; at its edge `systemCall` makes Node's error of it. */
export class Errno extends Error {
  readonly code: string;

  constructor(code: string) {
    // Only the stack of Node's error is ever seen.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
  }
}

const numbers = new Map(
  Array.from(getSystemErrorMap(), ([number, [code, text]]) => [code, { number, text }]),
);

/** Jest wants 100 frames, which for the many calls that fail costs more than all the rest. */
const FRAMES = 10;

/** The error that Node throws for a failed system call on these paths (none for calls on descriptors). */
export function systemError(code: string, syscall: string, paths: readonly string[]): Error {
  const { number, text } = numbers.get(code) ?? { number: 0, text: 'unknown error' };
  const [path, dest] = paths;
  const place = paths.map((name) => `'${name}'`).join(' -> ');
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const error = new Error(`${code}: ${text}, ${syscall}${place && ` ${place}`}`);
  Error.stackTraceLimit = stackTraceLimit;
  return Object.assign(error, {
    errno: number,
    code,
    syscall,
    ...(path !== undefined && { path }),
    ...(dest !== undefined && { dest }),
  });
}

/** Runs the body of a system call and throws its failures as Node's errors. */
export function systemCall<T>(syscall: string, paths: readonly string[], body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof Errno) throw systemError(error.code, syscall, paths);
    throw error;
  }
}
