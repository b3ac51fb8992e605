import { type Composition, compose } from '../compose.js';
import { type Config, UsageError } from '../config.js';
import { createLog } from './log.js';
import type { Streams } from './streams.js';

/**
 * Undoes what processes that are gone have left half done, and says so; gives the exit code, 1 if something
 * had to stay. Throws `UsageError`.
 */
export async function recover(config: Config, { stdout, stderr }: Streams): Promise<number> {
  if (config.roots.length === 0) throw new UsageError('usage: lockline recover ROOT');
  if (config.readOnly) throw new UsageError('recover writes, which --read-only forbids');
  const log = createLog(config.logLevel, (line) => stderr.write(line));
  const composition = compose(config, log);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const onDoubt = config.acceptCurrent ? 'accept-current' : 'refuse';
  const report = await composition.recover(onDoubt, stop.signal);
  await composition.close();
  stdout.write(reportText(report));
  return report.left.length === 0 ? 0 : 1;
}

type Report = Awaited<ReturnType<Composition['recover']>>;

/** What was found, a line for each file. */
export function reportText({ resolved, left }: Report): string {
  const lines = [
    ...resolved.map((path) => `${path}: what a process that is gone had left is undone or cleared`),
    ...left.map(({ path, reason }) => `${path}: left as it is: ${reason}`),
  ];
  return `${lines.length === 0 ? 'There was nothing to recover.' : lines.join('\n')}\n`;
}
