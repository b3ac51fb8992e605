import { compose } from '../compose.js';
import type { Config } from '../config.js';
import { createServer } from '../mcp/server.js';
import { serveStdio } from '../mcp/stdio.js';
import { greeting } from './help.js';
import { createLog } from './log.js';
import type { Streams } from './streams.js';
import { VERSION } from './version.js';

/** Characters of an error of the SDK that are logged; it lists all that a message might have been. */
const CAUSE_CHARS = 500;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Serves one client over standard input and output; gives the exit code. Throws `UsageError`. */
export async function serve(config: Config, { stdin, stdout, stderr }: Streams): Promise<number> {
  const log = createLog(config.logLevel, (line) => stderr.write(line));
  const { roots, offer, contextFor, sweep, close } = compose(config, log);
  if (stdin.isTTY) {
    stderr.write(greeting({ version: VERSION, roots, script: process.argv[1] ?? '' }));
  }
  log('info', 'serving', { version: VERSION, roots });

  const stop = new AbortController();
  let failed = false;
  // Once each: a second signal ends the process at once.
  for (const signal of STOP_SIGNALS) process.once(signal, () => stop.abort());
  process.on('uncaughtException', (bug) => {
    log('error', 'stopping because of a bug', { stack: bug.stack });
    failed = true;
    stop.abort();
  });

  const server = createServer({
    version: VERSION,
    roots,
    offer,
    agentId: config.agentId,
    contextFor,
    onError: (error) => {
      log('error', 'trouble with the client', { cause: error.message.slice(0, CAUSE_CHARS) });
    },
  });
  const sweeping = new AbortController();
  const swept = sweep(sweeping.signal);
  const ending = await serveStdio(server, {
    stdin,
    stdout,
    maxMessage: config.maxMessage,
    stop: stop.signal,
  });
  sweeping.abort();
  await swept;
  await close();
  log('info', 'stopped', { ending });
  return failed || ending === 'overlong' ? 1 : 0;
}
