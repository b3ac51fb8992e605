import { compose } from '../compose.js';
import { type Config, UsageError } from '../config.js';
import { nameAgent } from '../mcp/agent.js';
import { callTool } from '../tools/index.js';
import { createLog } from './log.js';
import { createPaint } from './paint.js';
import type { Streams } from './streams.js';

/** Takes one change back and prints what that changed; gives the exit code. Throws `UsageError`. */
export async function undo(
  [changeId]: readonly string[],
  config: Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  if (changeId === undefined)
    throw new UsageError('usage: lockline undo CHANGE_ID; lockline log shows them');
  const log = createLog(config.logLevel, (line) => stderr.write(line));
  const { contextFor, close } = compose(config, log);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const author = config.agentId ?? nameAgent('lockline-undo');
  const context = contextFor({ author, signal: stop.signal });
  // Which tools agents are offered is not about people.
  const offer = { ...context.offer, sets: ['history'] as const, readOnly: false };
  const answer = await callTool('undo_edit', { change_id: changeId }, { ...context, offer });
  await close();
  stdout.write(`${createPaint(stdout).answer(answer.text)}\n`);
  return answer.isError ? 1 : 0;
}
