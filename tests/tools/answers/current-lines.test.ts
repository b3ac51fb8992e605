import { expect, test } from '@jest/globals';
import { inclusive } from '../../../src/core/range.js';
import { showCurrent } from '../../../src/tools/answers/current-lines.js';

const conflict = {
  path: 'a.txt',
  kind: 'range_hash',
  expected: '0',
  range: inclusive(3, 5),
} as const;

test('lines have the numbers of their place', () => {
  const current = Buffer.from('a\nb\r\nc');
  expect(showCurrent({ ...conflict, current }, 100, 100)).toEqual({
    lines: ['3\ta', '4\tb', '5\tc'],
    content: 'a\nb\r\nc',
  });
});

test('those for which there is no room are counted', () => {
  const current = Buffer.from('a\nb\nc\n');
  expect(showCurrent({ ...conflict, current }, 100, 4)).toEqual({
    lines: ['3\ta', '… 2 lines more'],
    content: 'a\n',
  });
});

test('a line that is not text, and one that is too long, do not hide the others', () => {
  const current = Buffer.from('caf\xe9\nlonglong\nc\n', 'latin1');
  const { lines, content } = showCurrent({ ...conflict, current }, 4, 100);
  expect(lines).toEqual(['3\t[not utf-8]', '4\tlong… [cropped: this line has 9 bytes]', '5\tc']);
  expect(content).toBe('\uFFFD\nlong\nc\n');
});

test('where no lines are, none are shown', () => {
  expect(showCurrent(conflict, 100, 100)).toEqual({ lines: [], content: '' });
});
