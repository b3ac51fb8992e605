import { describe, expect, test } from '@jest/globals';
import { listTools, toolNames } from '../../src/tools/index.js';
import type { WireTool } from '../../src/tools/list.js';
import type { WireSchema } from '../../src/tools/shape.js';
import type { Offer } from '../../src/tools/tool.js';

const lines = { sets: ['lines'] as const, readOnly: false, structured: false };
const all = listTools(lines);

const KEYWORDS = [
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'description',
  'minimum',
  'maximum',
  'default',
];
const TYPES = ['object', 'array', 'string', 'integer', 'boolean'];

/** A schema and all schemas inside it. */
function nested(schema: WireSchema): readonly WireSchema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...inner.flatMap(nested)];
}

function schemasOf({ inputSchema, outputSchema }: WireTool): readonly WireSchema[] {
  return [inputSchema, ...(outputSchema ? [outputSchema] : [])].flatMap(nested);
}

describe.each(listTools({ ...lines, structured: true }).map((tool) => [tool.name, tool] as const))(
  '%s',
  (name, tool) => {
    test('has schemas in the subset that every client takes', () => {
      for (const schema of schemasOf(tool)) {
        expect(KEYWORDS).toEqual(expect.arrayContaining(Object.keys(schema)));
        expect(TYPES).toContain(schema.type);
        expect(schema.type === 'array').toBe(schema.items !== undefined);
        for (const required of schema.required ?? []) {
          expect(Object.keys(schema.properties ?? {})).toContain(required);
        }
      }
    });

    test('has a name, a title and a description of the right size', () => {
      expect(name).toMatch(/^[a-z][a-z_]{2,24}$/);
      expect(tool.title).not.toBe('');
      expect(tool.description.length).toBeLessThanOrEqual(350);
      expect(tool.description).toMatch(/\bRefuses\b|Changes nothing/);
    });

    test('has all four hints', () => {
      const { annotations } = tool;
      expect(annotations.openWorldHint).toBe(false);
      expect(annotations.idempotentHint).toBe(annotations.readOnlyHint);
      expect(annotations.destructiveHint).toBe(
        !annotations.readOnlyHint && name !== 'create_text_file',
      );
    });

    test('says how much a read may return', () => {
      const size = tool._meta?.['anthropic/maxResultSizeChars'];
      expect(size).toBe(tool.annotations.readOnlyHint ? 500_000 : undefined);
    });
  },
);

test('the set of the line tools takes at most 8,000 bytes', () => {
  expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThanOrEqual(8000);
});

test('tools that read come first, always in the same order', () => {
  const reads = all.map(({ annotations }) => annotations.readOnlyHint);
  expect(reads).toEqual(reads.toSorted((a, b) => Number(b) - Number(a)));
  expect(listTools(lines)).toEqual(all);
});

test('nothing is advertised that is not there', () => {
  expect(JSON.stringify(all)).not.toMatch(
    /before_text|replace_text|apply_patch|undo_edit|get_history/,
  );
});

test('a field for a set is told only where that is on', () => {
  const insert = (sets: Offer['sets']) =>
    listTools({ ...lines, sets }).find(({ name }) => name === 'insert_text_file_contents');
  const fields = (sets: Offer['sets']) => Object.keys(insert(sets)?.inputSchema.properties ?? {});
  const near = ['before_text', 'after_text'];
  expect(fields(['lines', 'text'])).toEqual(expect.arrayContaining(near));
  expect(fields(['lines']).filter((field) => near.includes(field))).toEqual([]);
});

test('all sets take at most 12,000 bytes', () => {
  const tools = listTools({ ...lines, sets: ['lines', 'search', 'text', 'history'] });
  // As a message: the answer is around the list.
  const answer = { jsonrpc: '2.0', id: 1000, result: { tools } };
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(12_000);
});

test('a server that only reads offers only tools that do', () => {
  const names = listTools({ ...lines, readOnly: true }).map(({ name }) => name);
  expect(names).toEqual(['get_text_file_contents']);
});

test('a set that is off is not offered', () => {
  expect(listTools({ ...lines, sets: [] })).toEqual([]);
  expect(toolNames(['lines'])).toEqual(all.map(({ name }) => name));
});

test('results have a schema only where they come as objects, and then nothing in it is required', () => {
  expect(all.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
  for (const { outputSchema } of listTools({ ...lines, structured: true })) {
    expect(outputSchema).toMatchObject({ type: 'object' });
    expect(outputSchema?.required).toBeUndefined();
  }
});
