import { compose } from '../compose.js';
import { type Config, UsageError } from '../config.js';
import { isLoopback, parseAddress } from '../mcp/http/address.js';
import { type HttpOptions, type HttpService, serveHttp } from '../mcp/http/http.js';
import { noTokens, readTokenFile, type Tokens } from '../mcp/http/tokens.js';
import { createLog } from './log.js';
import type { Streams } from './streams.js';
import { VERSION } from './version.js';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** What calls in flight get when the service is told to stop. */
const GRACE_MS = 10_000;

/** Serves many clients over HTTP until a signal comes; gives the exit code. Throws `UsageError`. */
export async function serveOverHttp(
  where: string,
  config: Config,
  { stderr }: Streams,
): Promise<number> {
  const log = createLog(config.logLevel, (line) => stderr.write(line));
  const address = parseAddress(where);
  if (address === undefined) throw new UsageError(`--http ${where}: must be PORT or HOST:PORT`);
  const tokens = tokensOf(config);
  if (!tokens.isRequired && !isLoopback(address.host)) {
    throw new UsageError(
      `--http ${where}: others can reach this address, so --token-file is needed`,
    );
  }
  const { roots, offer, contextFor, sweep, close } = compose(config, log);
  const stopped = new Promise<void>((resolve) => {
    // Once each: a second signal ends the process at once.
    for (const signal of STOP_SIGNALS) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
  const service = await listen({
    address,
    tokens,
    allowHosts: config.allowHost,
    allowOrigins: config.allowOrigin,
    maxBody: config.maxBody,
    version: VERSION,
    roots,
    offer,
    agentId: config.agentId,
    contextFor,
    onError: (error) => {
      log('info', 'trouble with a client', { cause: error.message });
    },
  });
  stderr.write(`lockline ${VERSION} serves ${roots.join(', ')} at ${service.url}/mcp\n`);
  const sweeping = new AbortController();
  const swept = sweep(sweeping.signal);
  await stopped;
  log('info', 'stopping: calls in flight are ended first');
  sweeping.abort();
  await service.close(GRACE_MS);
  await swept;
  await close();
  return 0;
}

function tokensOf({ tokenFile }: Config): Tokens {
  if (tokenFile === undefined) return noTokens;
  try {
    return readTokenFile(tokenFile);
  } catch (error) {
    throw new UsageError(`--token-file ${tokenFile}: ${messageOf(error)}`);
  }
}

async function listen(options: HttpOptions): Promise<HttpService> {
  try {
    return await serveHttp(options);
  } catch (error) {
    throw new UsageError(`--http: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
