import { describeCall, short, type History, type Write } from './history.js';

/** The versions that one file has had, and the writes that led from each to the next. */
export interface Chain {
  readonly file: string;
  /** One more than the writes: the first is the initial one. */
  readonly versions: readonly string[];
  readonly writes: readonly Write[];
  /** Where each version stands in the chain. */
  readonly positions: ReadonlyMap<string, number>;
}

/**
 * Follows a file back from what stands there in the end to what stood there first. As every write makes a
 * version of its own, there is only one way; a version on it that nobody wrote is a fault.
 */
export function chainOf(
  file: string,
  history: History,
): { readonly chain: Chain; readonly faults: readonly string[] } {
  const { writers, faults } = writersOf(file, history);
  const writes: Write[] = [];
  const versions = [history.final[file] ?? ''];
  for (let version = versions[0] ?? ''; version !== history.initial[file];) {
    const write = writers.get(version);
    if (write === undefined) {
      faults.push(`${file}: nobody wrote the version ${short(version)}, which was there`);
      break;
    }
    // No version has two writers, so a way that leads back to one goes round for ever.
    writers.delete(version);
    version = write.from[file] ?? '';
    writes.push(write);
    versions.push(version);
  }
  versions.reverse();
  writes.reverse();
  const positions = new Map(versions.map((version, index) => [version, index]));
  return { chain: { file, versions, writes, positions }, faults };
}

function writersOf(file: string, { operations }: History) {
  const writers = new Map<string, Write>();
  const faults: string[] = [];
  for (const write of operations) {
    const version = write.kind === 'write' ? write.to[file] : undefined;
    if (write.kind !== 'write' || version === undefined) continue;
    const other = writers.get(version);
    if (other === undefined) writers.set(version, write);
    else faults.push(`two writes made one version: ${describeCall(other)}; ${describeCall(write)}`);
  }
  return { writers, faults };
}
