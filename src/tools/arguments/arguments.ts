import { LocklineError } from '../../core/errors.js';
import { issuesError } from './issues.js';
import type { Stray } from './names.js';
import { shapeOf } from '../shape.js';
import { tolerate } from './tolerate.js';
import type { Tool } from '../tool.js';

/** The arguments of a call as its tool takes them, or why it cannot. */
export type Arguments<Input> =
  | {
      readonly input: Input;
      /** The same before parsing, in the declared names and forms: what a corrected call starts from. */
      readonly given: unknown;
    }
  | {
      readonly refusal: LocklineError;
      /** Arguments that would have been taken, where each misspelt key can mean only one. */
      readonly corrected?: unknown;
    };

/** Brings the arguments of a call into the form that the tool declares, and checks them against its schema. */
export function readArguments<Input>(tool: Tool<Input>, args: unknown): Arguments<Input> {
  const shape = shapeOf(tool.input);
  const { value, strays } = tolerate(args, shape, tool.lone);
  const parsed = tool.input.safeParse(value);
  if (strays.length > 0) {
    const isClear = parsed.success && strays.every((stray) => stray.isClear);
    return { refusal: straysError(strays), ...(isClear && { corrected: value }) };
  }
  if (!parsed.success) return { refusal: issuesError(parsed.error.issues, value, shape) };
  return { input: parsed.data, given: value };
}

const STRAYS_TOLD = 5;

function straysError(strays: readonly Stray[]): LocklineError<'INVALID_ARGUMENT'> {
  const told = strays.slice(0, STRAYS_TOLD);
  const more = strays.length - told.length;
  return new LocklineError('INVALID_ARGUMENT', {
    what: [
      ...told.map(({ message }) => message),
      ...(more > 0 ? [`${more} more like these`] : []),
    ].join('; '),
    hint: [...new Set(told.flatMap(({ advice }) => advice))].join(' '),
  });
}
