import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { text } from '../../src/tools/schema.js';
import { shapeOf, wireSchema } from '../../src/tools/shape.js';

const schema = z.strictObject({
  name: z.string().min(1).describe('A name'),
  count: z.int().meta({ minimum: 1 }).optional(),
  kind: z.enum(['a', 'b']).optional(),
  hash: z
    .string()
    .transform((digits) => digits.length)
    .meta({ hint: 'Read it.' }),
  parts: z.array(z.strictObject({ contents: text('New lines') })).min(1),
});

test('a shape has what the schema says, in the subset', () => {
  expect(shapeOf(schema)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'A name' },
      count: { type: 'integer', minimum: 1 },
      kind: { type: 'string', enum: ['a', 'b'] },
      hash: { type: 'string', hint: 'Read it.' },
      parts: {
        type: 'array',
        items: {
          type: 'object',
          properties: { contents: { type: 'string', description: 'New lines', text: true } },
          required: ['contents'],
        },
      },
    },
    required: ['name', 'hash', 'parts'],
  });
});

test('what only the server needs to know is not on the wire', () => {
  const wire = JSON.stringify(wireSchema(shapeOf(schema), ['lines']));
  expect(wire).not.toMatch(/"text"|"hint"|additionalProperties|\$schema|minItems|minLength/);
  expect(wireSchema(shapeOf(schema), ['lines']).properties?.['hash']).toEqual({ type: 'string' });
});

test('fields that another tool describes are named only', () => {
  const item = z.strictObject({ contents: text('New lines'), start: z.int().describe('A line') });
  const brief = z.strictObject({ parts: z.array(item).meta({ brief: true, description: 'As' }) });
  expect(wireSchema(shapeOf(brief), ['lines']).properties?.['parts']).toEqual({
    type: 'array',
    description: 'As',
    items: {
      type: 'object',
      properties: { contents: { type: 'string' }, start: { type: 'integer' } },
      required: ['contents', 'start'],
    },
  });
});
