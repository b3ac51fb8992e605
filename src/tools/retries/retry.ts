import { hasCode } from '../../core/errors.js';
import type { LocklineError } from '../../core/errors.js';
import { readArguments } from '../arguments/arguments.js';
import { asJson, isRecord } from '../arguments/record.js';
import type { JsonRecord } from '../arguments/record.js';
import { boundedArguments } from './bounds.js';
import { countedArguments } from './counted.js';
import { movedArguments } from './moved.js';
import type { Json, Limits, Tool } from '../tool.js';

/** A call that may be sent in the place of one that was refused. */
export interface Retry {
  readonly tool: string;
  readonly arguments: Json;
  /** Whether only the arguments that differ are given, because all would be too long. */
  readonly isPartial: boolean;
}

/** A call that was refused. */
export interface RefusedCall {
  readonly tool: Tool<unknown>;
  readonly args: unknown;
}

/** Characters up to which a corrected call is given. */
const MOST_CHARS = 1000;

/**
 * The call corrected, where it is certain what was meant and nobody's lines can be overwritten: misspelt
 * names, numbers past an end, lines that stand unchanged in another place, and the number of occurrences.
 */
export function retryFor(
  error: LocklineError,
  { tool, args }: RefusedCall,
  limits: Limits,
): Retry | undefined {
  const read = readArguments(tool, args);
  if ('refusal' in read) return toRetry(tool.name, args, read.corrected);
  if (!isRecord(read.given)) return undefined;
  return toRetry(tool.name, read.given, corrected(error, read.given, limits));
}

function corrected(error: LocklineError, given: JsonRecord, limits: Limits): unknown {
  if (hasCode(error, 'CONFLICT')) return movedArguments(given, error.details.conflicts, limits);
  if (hasCode(error, 'RANGE_OUT_OF_BOUNDS')) return boundedArguments(given, error.details);
  if (hasCode(error, 'COUNT_MISMATCH')) return countedArguments(given, error.details);
  return undefined;
}

function toRetry(tool: string, sent: unknown, wanted: unknown): Retry | undefined {
  if (wanted === undefined) return undefined;
  return [
    { args: wanted, isPartial: false },
    { args: difference(sent, wanted), isPartial: true },
  ]
    .flatMap(({ args, isPartial }) => {
      const json = asJson(args);
      return json === undefined ? [] : [{ tool, arguments: json, isPartial }];
    })
    .find((retry) => JSON.stringify(retry.arguments).length <= MOST_CHARS);
}

/** The fields of `wanted` that are not in `sent`; lists of one length are compared item by item. */
function difference(sent: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(sent) && wanted.length === sent.length) {
    return wanted.map((item, index) => difference(sent[index], item) ?? {});
  }
  if (isRecord(wanted) && isRecord(sent)) {
    const fields = Object.entries(wanted).flatMap(([name, value]) => {
      const changed = difference(sent[name], value);
      return changed === undefined ? [] : [[name, changed] as const];
    });
    return fields.length === 0 ? undefined : Object.fromEntries(fields);
  }
  return sent === wanted ? undefined : wanted;
}
