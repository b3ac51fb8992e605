import { compose } from '../compose.js';
import { type Config, UsageError } from '../config.js';
import { nameAgent } from '../mcp/agent.js';
import { callTool, toolNames } from '../tools/index.js';
import { createLog } from './log.js';
import type { Streams } from './streams.js';

/**
 * Runs one tool as a client would and prints what it answered; gives the exit code, 1 when it refused.
 * Throws `UsageError`.
 */
export async function call(
  [tool, json]: readonly string[],
  config: Config,
  { stdin, stdout, stderr }: Streams,
): Promise<number> {
  if (tool === undefined || json === undefined)
    throw new UsageError(
      `usage: lockline call TOOL JSON, for example: lockline call list_directory '{}'`,
    );
  const names = toolNames(config.tools);
  if (!names.includes(tool)) {
    throw new UsageError(`there is no tool ${tool}`, { given: tool, known: names });
  }
  const args = parse(json === '-' ? await readAll(stdin) : json);
  const log = createLog(config.logLevel, (line) => stderr.write(line));
  const { contextFor, close } = compose(config, log);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const author = config.agentId ?? nameAgent('lockline-call');
  const answer = await callTool(tool, args, contextFor({ author, signal: stop.signal }));
  await close();
  stdout.write(
    config.json ? `${JSON.stringify(answer.result, undefined, 2)}\n` : withNewline(answer.text),
  );
  return answer.isError ? 1 : 0;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `the arguments are not JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

async function readAll(stdin: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const part of stdin.setEncoding('utf8')) text += String(part);
  return text;
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
