import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import * as z from 'zod';
import { meantName } from '../../../src/tools/arguments/names.js';
import { straysError } from '../../../src/tools/arguments/strays.js';
import { tolerate } from '../../../src/tools/arguments/tolerate.js';
import { text } from '../../../src/tools/schema.js';
import { shapeOf } from '../../../src/tools/shape.js';

const item = z.strictObject({
  start: z.int(),
  end: z.int().optional(),
  contents: text('New lines'),
  first_line: text('A line').optional(),
});
const shape = shapeOf(
  z.strictObject({
    file_path: z.string(),
    file_hash: z.string().optional(),
    patches: z.array(item),
    dry_run: z.boolean().optional(),
  }),
);

const noGuess = () => undefined;

/** The arguments as the schema takes them; that a key is left over is a fault of the test. */
function tolerated(args: unknown, lone?: string): unknown {
  const { value, strays } = tolerate(args, { shape, lone, guess: noGuess });
  expect(strays).toEqual([]);
  return value;
}

/** What is said of keys that are left over. */
function refusalOf(args: unknown, lone?: string, of = shape) {
  const { strays } = tolerate(args, { shape: of, lone, guess: meantName });
  return straysError(strays).details;
}

/** The arguments with misspelt keys corrected, or the keys that can mean nothing or several. */
function correctedOf(args: unknown, lone?: string): unknown {
  const { value, strays } = tolerate(args, { shape, lone, guess: meantName });
  const lost = strays.filter(({ taken }) => taken === undefined);
  return lost.length === 0 ? value : lost.map(({ key }) => key);
}

describe('null, also as a word, is a field left out', () => {
  test.each([null, 'null'])('%j for what may be left out', (nothing) => {
    expect(tolerated({ file_path: 'a', file_hash: nothing, dry_run: nothing })).toEqual({
      file_path: 'a',
    });
    expect(tolerated({ patches: [{ start: 1, end: nothing }] })).toEqual({
      patches: [{ start: 1 }],
    });
  });

  test('but not for a text, nor for what is needed', () => {
    const patches = [{ start: null, contents: null, first_line: 'null' }];
    expect(tolerated({ file_path: 'null', patches })).toEqual({ file_path: 'null', patches });
  });
});

describe('JSON text', () => {
  test('is read where a list or an object is declared, at every level', () => {
    const one = { start: 1, contents: 'x' };
    expect(tolerated({ patches: JSON.stringify([one]) })).toEqual({ patches: [one] });
    expect(tolerated({ patches: [JSON.stringify(one)] })).toEqual({ patches: [one] });
    expect(tolerated({ patches: ` ${JSON.stringify([JSON.stringify(one)])}` })).toEqual({
      patches: [one],
    });
  });

  test('that is broken stays, for the schema to refuse', () => {
    expect(tolerated({ patches: '[{"start": 1' })).toEqual({ patches: '[{"start": 1' });
  });

  test('is never read in a text', () => {
    fc.assert(
      fc.property(fc.json(), (contents) => {
        const patches = [{ start: 1, contents, first_line: contents }];
        expect(tolerated({ patches })).toEqual({ patches });
      }),
    );
  });
});

test('a lone item stands for a list of one', () => {
  expect(tolerated({ patches: { start: '3' } })).toEqual({ patches: [{ start: 3 }] });
});

test('digits are a number where one is declared, and nothing else is', () => {
  expect(tolerated({ file_path: '7', patches: [{ start: '12', contents: '34' }] })).toEqual({
    file_path: '7',
    patches: [{ start: 12, contents: '34' }],
  });
  for (const start of ['-1', '1.5', '', ' 1', '1e3', '0x10', 'l2']) {
    expect(tolerated({ patches: [{ start }] })).toEqual({ patches: [{ start }] });
  }
});

