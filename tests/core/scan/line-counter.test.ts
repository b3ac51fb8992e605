import { expect, test } from '@jest/globals';
import { createCapture } from '../../../src/core/scan/capture.js';
import { resolveEncoding } from '../../../src/core/text/encoding.js';
import { createLineCounter } from '../../../src/core/scan/line-counter.js';

const encoding = resolveEncoding('utf-8', Buffer.alloc(0));

function counterOf(chunks: readonly string[], wanted: readonly number[] = []) {
  const ranges = wanted.map((line) => ({ start: line, end: line + 1 }));
  const capture = createCapture({ ranges, keepLineBytes: 100, keepRangeBytes: 100 });
  const counter = createLineCounter(capture);
  for (const chunk of chunks) counter.push(Buffer.from(chunk), encoding);
  return { counter, capture };
}

test.each([
  [[''], 0, 'none', true],
  [['a'], 1, 'none', false],
  [['a\n', '\nb\n'], 3, 'lf', true],
  [['a\r', '\nb'], 2, 'crlf', false],
  [['a\r', 'b\r'], 2, 'cr', true],
  [['a\n', 'b\r\n'], 2, 'mixed', true],
])('the lines of %j', (chunks, totalLines, newline, finalNewline) => {
  const { counter } = counterOf(chunks);
  expect(counter.finish(encoding)).toEqual({ totalLines, newline, finalNewline });
});

test('lines that nobody wants are counted, and the wanted ones are found among them', () => {
  const { counter, capture } = counterOf(['one\ntwo\nth', 'ree\nfour\n', 'five\nsix'], [3, 6]);
  expect(counter.finish(encoding).totalLines).toBe(6);
  const kept = capture.finish();
  expect(kept.map(({ lines }) => lines[0]?.bytes.toString())).toEqual(['three\n', 'six']);
  expect(kept.map(({ offset }) => offset)).toEqual([8, 24]);
});

test('it notes where lines begin, more often near the beginning, and goes on from there', () => {
  const text = 'a line of 20 bytes.\n'.repeat(200_000);
  const chunks = Array.from({ length: 40 }, (_, index) =>
    text.slice(index * 1e5, (index + 1) * 1e5),
  );
  const { counter } = counterOf(chunks);
  const gaps = counter.starts.map(({ offset }, index) => ({
    isFirst: offset <= 2 ** 20,
    bytes: offset - (counter.starts[index - 1]?.offset ?? 0),
  }));
  const largest = (isFirst: boolean) =>
    Math.max(...gaps.filter((gap) => gap.isFirst === isFirst).map(({ bytes }) => bytes));
  expect(largest(true)).toBeLessThan(2 ** 14);
  expect(largest(false)).toBeLessThan(2 ** 18);
  expect(counter.starts.length).toBeLessThan(2 ** 8 + 2 ** 6);
  expect(counter.starts.filter(({ line, offset }) => offset !== (line - 1) * 20)).toEqual([]);

  const [, second] = counter.starts;
  if (second === undefined) throw new Error('there is a second one');
  const { counter: other, capture } = counterOf([], [second.line + 1]);
  other.seek(second);
  expect(other.line).toBe(second.line);
  other.push(Buffer.from('first\nsecond\n'), encoding);
  expect(capture.finish()[0]).toMatchObject({ offset: second.offset + 6 });
});
