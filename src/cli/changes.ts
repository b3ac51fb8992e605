import { compose, refusalText } from '../compose.js';
import type { Config } from '../config.js';
import { nameAgent } from '../mcp/agent.js';
import { callTool } from '../tools/index.js';
import type { CallContext } from '../tools/tool.js';
import { createLog } from './log.js';
import { createPaint } from './paint.js';
import type { Paint } from './paint.js';
import type { Streams } from './streams.js';

type Workspace = CallContext['workspace'];
type Past = Awaited<ReturnType<Workspace['past']>>;
type Change = Past['changes'][number];
type Diff = Awaited<ReturnType<Workspace['diffs']>>[number];

/** Prints who changed what, the newest change first; gives the exit code. Throws `UsageError`. */
export async function printChanges(
  [file]: readonly string[],
  config: Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const log = createLog(config.logLevel, (line) => stderr.write(line));
  const { contextFor, close } = compose(config, log);
  const signal = new AbortController().signal;
  const context = contextFor({ author: nameAgent('lockline-log'), signal });
  try {
    if (config.json) return await printObject(file, context, { config, stdout });
    const { limit } = config;
    const past = await context.workspace.past({ path: file, limit }, signal);
    const paint = createPaint(stdout);
    for (const change of past.changes) {
      const diffs = await context.workspace.diffs(change, signal);
      stdout.write(`${changeText(change, diffs, paint)}\n`);
    }
    stdout.write(past.changes.length === 0 ? noneText(context) : lastLine(past, config, paint));
    return 0;
  } catch (error) {
    const refusal = refusalText(error);
    if (refusal === undefined) throw error;
    stderr.write(`lockline: ${refusal}\n`);
    return 1;
  } finally {
    await close();
  }
}

async function printObject(
  file: string | undefined,
  context: CallContext,
  { config, stdout }: { readonly config: Config; readonly stdout: Streams['stdout'] },
): Promise<number> {
  const args = { file_path: file, limit: config.limit };
  const offer = { ...context.offer, sets: ['history'] as const };
  const { isError, result } = await callTool('get_history', args, { ...context, offer });
  stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  return isError ? 1 : 0;
}

function changeText(change: Change, diffs: readonly Diff[], paint: Paint): string {
  const { id, time, agent, tool, undoes, undoneBy, isPartial } = change;
  const relations = [
    ...(undoes === undefined ? [] : [`undoes ${undoes}`]),
    ...(undoneBy === undefined ? [] : [`undone by ${undoneBy}`]),
  ];
  const head = paint.title(`change ${id}  ${agent}`);
  const rest = paint.aside([timeText(time), tool, ...relations].join('  '));
  return [
    `${head}  ${rest}`,
    ...diffs.flatMap((diff) => fileLines(diff, paint)),
    ...(isPartial === true ? [paint.aside('and files that cannot be seen here')] : []),
    '',
  ].join('\n');
}

/** To the second, in UTC: `2026-11-30 15:00:00Z`. */
function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ')}Z`;
}

const DEEDS = {
  patch: 'changed',
  create: 'made',
  replace: 'replaced',
  delete: 'deleted',
  move: 'moved',
} as const;

function fileLines({ file, diff }: Diff, paint: Paint): readonly string[] {
  const { shown, action, from } = file;
  const name = from === undefined ? shown : `${from.shown} to ${shown}`;
  const head = paint.answer(`${DEEDS[action]} ${name}`);
  if (diff === undefined) return [head, paint.aside('what it did is no longer kept')];
  return diff === '' ? [head] : [head, paint.diff(diff)];
}

/** A person who stands in another directory than the server does sees nothing, and must be told where to go. */
function noneText({ workspace }: CallContext): string {
  const roots = workspace.roots.join(', ');
  return `No change is remembered in ${roots}. A history is in .lockline/ of the directory that a server works in.\n`;
}

function lastLine({ isCut }: Past, { limit }: Config, paint: Paint): string {
  return isCut
    ? `${paint.aside(`There are older changes: --limit ${limit * 2} shows more.`)}\n`
    : '';
}