describe('other names of a field', () => {
  test.each([
    [
      { path: 'a', hash: 'h' },
      { file_path: 'a', file_hash: 'h' },
    ],
    [{ patches: [{ line_start: 1, line_end: 2 }] }, { patches: [{ start: 1, end: 2 }] }],
    [{ patches: [{ start_line: 1, end_line: '2' }] }, { patches: [{ start: 1, end: 2 }] }],
    [{ patches: [{ start: 1, content: 'x' }] }, { patches: [{ start: 1, contents: 'x' }] }],
  ])('%j', (args, expected) => {
    expect(tolerated(args)).toEqual(expected);
  });

  test('are refused beside the field itself', () => {
    const { what, hint } = refusalOf({ path: 'a', file_path: 'b' });
    expect(what).toBe('"path" is not an argument');
    expect(hint).toContain('path is another name of file_path: give one of them.');
    expect(correctedOf({ path: 'a', file_path: 'b' })).toEqual(['path']);
  });

  test('are no names where the field is not declared', () => {
    const other = shapeOf(z.strictObject({ path: z.string(), hash: z.string() }));
    const args = { path: 'a', hash: 'h' };
    expect(tolerate(args, { shape: other, guess: noGuess })).toEqual({
      value: args,
      strays: [],
    });
  });
});

describe('the fields of a lone item beside its list', () => {
  test('are put into it', () => {
    const args = { path: 'a', line_start: '1', end: null, content: 'x' };
    const patches = [{ start: 1, contents: 'x' }];
    expect(tolerated(args, 'patches')).toEqual({ file_path: 'a', patches });
  });

  test('also those that are misspelt', () => {
    const args = { start: 1, contnts: 'x' };
    expect(refusalOf(args, 'patches').what).toBe('"contnts" in patches[0] is not an argument');
    expect(correctedOf(args, 'patches')).toEqual({ patches: [{ start: 1, contents: 'x' }] });
  });

  test('are refused where the list is given too, or where no list takes them', () => {
    const args = { start: 1, patches: [{ start: 2 }] };
    expect(refusalOf(args, 'patches').what).toBe('"start" is not an argument');
    expect(refusalOf({ start: 1 }).hint).toMatch(/^start belongs in patches\./);
  });
});

describe('a key that is not declared', () => {
  test.each([
    [{ file_pth: 'a' }, { file_path: 'a' }],
    [{ filePath: 'a' }, { file_path: 'a' }],
    [{ patches: [{ strat: 1 }] }, { patches: [{ start: 1 }] }],
    [{ patchs: [{ Start: '1' }] }, { patches: [{ start: 1 }] }],
  ])('that can only mean one is told and can be corrected: %j', (args, corrected) => {
    expect(refusalOf(args).hint).toMatch(/^Did you mean "\w+"\? /);
    expect(correctedOf(args)).toEqual(corrected);
  });

  test.each([
    [{ patches: [{ old_contents: 'x' }] }, ['old_contents']],
    [{ patches: [{ contents: 'x', contnts: 'y' }] }, ['contnts']],
    [{ patches: [{ contnts: 'x', contets: 'y' }] }, ['contnts', 'contets']],
    [{ whatever: 1 }, ['whatever']],
    [{ constructor: 1 }, ['constructor']],
    [JSON.parse('{"__proto__": 1}') as unknown, ['__proto__']],
  ])('that can mean nothing or several is told and left alone: %j', (args, keys) => {
    expect(correctedOf(args)).toEqual(keys);
    expect(refusalOf(args).hint).toMatch(/^Valid (here|in patches\[0\]): .*, /);
  });

  test.each(['offset', 'limit'])('%s is answered with the right names', (key) => {
    expect(refusalOf({ [key]: 10 }).hint).toMatch(
      /^Lines are named by start and end in patches, counted from 1/,
    );
  });

  test('is one of the first few that are told', () => {
    const args = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`key${index}`, 1]));
    expect(refusalOf(args).what).toMatch(/"key4" is not an argument; 4 more like these$/);
  });
});

test('arguments in the declared form stay as they are', () => {
  const patch = fc.record(
    { start: fc.integer(), end: fc.integer(), contents: fc.string(), first_line: fc.string() },
    { requiredKeys: ['start', 'contents'] },
  );
  const call = fc.record(
    { file_path: fc.string(), dry_run: fc.boolean(), patches: fc.array(patch) },
    { requiredKeys: ['file_path', 'patches'] },
  );
  fc.assert(
    fc.property(call, (args) => {
      expect(tolerated(args, 'patches')).toEqual(args);
    }),
  );
});
