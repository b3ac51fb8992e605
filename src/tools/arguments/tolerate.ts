import { declaredName, gathered } from './names.js';
import { isRecord } from './record.js';
import type { JsonRecord } from './record.js';
import type { Stray } from './strays.js';
import type { Shape } from '../shape.js';

/** What arguments are held against. */
export interface Declared {
  readonly shape: Shape;
  /** The list whose only item may be given by its fields. */
  readonly lone?: string | undefined;
  /** The field that an undeclared key is taken for. */
  readonly guess: Guess;
}

type Guess = (key: string, all: JsonRecord, shape: Shape) => string | undefined;

/** Arguments in the form that the schema declares, as far as they can be brought into it. */
export interface Tolerated {
  readonly value: unknown;
  /** Keys that are not declared, at every level; those of no guess are left out of the value. */
  readonly strays: readonly Stray[];
}

/**
 * Takes what models send for what they mean where that is certain: other names of a field, `null` for one
 * that may be left out, JSON text for a list or an object, a lone item for a list of one, digits for a
 * number, and the fields of a lone item beside its list. Text fields are left alone.
 */
export function tolerate(args: unknown, { shape, lone, guess }: Declared): Tolerated {
  const whole = lone !== undefined && isRecord(args) ? gathered(args, shape, lone) : args;
  return adapt(whole, { shape, where: '', guess });
}

/** A place in the arguments. */
interface Place {
  readonly shape: Shape;
  readonly where: string;
  readonly guess: Guess;
}

function adapt(value: unknown, place: Place): Tolerated {
  const { shape } = place;
  if (shape.type === 'object') return adaptFields(parsed(value), place);
  if (shape.type === 'array') return adaptItems(parsed(value), place);
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

function adaptItems(value: unknown, { shape, where, guess }: Place): Tolerated {
  const { items: itemShape } = shape;
  const isLone = isRecord(value) || (typeof value === 'string' && itemShape?.type === 'string');
  const items: unknown = isLone ? [value] : value;
  if (!Array.isArray(items) || itemShape === undefined) return plain(value);
  const adapted = items.map((item, index) =>
    adapt(item, { shape: itemShape, where: `${where}[${index}]`, guess }),
  );
  return {
    value: adapted.map((item) => item.value),
    strays: adapted.flatMap(({ strays }) => strays),
  };
}

function adaptFields(value: unknown, place: Place): Tolerated {
  if (!isRecord(value)) return plain(value);
  const fields = Object.keys(value).map((key) => adaptField(key, value, place));
  return {
    value: Object.fromEntries(fields.flatMap(({ entry }) => (entry ? [entry] : []))),
    strays: fields.flatMap(({ strays }) => strays),
  };
}

interface AdaptedField {
  /** None for a key that is taken for no field, and for a field that counts as left out. */
  readonly entry?: readonly [string, unknown];
  readonly strays: readonly Stray[];
}

function adaptField(key: string, all: JsonRecord, { shape, where, guess }: Place): AdaptedField {
  const declared = declaredName(key, all, shape);
  const name = declared ?? guess(key, all, shape);
  const own = declared === undefined ? [{ key, all, shape, where, taken: name }] : [];
  const field = name === undefined ? undefined : shape.properties?.[name];
  if (name === undefined || field === undefined) return { strays: own };
  if (isLeftOut(all[key], name, shape)) return { strays: own };
  const inner = { shape: field, where: where === '' ? name : `${where}.${name}`, guess };
  const { value, strays } = adapt(all[key], inner);
  return { entry: [name, value], strays: [...own, ...strays] };
}

/** `null`, also as a word, stands for an optional field that is left out, but never for a text. */
function isLeftOut(content: unknown, name: string, shape: Shape): boolean {
  const isOptional = shape.required?.includes(name) !== true;
  const isText = shape.properties?.[name]?.text === true;
  return isOptional && !isText && (content === null || content === 'null');
}
