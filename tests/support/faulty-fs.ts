import type { FsPort } from '../../src/store/disk/fs-port.js';
import { Crash } from './sim/crash.js';
import { systemError } from './sim/errno.js';
import type { Make } from './sim/intercept.js';
import { intercepted } from './sim/intercept.js';
import type { Call } from './sim/sync-fs.js';
import { isAsync } from './sim/sync-fs.js';

/** What goes wrong with a call. */
export type Fault =
  /** The process dies: the call has or has not had its effect, and this and all later ones throw `Crash`. */
  | { readonly kind: 'crash'; readonly when: 'before' | 'after' }
  /** The call does nothing and fails with this errno name. */
  | { readonly kind: 'error'; readonly code: string }
  /** A read or write of data moves only half of its bytes; has no effect on other calls. */
  | { readonly kind: 'short' }
  /** A short file is made but only half of it is written before the error; has no effect on other calls. */
  | { readonly kind: 'torn'; readonly code: string }
  /** The process stands still before the call while others work. */
  | { readonly kind: 'stall'; readonly meanwhile: () => void };

/** Decides for each call, before it is made, whether something goes wrong. */
export type Control = (call: Call) => Fault | undefined;

export interface FaultyFs {
  readonly fs: FsPort;
  /** Every call so far, in order. */
  readonly calls: readonly Call[];
  /** Whether a fault has had an effect. */
  readonly fired: () => boolean;
}

/** Lets one fault happen at the n-th call, counted from 1. */
export function atCall(n: number, fault: Fault): Control {
  return (call) => (call.n === n ? fault : undefined);
}

/** The calls of one process on another port, counted, and going wrong as `control` says. */
export function faulty(port: FsPort, control: Control = () => undefined): FaultyFs {
  const calls: Call[] = [];
  let isDead = false;
  let hasFired = false;

  const begin = (name: string, args: readonly unknown[]): Step => {
    if (isDead) throw new Crash();
    const call: Call = { n: calls.length + 1, name, args };
    calls.push(call);
    const step = stepOf(call, control(call));
    if (step.isFaulty) hasFired = true;
    step.meanwhile?.();
    if (step.error instanceof Crash) isDead = true;
    if (step.error !== undefined) throw step.error;
    return step;
  };

  const end = ({ isLast }: Step): void => {
    if (isLast) isDead = true;
    if (isDead) throw new Crash();
  };

  const fs = intercepted(port, (name, make) => (...args: readonly unknown[]) => {
    if (isAsync(name)) return asyncCall(() => begin(name, args), make, end);
    const step = begin(name, args);
    try {
      const result = make(step.args);
      if (step.lateError !== undefined) throw step.lateError;
      return result;
    } finally {
      end(step);
    }
  });

  return { fs, calls, fired: () => hasFired };
}

/** How a call is going to be made. */
interface Step {
  readonly args: readonly unknown[];
  readonly isFaulty: boolean;
  readonly error?: Error;
  /** Thrown after the call. */
  readonly lateError?: Error;
  readonly meanwhile?: () => void;
  /** Whether the process dies right after it. */
  readonly isLast?: boolean;
}

async function asyncCall(
  begin: () => Step,
  make: Make,
  end: (step: Step) => void,
): Promise<unknown> {
  const step = begin();
  try {
    return await make(step.args);
  } finally {
    end(step);
  }
}

function stepOf(call: Call, fault: Fault | undefined): Step {
  const { args } = call;
  switch (fault?.kind) {
    case undefined:
      return { args, isFaulty: false };
    case 'crash':
      if (fault.when === 'after') return { args, isFaulty: true, isLast: true };
      return { args, isFaulty: true, error: new Crash() };
    case 'error':
      return { args, isFaulty: true, error: errorOf(call, fault.code) };
    case 'stall':
      return { args, isFaulty: true, meanwhile: fault.meanwhile };
    case 'short':
      return shortened(call);
    case 'torn':
      return torn(call, fault.code);
  }
}

function shortened(call: Call): Step {
  const half = halved(call);
  return { args: half ?? call.args, isFaulty: half !== undefined };
}

function torn(call: Call, code: string): Step {
  const { name, args } = call;
  const [path, bytes, mode] = args;
  if (name !== 'writeSmall' || !(bytes instanceof Uint8Array)) return { args, isFaulty: false };
  const half = [path, halfOf(bytes) ?? bytes, mode];
  return { args: half, isFaulty: true, lateError: errorOf(call, code) };
}

function errorOf({ name, args }: Call, code: string): Error {
  return systemError(
    code,
    name,
    args.filter((arg) => typeof arg === 'string'),
  );
}

/** Arguments for half of the bytes; `undefined` for a call that moves no data or a single byte. */
function halved({ name, args }: Call): readonly unknown[] | undefined {
  if (!['read', 'readSync', 'writev', 'writevSync', 'append'].includes(name)) return undefined;
  const [fd, data, position] = args;
  const half = data instanceof Uint8Array ? halfOf(data) : halfOfSlices(data);
  return half === undefined ? undefined : [fd, half, position];
}

function halfOf(bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length < 2 ? undefined : bytes.subarray(0, bytes.length >> 1);
}

function halfOfSlices(slices: unknown): readonly Uint8Array[] | undefined {
  if (!Array.isArray(slices)) return undefined;
  const half = halfOf(Buffer.concat(slices));
  return half === undefined ? undefined : [half];
}
