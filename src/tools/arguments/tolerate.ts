import { declaredName, gathered, meantName, strayKey } from './names.js';
import type { Stray } from './names.js';
import { isRecord } from './record.js';
import type { JsonRecord } from './record.js';
import type { Shape } from '../shape.js';

/** Arguments in the form that the schema declares, as far as they can be brought into it. */
export interface Tolerated {
  readonly value: unknown;
  /** Keys that no schema declares, at every level. */
  readonly strays: readonly Stray[];
}

/**
 * Takes what models send for what they mean where that is certain: other names of a field, `null` for one
 * that may be left out, JSON text for a list or an object, a lone item for a list of one, digits for a
 * number, and the fields of a lone item of the list `lone` beside it. Text fields are left alone.
 */
export function tolerate(args: unknown, shape: Shape, lone?: string): Tolerated {
  const whole = lone !== undefined && isRecord(args) ? gathered(args, shape, lone) : args;
  return adapt(whole, shape, '');
}

function adapt(value: unknown, shape: Shape, where: string): Tolerated {
  if (shape.type === 'object') return adaptFields(parsed(value), shape, where);
  if (shape.type === 'array') return adaptItems(parsed(value), shape, where);
  const isDigits = typeof value === 'string' && /^\d+$/.test(value);
  return plain(shape.type === 'integer' && isDigits ? Number(value) : value);
}

function plain(value: unknown): Tolerated {
  return { value, strays: [] };
}

/** What JSON text of a list or an object holds; any other value as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    const content: unknown = JSON.parse(value);
    return content;
  } catch {
    return value;
  }
}

function adaptItems(value: unknown, shape: Shape, where: string): Tolerated {
  const items: unknown = isRecord(value) ? [value] : value;
  const { items: itemShape } = shape;
  if (!Array.isArray(items) || itemShape === undefined) return plain(value);
  const adapted = items.map((item, index) => adapt(item, itemShape, `${where}[${index}]`));
  return {
    value: adapted.map((item) => item.value),
    strays: adapted.flatMap(({ strays }) => strays),
  };
}

function adaptFields(value: unknown, shape: Shape, where: string): Tolerated {
  if (!isRecord(value)) return plain(value);
  const fields = Object.keys(value).map((key) => adaptField(key, { all: value, shape, where }));
  return {
    value: Object.fromEntries(fields.flatMap(({ entry }) => (entry ? [entry] : []))),
    strays: fields.flatMap(({ strays }) => strays),
  };
}

interface Owner {
  readonly all: JsonRecord;
  readonly shape: Shape;
  readonly where: string;
}

interface AdaptedField {
  readonly entry?: readonly [string, unknown];
  readonly strays: readonly Stray[];
}

function adaptField(key: string, { all, shape, where }: Owner): AdaptedField {
  const declared = declaredName(key, all, shape);
  const strays = declared === undefined ? [strayKey(key, { all, shape, where })] : [];
  const name = declared ?? meantName(key, all, shape);
  const field = name === undefined ? undefined : shape.properties?.[name];
  if (name === undefined || field === undefined) return { strays };
  if (isLeftOut(all[key], name, shape)) return { strays };
  const adapted = adapt(all[key], field, where === '' ? name : `${where}.${name}`);
  return { entry: [name, adapted.value], strays: [...strays, ...adapted.strays] };
}

/** `null`, also as a word, stands for an optional field that is left out, but never for a text. */
function isLeftOut(content: unknown, name: string, shape: Shape): boolean {
  const isOptional = shape.required?.includes(name) !== true;
  const isText = shape.properties?.[name]?.text === true;
  return isOptional && !isText && (content === null || content === 'null');
}
