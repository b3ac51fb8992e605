import { hasField } from './record.js';
import type { JsonRecord } from './record.js';
import type { Shape } from '../shape.js';
import { nearestName } from '../../core/spelling.js';

/** A key that no schema declares. */
export interface Stray {
  /** What is wrong, as a clause. */
  readonly message: string;
  /** What to write instead, as sentences. */
  readonly advice: readonly string[];
  /** Whether it can mean only one field, under which the tolerated value then has it. */
  readonly isClear: boolean;
}

const ALIASES: { readonly [alias: string]: string } = {
  path: 'file_path',
  hash: 'file_hash',
  line_start: 'start',
  line_end: 'end',
  start_line: 'start',
  end_line: 'end',
  content: 'contents',
  old_string: 'old_text',
  new_string: 'new_text',
  oldText: 'old_text',
  newText: 'new_text',
};

/** Names that other servers use for a part of a file; they count differently, so they are not translated. */
const PAGING = ['offset', 'limit'];

/** The field that a key names, by its own name or by an alias of one that is not given besides. */
export function declaredName(key: string, all: JsonRecord, shape: Shape): string | undefined {
  if (hasField(shape.properties, key)) return key;
  const name = aliased(key);
  if (name === undefined || !hasField(shape.properties, name)) return undefined;
  const others = Object.keys(all).filter((other) => other !== key);
  return others.some((other) => other === name || aliased(other) === name) ? undefined : name;
}

/** The field that an undeclared key can only mean, if nothing else in the record names or means it. */
export function meantName(key: string, all: JsonRecord, shape: Shape): string | undefined {
  const name = nearestOf(key, shape);
  if (name === undefined) return undefined;
  const isTaken = Object.keys(all).some(
    (other) =>
      other !== key && (declaredName(other, all, shape) ?? nearestOf(other, shape)) === name,
  );
  return isTaken ? undefined : name;
}

/**
 * The record with the fields of a lone item put into its list, where the list itself is not given:
 * `{file_path}` becomes `{files: [{file_path}]}`.
 */
export function gathered(all: JsonRecord, shape: Shape, list: string): JsonRecord {
  const item = shape.properties?.[list]?.items;
  const keys = Object.keys(all).filter((key) => declaredName(key, all, shape) === undefined);
  const isGiven = Object.keys(all).some((key) => declaredName(key, all, shape) === list);
  if (item === undefined || isGiven) return all;
  if (!keys.some((key) => declaredName(key, all, item) !== undefined)) return all;
  const isOfItem = (key: string) =>
    keys.includes(key) &&
    (declaredName(key, all, item) !== undefined || nearestOf(key, item) !== undefined);
  const entries = Object.entries(all);
  return {
    ...Object.fromEntries(entries.filter(([key]) => !isOfItem(key))),
    [list]: [Object.fromEntries(entries.filter(([key]) => isOfItem(key)))],
  };
}

/** Says of a key that is not declared what may stand in its place. */
export function strayKey(
  key: string,
  {
    all,
    shape,
    where,
  }: { readonly all: JsonRecord; readonly shape: Shape; readonly where: string },
): Stray {
  const place = where === '' ? '' : ` in ${where}`;
  const meant = meantName(key, all, shape);
  const names = Object.keys(shape.properties ?? {}).join(', ');
  return {
    message: `${JSON.stringify(key)}${place} is not an argument`,
    advice: [...adviceFor(key, meant, shape), `Valid${place || ' here'}: ${names}.`],
    isClear: meant !== undefined,
  };
}

function adviceFor(key: string, meant: string | undefined, shape: Shape): readonly string[] {
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

function aliased(key: string): string | undefined {
  return hasField(ALIASES, key) ? ALIASES[key] : undefined;
}

function nearestOf(key: string, shape: Shape): string | undefined {
  return nearestName(key, Object.keys(shape.properties ?? {}));
}
