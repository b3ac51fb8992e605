import { describe, expect, test } from '@jest/globals';
import { createGrammars } from '../../../src/workspace/outline/grammar.js';
import { languageOf } from '../../../src/workspace/outline/languages.js';
import { CPP, GO, JAVA, PYTHON, RUST, TYPESCRIPT } from './samples.js';

const grammars = createGrammars();

/** Declarations of a text in the language of the ending, as `KIND NAME first-last`, by place. */
async function declared(ending: string, text: string): Promise<readonly string[]> {
  const reader = languageOf(`x.${ending}`)?.reader;
  if (reader === undefined || !('grammar' in reader)) throw new Error(`no grammar for ${ending}`);
  const grammar = await grammars.load(reader.grammar, reader.query);
  const found = grammar.declarations(text) ?? [];
  return found
    .toSorted((a, b) => a.range.start - b.range.start || b.range.end - a.range.end)
    .map(({ kind, name, range }) => `${kind} ${name} ${range.start}-${range.end - 1}`);
}

describe.each([
  [
    'ts',
    TYPESCRIPT,
    [
      'variable LIMIT 2-2',
      'class Pool 3-13',
      'method constructor 5-7',
      'method get 8-11',
      'function local 9-9',
      'method run 12-12',
      'function main 14-14',
      'interface Shape 15-15',
      'method area 15-15',
      'type Id 16-16',
      'enum Colour 17-17',
      'namespace Inner 18-18',
      'function f 18-18',
      'function g 19-19',
      'class B 20-20',
      'method h 20-20',
      'function f 21-22',
      'variable k 21-22',
    ],
  ],
  [
    'py',
    PYTHON,
    [
      'variable MAX 2-2',
      'class Pool 4-12',
      'function get 6-9',
      'function inner 7-8',
      'function size 11-12',
      'function main 14-15',
    ],
  ],
  [
    'go',
    GO,
    [
      'constant A 3-3',
      'constant B 5-5',
      'constant C 6-6',
      'variable D 9-9',
      'struct Pool 11-13',
      'interface Shape 14-14',
      'type ID 15-15',
      'method Pool.Get 17-19',
      'function main 21-21',
    ],
  ],
  [
    'rs',
    RUST,
    [
      'module inner 1-1',
      'function f 1-1',
      'struct Pool 2-4',
      'enum Colour 5-5',
      'trait Shape 6-6',
      'function area 6-6',
      'impl Pool<T> 7-11',
      'function get 8-10',
      'impl Shape for Pool<T> 12-12',
      'function area 12-12',
      'constant A 13-13',
      'macro m 14-14',
    ],
  ],
  [
    'java',
    JAVA,
    [
      'class Pool 2-12',
      'constructor Pool 5-5',
      'method get 6-9',
      'interface Inner 10-10',
      'method f 10-10',
      'enum Colour 11-11',
      'class Point 13-13',
    ],
  ],
  [
    'hpp',
    CPP,
    [
      'macro MAX 2-2',
      'macro LIMIT 3-3',
      'namespace pool 4-17',
      'class Pool 5-11',
      'function Pool 8-8',
      'function get 9-9',
      'method run 10-10',
      'struct Point 12-12',
      'enum Colour 13-13',
      'type Id 14-14',
      'function Pool<int>::size 15-15',
      'function name 16-16',
      'type Old 18-18',
    ],
  ],
])('%s', (ending, text, expected) => {
  test('declarations have their lines', async () => {
    expect(await declared(ending, text)).toEqual(expected);
  });

  test('text that breaks off anywhere is read as far as it goes', async () => {
    const lines = text.split('\n');
    for (let count = 0; count < lines.length; count += 1) {
      await expect(declared(ending, lines.slice(0, count).join('\n'))).resolves.toBeDefined();
    }
  });
});

describe('half-way through an edit', () => {
  test.each([
    ['ts', 'function a() {\n  if (x {\n}\n\nfunction b() {\n  return 1;\n}\n', 'function b 5-7'],
    ['py', 'def a(:\n    pass\n\ndef b():\n    return 1\n', 'function b 4-5'],
    ['go', 'package a\n\nfunc a( {\n}\n\nfunc b() {\n}\n', 'function b 6-7'],
    ['rs', 'fn a( {\n}\n\nfn b() {\n}\n', 'function b 4-5'],
    ['java', 'class A {\n  void a( {\n  }\n  void b() {\n  }\n}\n', 'method b 4-5'],
    ['c', 'int a(void) {\n  x = ;\n  if (\n}\n\nint b(void) {\n}\n', 'function b 6-7'],
  ])('%s: what is whole is found: %#', async (ending, text, expected) => {
    expect(await declared(ending, text)).toContain(expected);
  });

  test('markup in JavaScript and TypeScript is no hindrance', async () => {
    const text = 'export function App() {\n  return <A b={1}>x</A>;\n}\nclass B {}\n';
    const expected = ['function App 1-3', 'class B 4-4'];
    expect(await declared('jsx', text)).toEqual(expected);
    expect(await declared('tsx', text)).toEqual(expected);
  });
});

test('what would take for ever is given up', async () => {
  const started = performance.now();
  await declared('ts', '(a<'.repeat(100_000));
  await declared('cpp', '{[('.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(12_000);
});
