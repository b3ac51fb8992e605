import { isLocklineError, LocklineError } from '../core/errors.js';
import { nearestName } from '../core/messages/spelling.js';
import { readArguments } from './arguments/arguments.js';
import { errorAnswer } from './answers/error-answer.js';
import { retryFor } from './retries/retry.js';
import type { CallContext, Tool, ToolAnswer } from './tool.js';

/** A call as it came in. */
export interface Call {
  readonly name: string;
  readonly args: unknown;
}

/** The tools that may be called. */
interface Tools {
  readonly offered: readonly Tool<unknown>[];
  /** Names of those that a server would offer besides if it were not read-only. */
  readonly writing: readonly string[];
}

/**
 * Runs the tool that a call names. Everything that is thrown on the way becomes an answer here and nowhere
 * else: a `LocklineError` as what it is, anything else as a bug that is reported and told as INTERNAL.
 */
export async function runTool(
  tools: Tools,
  { name, args }: Call,
  context: CallContext,
): Promise<ToolAnswer> {
  const tool = tools.offered.find((candidate) => candidate.name === name);
  try {
    if (tool === undefined) throw missingTool(tools, name);
    return await tool.run(parsedInput(tool, args), { ...context, tool: name });
  } catch (caught) {
    const error = isLocklineError(caught) ? caught : internalError(caught, context);
    const retry = tool && retryFor(error, { tool, args }, context.limits);
    return errorAnswer(error, context.limits, { effect: tool?.effect ?? 'read', retry });
  }
}

function parsedInput(tool: Tool<unknown>, args: unknown): unknown {
  const read = readArguments(tool, args);
  if ('refusal' in read) throw read.refusal;
  return read.input;
}

function missingTool({ offered, writing }: Tools, name: string): LocklineError {
  if (writing.includes(name)) {
    return new LocklineError('READ_ONLY', {
      reason: 'the server was started with --read-only, so it has no tools that write',
    });
  }
  const names = offered.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  return new LocklineError('INVALID_ARGUMENT', {
    what: `There is no tool ${JSON.stringify(name)}.`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}The tools are ${names.join(', ')}.`,
  });
}

const REFERENCE_DIGITS = 8;

/** All that a caller learns of a bug is a reference, under which the log has the rest. */
function internalError(bug: unknown, context: CallContext): LocklineError<'INTERNAL'> {
  const isGivenUp = context.signal.aborted && bug === context.signal.reason;
  if (isGivenUp) return new LocklineError('INTERNAL', { reference: 'given up', isGivenUp });
  const reference = Math.random()
    .toString(36)
    .slice(2, 2 + REFERENCE_DIGITS);
  context.report(bug, reference);
  return new LocklineError('INTERNAL', { reference });
}
