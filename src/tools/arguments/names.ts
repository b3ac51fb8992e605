import { hasField } from './record.js';
import type { JsonRecord } from './record.js';
import type { Shape } from '../shape.js';
import { nearestName } from '../../core/messages/spelling.js';

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

/** The field that a key names, by its own name or by an alias of one that is not given besides. */
export function declaredName(key: string, all: JsonRecord, shape: Shape): string | undefined {
  if (hasField(shape.properties, key)) return key;
  const name = aliased(key);
  if (name === undefined || !hasField(shape.properties, name)) return undefined;
  const others = Object.keys(all).filter((other) => other !== key);
  return others.some((other) => other === name || aliased(other) === name) ? undefined : name;
}

/** The field that an undeclared key can only mean: nothing else in the record names or means it. */
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

/** The field that the key is another name of. */
export function aliased(key: string): string | undefined {
  return hasField(ALIASES, key) ? ALIASES[key] : undefined;
}

function nearestOf(key: string, shape: Shape): string | undefined {
  const nearest = nearestName(key, Object.keys(shape.properties ?? {}));
  if (nearest !== undefined) return nearest;
  const snake = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const name = aliased(snake);
  return name !== undefined && hasField(shape.properties, name) ? name : undefined;
}
