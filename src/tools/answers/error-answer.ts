import { describeError } from '../../core/messages/describe.js';
import { hasCode } from '../../core/errors.js';
import type { ErrorCode, LocklineError } from '../../core/errors.js';
import { fitText } from './layout.js';
import type { Retry } from '../retries/retry.js';
import { showConflicts } from './shown-conflicts.js';
import type { Effect, Json, Limits, ToolAnswer } from '../tool.js';

/** What an error answer tells beside the error. */
export interface ErrorSurroundings {
  /** Of the tool: one that only reads says nothing about writing. */
  readonly effect: Effect;
  readonly retry?: Retry | undefined;
  /** Of a read of several files: what became of each. */
  readonly files?: {
    readonly lines: readonly string[];
    readonly objects: readonly Json[];
  };
}

/** Characters of an error: some clients cut longer ones. */
const MOST_CHARS = 10_000;

/** Codes after which it is not certain that nothing was written. */
const UNSURE: readonly ErrorCode[] = ['IN_DOUBT', 'INTERNAL'];

/** An error as an answer: what was wrong, whether anything was written, the evidence, and how to go on. */
export function errorAnswer(
  error: LocklineError,
  limits: Limits,
  { effect, retry, files }: ErrorSurroundings,
): ToolAnswer {
  const { message, hint } = describeError(error);
  const [sentence = '', ...evidence] = message.split('\n');
  const head = `ERROR ${error.code}: ${sentence}${writtenText(error, effect)}`;
  const tail = [hint, ...retryLines(retry)].join('\n');
  const room = Math.min(MOST_CHARS, limits.maxOutputChars) - head.length - tail.length - 2;
  const { lines, objects } = hasCode(error, 'CONFLICT')
    ? showConflicts(error.details.conflicts, {
        limits,
        room,
        whose: error.details.undoes === undefined ? 'your' : 'its',
      })
    : { lines: evidence, objects: undefined };
  const body = [...lines, ...(files?.lines ?? [])].join('\n');
  return {
    isError: true,
    text: [head, ...(body === '' ? [] : [fitText(body, room)]), tail].join('\n'),
    result: {
      result: 'error',
      code: error.code,
      message,
      hint,
      ...(retry && { retry: { tool: retry.tool, arguments: retry.arguments } }),
      conflicts: objects,
      files: files?.objects,
    },
  };
}

function writtenText({ code }: LocklineError, effect: Effect): string {
  return effect === 'read' || UNSURE.includes(code) ? '' : ' Nothing was written.';
}

function retryLines(retry: Retry | undefined): readonly string[] {
  if (retry === undefined) return [];
  const { tool, arguments: args, isPartial } = retry;
  return [
    ...(isPartial ? ['Send the call again with these arguments changed; the others stay.'] : []),
    `Retry: ${JSON.stringify({ tool, arguments: args })}`,
  ];
}
