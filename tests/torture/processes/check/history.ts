/** Versions by file name. A version is anything that tells one content of a file from all others: its hash. */
export type Versions = Readonly<Record<string, string>>;

interface Call {
  /** Who made it, for people. */
  readonly who: string;
  /** On one clock for all. */
  readonly invoked: number;
  /** When the answer came, or when the caller learnt that none will come. */
  readonly returned: number;
}

/** What a call saw. */
export interface Read extends Call {
  readonly kind: 'read';
  readonly seen: Versions;
  /**
   * Whether transactions of several files are whole in what it saw: so in a read of several files and under
   * locks, but not in a read of one file, which gives the version in place.
   */
  readonly isSettled: boolean;
}

/** A change of one or several files, all of them or none. */
export interface Write extends Call {
  readonly kind: 'write';
  readonly from: Versions;
  readonly to: Versions;
  /** `unknown`: no answer came, so it happened as a whole or not at all. */
  readonly ending: 'saved' | 'refused' | 'unknown';
}

export type Operation = Read | Write;

/** All calls on some files, and what stood there before the first and after the last. */
export interface History {
  readonly initial: Versions;
  readonly final: Versions;
  readonly operations: readonly Operation[];
}

/** A call in words. */
export function describeCall(call: Operation): string {
  const span = `${call.invoked.toFixed(1)}..${call.returned.toFixed(1)} ms`;
  if (call.kind === 'read') {
    const seen = Object.entries(call.seen).map(([file, version]) => `${file}=${short(version)}`);
    return `${call.who} saw ${seen.join(' ')} (${span})`;
  }
  const steps = Object.entries(call.to).map(
    ([file, version]) => `${file}:${short(call.from[file] ?? '')}>${short(version)}`,
  );
  return `${call.who} wrote ${steps.join(' ')} (${span}, ${call.ending})`;
}

export function short(version: string): string {
  return version.slice(0, 8);
}
