import { describe, expect, test } from '@jest/globals';
import { asFilePath } from '../../src/core/path.js';
import { createOwnChanges } from '../../src/workspace/own-changes.js';
import type { OwnChangesOptions, Step } from '../../src/workspace/own-changes.js';
import { contentOf } from '../contract/steps.js';
import { named, snapshot } from '../support/versions.js';

const PATH = asFilePath('/root/a.txt');
const hash = (text: string) => snapshot(text).hash;

/** The step from one text to another, made as it was meant. */
function step(before: string, after: string, author = 'me'): Step {
  return { path: PATH, before: snapshot(before), after: contentOf(after), author };
}

function changes(steps: readonly Step[], options?: OwnChangesOptions) {
  const own = createOwnChanges(options);
  for (const one of steps) own.add([one]).confirm();
  return own;
}

/** How far it is between two texts by the steps of an author, or of all. */
function distance(steps: readonly Step[], from: string, to: string, author?: string) {
  const way = { from: named(from), to: hash(to), ...(author !== undefined && { author }) };
  return changes(steps).distance(PATH, way);
}

describe('the way from one version to another', () => {
  test.each<[string, readonly Step[], number | undefined]>([
    ['one step', [step('a', 'z')], 1],
    ['several, in whatever order they are known', [step('b', 'z'), step('a', 'b')], 2],
    ['the shortest', [step('a', 'b'), step('b', 'a'), step('a', 'z')], 1],
    ['in spite of loops', [step('a', 'b'), step('b', 'a'), step('b', 'z')], 2],
    ['none over a gap', [step('a', 'b'), step('c', 'z')], undefined],
    ['none back', [step('z', 'a')], undefined],
    ['none of others', [step('a', 'b'), step('b', 'z', 'other')], undefined],
  ])('%s', (_, steps, expected) => {
    expect(distance(steps, 'a', 'z', 'me')).toBe(expected);
  });

  test('of all is that of anybody', () => {
    expect(distance([step('a', 'b'), step('b', 'z', 'other')], 'a', 'z')).toBe(2);
  });

  test('is that of one file', () => {
    const elsewhere = { ...step('a', 'z'), path: asFilePath('/root/b.txt') };
    expect(distance([elsewhere], 'a', 'z')).toBeUndefined();
  });

  test('is found among very many', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => step(`${index}`, `${index + 1}`));
    const start = performance.now();
    expect(distance(steps, '0', '10000')).toBe(10_000);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('a version', () => {
  test('is known as it was left and as it was made', () => {
    const own = changes([step('a', 'b'), step('b', 'z')]);
    const texts = ['a', 'b', 'z', 'q'].map((text) => own.version(PATH, named(text))?.bytes);
    expect(texts.map(String)).toEqual(['a', 'b', 'z', 'undefined']);
    expect(own.version(PATH, named('z'))).toEqual(snapshot('z'));
    expect(own.version(asFilePath('/root/b.txt'), named('z'))).toBeUndefined();
  });
});

describe('what is taken out again', () => {
  test('was never there', () => {
    const own = createOwnChanges();
    own.add([step('a', 'b')]);
    const { takeBack } = own.add([step('b', 'z')]);
    takeBack();
    expect(own.distance(PATH, { from: named('a'), to: hash('z') })).toBeUndefined();
    expect(own.version(PATH, named('z'))).toBeUndefined();
    expect(own.version(PATH, named('a'))?.bytes.toString()).toBe('a');
  });
});

describe('the same change', () => {
  test('is known until the version that it means is there again', () => {
    const meant = { base: hash('a'), result: hash('b') };
    const isMade = (steps: readonly Step[], of = meant) => changes(steps).isMade(PATH, of);
    const made = [step('a', 'b'), step('b', 'c')];
    expect(isMade(made)).toBe(true);
    expect(isMade(made, { ...meant, result: hash('c') })).toBe(false);
    expect(isMade([...made, step('c', 'd')])).toBe(true);
    expect(isMade([...made, step('c', 'a')])).toBe(false);
    expect(isMade([...made, step('c', 'a'), step('a', 'z')])).toBe(false);
    expect(isMade([...made, step('c', 'a'), step('a', 'b')])).toBe(true);
    // Another program may have brought it back.
    expect(isMade([...made, step('a', 'z')])).toBe(false);
  });

  test('that takes back is not made because the same was taken back before', () => {
    const own = changes([step('a', 'b'), step('b', 'a'), step('a', 'b')]);
    expect(own.isMade(PATH, { base: hash('b'), result: hash('a') })).toBe(false);
  });

  test('is known by what it meant, not by what it came to', () => {
    const meant = { base: hash('a'), result: hash('a2') };
    const own = changes([step('a', 'b'), { ...step('b', 'b2'), meant }]);
    expect(own.isMade(PATH, meant)).toBe(true);
  });
});

test('what is taken in is hashed when it is asked for, and not before', () => {
  let asked = 0;
  const after = {
    ...contentOf('b'),
    get hash() {
      asked += 1;
      return hash('b');
    },
  };
  const own = createOwnChanges();
  const { confirm } = own.add([{ path: PATH, before: snapshot('a'), after, author: 'me' }]);
  expect(asked).toBe(0);
  confirm();
  expect(own.distance(PATH, { from: named('a'), to: hash('b') })).toBe(1);
  expect(asked).toBeGreaterThan(0);
});

describe('room', () => {
  test('is made by forgetting versions, the oldest first', () => {
    const own = changes([step('aaaa', 'b'), step('bbbb', 'c'), step('cc', 'd')], {
      maxSteps: 10,
      maxBytes: 8,
    });
    const kept = ['aaaa', 'bbbb', 'cc'].map((text) => own.version(PATH, named(text)) !== undefined);
    expect(kept).toEqual([false, true, true]);
    expect(own.distance(PATH, { from: named('aaaa'), to: hash('b') })).toBe(1);
  });

  test('is not made for a version that is larger than all of it', () => {
    const own = changes([step('aaaa', 'b')], { maxSteps: 10, maxBytes: 3 });
    expect(own.version(PATH, named('aaaa'))).toBeUndefined();
  });

  test('is made by forgetting steps', () => {
    const own = changes([step('a', 'b'), step('b', 'c'), step('c', 'd')], {
      maxSteps: 2,
      maxBytes: 100,
    });
    expect(own.distance(PATH, { from: named('a'), to: hash('d') })).toBeUndefined();
    expect(own.distance(PATH, { from: named('b'), to: hash('d') })).toBe(2);
  });
});
