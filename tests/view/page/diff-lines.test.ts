import { expect, test } from '@jest/globals';
import { countLines, diffLines } from '../../../src/view/page/diff-lines.js';

const DIFF = '@@ -1,2 +1,3 @@\n one\n-two\n+2\n+--- three\n\\ No newline at end of file\n';

test('each line is told by its first character', () => {
  const lines = diffLines(DIFF);
  expect(lines.map(({ kind }) => kind)).toEqual([
    'place',
    'context',
    'remove',
    'add',
    'add',
    'context',
  ]);
  expect(`${lines.map(({ text }) => text).join('\n')}\n`).toBe(DIFF);
  expect(countLines(lines)).toEqual({ added: 2, removed: 1 });
});

test('an empty diff has no lines', () => {
  expect(diffLines('')).toEqual([]);
});
