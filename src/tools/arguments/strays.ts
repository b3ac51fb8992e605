import { LocklineError } from '../../core/errors.js';
import { aliased, meantName } from './names.js';
import { hasField } from './record.js';
import type { JsonRecord } from './record.js';
import type { Shape } from '../shape.js';

/** A key that no schema declares. */
export interface Stray {
  readonly key: string;
  /** The record that has it, and its shape. */
  readonly all: JsonRecord;
  readonly shape: Shape;
  /** What the call names that record: `patches[0]`, or nothing for the call itself. */
  readonly where: string;
  /** The field that it was taken for. */
  readonly taken: string | undefined;
}

/** Names that other servers use for a part of a file; they count differently, so they are not translated. */
const PAGING = ['offset', 'limit'];
const STRAYS_TOLD = 5;

/** INVALID_ARGUMENT that names the keys and says what may stand in their place. */
export function straysError(strays: readonly Stray[]): LocklineError<'INVALID_ARGUMENT'> {
  const told = strays.slice(0, STRAYS_TOLD);
  const more = strays.length - told.length;
  const faults = told.map(
    ({ key, where }) =>
      `${JSON.stringify(key)}${where === '' ? '' : ` in ${where}`} is not an argument`,
  );
  return new LocklineError('INVALID_ARGUMENT', {
    what: [...faults, ...(more > 0 ? [`${more} more like these`] : [])].join('; '),
    hint: [...new Set(told.flatMap(adviceFor))].join(' '),
  });
}

function adviceFor(stray: Stray): readonly string[] {
  const { shape, where } = stray;
  const names = Object.keys(shape.properties ?? {}).join(', ');
  return [...remedy(stray), `Valid ${where === '' ? 'here' : `in ${where}`}: ${names}.`];
}

function remedy({ key, all, shape }: Stray): readonly string[] {
  const meant = meantName(key, all, shape);
  if (meant !== undefined) return [`Did you mean ${JSON.stringify(meant)}?`];
  const alias = aliased(key);
  if (alias !== undefined && hasField(shape.properties, alias)) {
    return [`${key} is another name of ${alias}: give one of them.`];
  }
  if (PAGING.includes(key)) return [pagingAdvice(shape)];
  const list = listWith(key, shape);
  return list === undefined ? [] : [`${key} belongs in ${list}.`];
}

function pagingAdvice(shape: Shape): string {
  const list = listWith('start', shape);
  const place = list === undefined ? '' : ` in ${list}`;
  return `Lines are named by start and end${place}, counted from 1 and both included: {"start": 1, "end": 40}.`;
}

/** The list whose items have the field; a list in the items of another is named as `files[].ranges`. */
function listWith(key: string, shape: Shape): string | undefined {
  for (const [name, { items }] of Object.entries(shape.properties ?? {})) {
    if (items === undefined) continue;
    if (hasField(items.properties, key) || hasField(items.properties, aliased(key) ?? '')) {
      return name;
    }
    const inner = listWith(key, items);
    if (inner !== undefined) return `${name}[].${inner}`;
  }
  return undefined;
}
