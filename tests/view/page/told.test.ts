import { describe, expect, test } from '@jest/globals';
import { readDiffs, readEvents, readReason, readUndone } from '../../../src/view/page/told.js';

test('events are read, and what is none is left out', () => {
  expect(readEvents('[{"kind":"writes","writes":[]},null,1,{}]')).toEqual([
    { kind: 'writes', writes: [] },
  ]);
  expect(readEvents('{}')).toEqual([]);
  expect(() => readEvents('[')).toThrow(SyntaxError);
});

test('diffs are read', () => {
  const files = [{ file_path: 'a', diff: '+x' }, { file_path: 'b' }];
  expect(readDiffs({ files: [...files, {}] })).toEqual(files);
  expect(readDiffs({ error: { message: 'gone' } })).toBeUndefined();
});

describe('the answer of an undo', () => {
  test.each([
    ['that was done', { result: { content: [{ text: 'OK' }] } }, { isDone: true, text: 'OK' }],
    [
      'that was refused',
      { result: { isError: true, content: [{ text: 'ERROR' }, {}, { text: 'more' }] } },
      { isDone: false, text: 'ERROR\nmore' },
    ],
    ['that the server did not take', { error: { message: 'no' } }, { isDone: false, text: 'no' }],
    ['that is none', undefined, { isDone: false, text: 'No answer.' }],
  ])('%s', (_, answer, expected) => {
    expect(readUndone(answer)).toEqual(expected);
  });
});

test('a reason is read where there is one', () => {
  expect(readReason({ error: { message: 'too many' } })).toBe('too many');
  expect(readReason({ error: 'x' })).toBeUndefined();
  expect(readReason('')).toBeUndefined();
});
