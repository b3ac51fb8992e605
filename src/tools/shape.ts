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
  /** What an error says about the field, in a sentence. */
  readonly hint?: string;
}

/** A shape as clients see it. */
export type WireSchema = Omit<Shape, 'text' | 'hint' | 'items' | 'properties'> & {
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

/** The same without what only the server needs to know. */
export function wireSchema(shape: Shape): WireSchema {
  const { text: _text, hint: _hint, items, properties, ...rest } = shape;
  return {
    ...rest,
    ...(items && { items: wireSchema(items) }),
    ...(properties && { properties: mapValues(properties, wireSchema) }),
  };
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
    ...(node['text'] === true && { text: true }),
    ...(typeof node['hint'] === 'string' && { hint: node['hint'] }),
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

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function mapValues<From, To>(
  record: { readonly [name: string]: From },
  change: (value: From) => To,
): { readonly [name: string]: To } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
