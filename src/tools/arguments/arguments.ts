import type { LocklineError } from '../../core/errors.js';
import { issuesError } from './issues.js';
import { meantName } from './names.js';
import { straysError } from './strays.js';
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

/** More misspelt keys than this are not corrected: the call would be too long to be given. */
const MOST_CORRECTED = 50;

/** Brings the arguments of a call into the form that the tool declares, and checks them against its schema. */
export function readArguments<Input>(tool: Tool<Input>, args: unknown): Arguments<Input> {
  const declared = { shape: shapeOf(tool.input), lone: tool.lone };
  const { value, strays } = tolerate(args, { ...declared, guess: () => undefined });
  if (strays.length > MOST_CORRECTED) return { refusal: straysError(strays) };
  if (strays.length > 0) return correct(tool, args);
  const parsed = tool.input.safeParse(value);
  if (!parsed.success) return { refusal: issuesError(parsed.error.issues, value, declared.shape) };
  return { input: parsed.data, given: value };
}

function correct<Input>(tool: Tool<Input>, args: unknown): Arguments<Input> {
  const declared = { shape: shapeOf(tool.input), lone: tool.lone, guess: meantName };
  const { value, strays } = tolerate(args, declared);
  const isClear = strays.every(({ taken }) => taken !== undefined);
  const refusal = straysError(strays);
  return isClear && tool.input.safeParse(value).success
    ? { refusal, corrected: value }
    : { refusal };
}
