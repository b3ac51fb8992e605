import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { tools } from '../../src/tools/index.js';

const source = fileURLToPath(new URL('../../src/tools/', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

/** Files of the folder that are no tools. */
const MACHINERY = [
  'call.ts',
  'index.ts',
  'list.ts',
  'schema.ts',
  'shape.ts',
  'spelling.ts',
  'tool.ts',
];

const fileNames = tools.map(({ name }) => name.replaceAll('_', '-'));

test('every file of a tool is in the registry, under its own name', () => {
  const files = readdirSync(source).filter((file) => file.endsWith('.ts'));
  const expected = files.filter((file) => !MACHINERY.includes(file));
  expect(fileNames.map((name) => `${name}.ts`).toSorted()).toEqual(expected.toSorted());
});

test.each(fileNames)('%s has a test and a snapshot of what clients see', (name) => {
  expect(existsSync(`${here}${name}.test.ts`)).toBe(true);
  expect(existsSync(`${here}__snapshots__/${name}.test.ts.snap`)).toBe(true);
});
