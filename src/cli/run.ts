import {
  type Config,
  type Environment,
  readConfig,
  strangeVariables,
  UsageError,
  variables,
} from '../config.js';
import { nearestName } from '../tools/spelling.js';
import { type CommandLine, commands, readCommandLine } from './command-line.js';
import type { Streams } from './streams.js';
import { VERSION } from './version.js';

const DONE = 0;
const USAGE = 2;

/** Does what the command line says; gives the exit code. */
export async function run(
  argv: readonly string[],
  environment: Environment,
  streams: Streams,
): Promise<number> {
  try {
    const line = readCommandLine(argv);
    const config = readConfig(line, environment);
    refuseMisspelt(strangeVariables(environment));
    return await obey(line, config, streams);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    streams.stderr.write(`lockline: ${explain(error, argv)}\n`);
    return USAGE;
  }
}

/** Each command is loaded when it is asked for: what a client waits for is the start of `serve`. */
async function obey(line: CommandLine, config: Config, streams: Streams): Promise<number> {
  if (config.help) return print((await import('./help.js')).helpText(), streams);
  if (config.version) return print(`${VERSION}\n`, streams);
  switch (line.command) {
    case 'serve':
      return config.http === undefined
        ? (await import('./serve.js')).serve(config, streams)
        : (await import('./serve-http.js')).serveOverHttp(config.http, config, streams);
    case 'call':
      return (await import('./call.js')).call(line.operands, config, streams);
    case 'log':
      return (await import('./changes.js')).printChanges(line.operands, config, streams);
    case 'undo':
      return (await import('./undo.js')).undo(line.operands, config, streams);
    case 'recover':
      return (await import('./recover.js')).recover(config, streams);
    case 'tools':
      return print((await import('./tools.js')).toolReference(config), streams);
  }
}

function print(text: string, { stdout }: Streams): number {
  stdout.write(text);
  return DONE;
}

/** A setting under a name that is nearly right would be missing without a word. */
function refuseMisspelt(strange: readonly string[]): void {
  for (const given of strange) {
    const error = new UsageError(`there is no variable ${given}`, { given, known: variables });
    if (nearestOf(error) !== undefined) throw error;
  }
}

function explain(error: UsageError, argv: readonly string[]): string {
  return `${error.message}${adviceOn(error, argv)} (lockline --help shows all options)`;
}

function adviceOn(error: UsageError, [word = '']: readonly string[]): string {
  const nearest = nearestOf(error);
  if (nearest !== undefined) return `, did you mean ${nearest}?`;
  if (error.unknown !== undefined) return '';
  // A command that is misspelt is taken for a root.
  const command = nearestName(word, commands);
  return command === undefined || command === word ? '' : ` Did you mean lockline ${command}?`;
}

/** The known name that was meant; what all of them begin with does not make two names near. */
function nearestOf({ unknown }: UsageError): string | undefined {
  if (unknown === undefined) return undefined;
  const bare = (name: string): string => name.replace(/^(--|LOCKLINE_)/, '');
  const nearest = nearestName(bare(unknown.given), unknown.known.map(bare));
  return unknown.known.find((name) => bare(name) === nearest);
}
