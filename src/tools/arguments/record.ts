import type { Json } from '../tool.js';

/** An object with fields, as JSON has them. */
export interface JsonRecord {
  readonly [key: string]: unknown;
}

/** Whether the value is an object with fields and not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the record itself has the field; names that every object knows, such as `constructor`, do not count. */
export function hasField(record: object | undefined, name: string): boolean {
  return record !== undefined && Object.hasOwn(record, name);
}

/** The items, if the value is a list of records. */
export function recordsOf(value: unknown): readonly JsonRecord[] | undefined {
  return Array.isArray(value) && value.every(isRecord) ? value : undefined;
}

/** A value that came out of JSON as such, without the fields that hold none. */
export function asJson(value: unknown): Json | undefined {
  if (Array.isArray(value)) return value.map(asJson).filter((item) => item !== undefined);
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, asJson(field)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
