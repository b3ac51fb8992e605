import * as z from 'zod';

/**
 * What a schema allows, in the subset of JSON Schema that every client takes. Made from the zod schema
 * that also parses, so there is one source for both.
 */
export interface Shape {
  readonly type?: NonNullable<z.core.JSONSchema.BaseSchema['type']>;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly items?: Shape;
  readonly properties?: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
  /** A field that holds text of a file: what stands in it is never read as anything else. */
  readonly text?: true;
  /** A field that is told to clients only where this set of tools is on; it is taken in any case. */
  readonly set?: string;
  /** What an error says about the field, in a sentence. */
  readonly hint?: string;
  /** Items whose fields are described to clients where another tool has them. */
  readonly brief?: true;
}

type ServerOnly = 'text' | 'hint' | 'set' | 'brief';

/** A shape as clients see it. */
export type WireSchema = Omit<Shape, ServerOnly | 'items' | 'properties'> & {
  readonly items?: WireSchema;
  readonly properties?: { readonly [name: string]: WireSchema };
};

type JsonSchema = z.core.JSONSchema.BaseSchema | boolean;

const known = new WeakMap<z.ZodType, Shape>();

/** The shape of what a zod schema takes as input. */
export function shapeOf(schema: z.ZodType): Shape {
  const shape =
    known.get(schema) ?? pruned(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }));
  known.set(schema, shape);
  return shape;
}

/** The same without what only the server needs to know, and without fields for sets that are off. */
export function wireSchema(shape: Shape, sets: readonly string[]): WireSchema {
  const { text: _text, hint: _hint, set: _set, brief, items, properties, ...rest } = shape;
  const toWire = (inner: Shape) => wireSchema(inner, sets);
  return {
    ...rest,
    ...(items && { items: toWire(brief ? undescribed(items) : items) }),
    ...(properties && { properties: mapValues(told(properties, sets), toWire) }),
  };
}

function undescribed({ description: _description, properties, ...rest }: Shape): Shape {
  return { ...rest, ...(properties && { properties: mapValues(properties, undescribed) }) };
}

function told(
  properties: NonNullable<Shape['properties']>,
  sets: readonly string[],
): NonNullable<Shape['properties']> {
  const fields = Object.entries(properties);
  return Object.fromEntries(
    fields.filter(([, { set }]) => set === undefined || sets.includes(set)),
  );
}

function pruned(node: JsonSchema): Shape {
  if (typeof node === 'boolean') return {};
  const { items, properties } = node;
  return {
    ...(node.type && { type: node.type }),
    ...facts(node),
    ...(properties && { properties: mapValues(properties, pruned) }),
    ...(node.required && { required: node.required }),
    ...(items && !Array.isArray(items) && { items: pruned(items) }),
    ...ownFacts(node),
  };
}

function facts(node: Exclude<JsonSchema, boolean>): Shape {
  const { description, minimum, maximum, default: preset } = node;
  return {
    ...(description !== undefined && { description }),
    ...(node.enum && { enum: node.enum.filter((value) => typeof value === 'string') }),
    // zod adds the bounds of safe integers, which say nothing to a client.
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(isPlain(preset) && { default: preset }),
  };
}

/** What only we know of: JSON Schema has no words for it. */
function ownFacts({ text, hint, set, brief }: Exclude<JsonSchema, boolean>): Shape {
  return {
    ...(text === true && { text: true }),
    ...(typeof hint === 'string' && { hint }),
    ...(typeof set === 'string' && { set }),
    ...(brief === true && { brief: true }),
  };
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function mapValues<From, To>(
  record: { readonly [name: string]: From },
  change: (value: From) => To,
): { readonly [name: string]: To } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
