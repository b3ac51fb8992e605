import { compose, type Composition } from '../compose.js';
import { type Config, UsageError } from '../config.js';
import { isLoopback, parseAddress } from '../mcp/http/address.js';
import { type HttpOptions, type HttpService, serveHttp } from '../mcp/http/http.js';
import { followTokenFile, noTokens, type Tokens } from '../mcp/http/tokens.js';
import { createView } from '../view/view.js';
import { createLog, type Log } from './log.js';
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
  const place = placeOf(where, config, log);
  const composition = compose(config, log);
  const stopped = toldToStop();
  const service = await listen({
    ...place,
    ...partsOf(composition),
    maxBody: config.maxBody,
    version: VERSION,
    agentId: config.agentId,
    hasHistory: !config.noHistory,
    onError: (error) => {
      log('info', 'trouble with a client', { cause: error.message });
    },
  });
  const { roots, sweep, close } = composition;
  stderr.write(
    `lockline ${VERSION} serves ${roots.join(', ')} at ${service.url}/mcp (live view: ${service.url}/)\n`,
  );
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

type Place = Pick<HttpOptions, 'address' | 'tokens' | 'allowHosts' | 'allowOrigins'>;

function placeOf(where: string, config: Config, log: Log): Place {
  const address = parseAddress(where);
  if (address === undefined) throw new UsageError(`--http ${where}: must be PORT or HOST:PORT`);
  const tokens = tokensOf(config, log);
  if (!tokens.isRequired && !isLoopback(address.host)) {
    throw new UsageError(
      `--http ${where}: others can reach this address, so --token-file is needed`,
    );
  }
  return { address, tokens, allowHosts: config.allowHost, allowOrigins: config.allowOrigin };
}

/** What agents do can be seen in the live view. */
function partsOf({
  roots,
  offer,
  workspace,
  contextFor,
}: Composition): Pick<HttpOptions, 'roots' | 'offer' | 'view' | 'contextFor'> {
  const view = createView(workspace);
  return {
    roots,
    offer,
    view,
    contextFor: (caller) => ({
      ...contextFor(caller),
      workspace: view.workspaceOf(caller.author),
    }),
  };
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}

function tokensOf({ tokenFile }: Config, log: Log): Tokens {
  if (tokenFile === undefined) return noTokens;
  try {
    return followTokenFile(tokenFile, {
      onTrouble: ({ message }) => {
        log('warn', 'the token file has changed and cannot be used; the tokens of before hold', {
          cause: message,
        });
      },
    });
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
