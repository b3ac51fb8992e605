import type * as z from 'zod';
import { LocklineError } from '../../core/errors.js';
import { quoteText } from '../../core/messages/phrase.js';
import { isRecord } from './record.js';
import type { Shape } from '../shape.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const ISSUES_TOLD = 5;

const KINDS: { readonly [expected: string]: string } = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a whole number',
  object: 'an object',
  string: 'text',
};

/** INVALID_ARGUMENT that names each field that does not fit its schema, with the value seen. */
export function issuesError(
  issues: readonly Issue[],
  value: unknown,
  shape: Shape,
): LocklineError<'INVALID_ARGUMENT'> {
  const told = issues.slice(0, ISSUES_TOLD).map((issue) => issueText(issue, value));
  const more = issues.length - told.length;
  if (more > 0) told.push(`${more} more like these`);
  return new LocklineError('INVALID_ARGUMENT', {
    what: told.join('; '),
    hint: [...new Set(issues.map((issue) => fieldHint(issue.path, shape)))]
      .filter((hint) => hint !== '')
      .slice(0, ISSUES_TOLD)
      .concat('Correct it and send the call again.')
      .join(' '),
  });
}

const LEAST: { readonly [origin: string]: string } = {
  array: 'at least one item',
  string: 'some text',
};

function issueText(issue: Issue, value: unknown): string {
  const field = pathText(issue.path);
  const seen = valueAt(value, issue.path);
  if (issue.code === 'custom') return `${field} (${seenText(seen)}) ${issue.message}`;
  if (seen === undefined) return `${field} is missing; expected ${expectedText(issue)}`;
  return `${field} is ${seenText(seen)}; expected ${expectedText(issue)}`;
}

function expectedText(issue: Issue): string {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? issue.expected;
  if (issue.code === 'too_small') return LEAST[issue.origin] ?? `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code !== 'invalid_value') return issue.message;
  return `one of ${issue.values.map((choice) => JSON.stringify(choice)).join(', ')}`;
}

/** A field as one would write it in JavaScript: `patches[0].start`. */
function pathText(path: Path): string {
  if (path.length === 0) return 'the whole of the arguments';
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`,
    )
    .join('');
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner) && typeof step === 'number') {
      const item: unknown = inner[step];
      return item;
    }
    return isRecord(inner) ? inner[String(step)] : undefined;
  }, value);
}

function seenText(value: unknown): string {
  if (typeof value === 'string') return `the text ${quoteText(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return isRecord(value) ? 'an object' : String(value);
}

function fieldHint(path: Path, shape: Shape): string {
  const field = path.reduce<Shape | undefined>(
    (inner, step) => (typeof step === 'number' ? inner?.items : inner?.properties?.[String(step)]),
    shape,
  );
  if (field?.hint !== undefined) return field.hint;
  return field?.description === undefined ? '' : `${String(path.at(-1))}: ${field.description}.`;
}
