import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fc } from '../support/fast-check.js';
import { createLineJoiner } from '../../src/mcp/framing.js';

/** What comes out, chunk by chunk, when `text` comes in cut before the given offsets. */
async function join(
  text: string,
  cuts: readonly number[],
  limit = 1000,
): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  const edges = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  const chunks = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
  const out: string[] = [];
  const joiner = createLineJoiner(limit);
  joiner.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  await pipeline(Readable.from(chunks.filter(({ length }) => length > 0)), joiner);
  return out;
}

const cuts = fc.array(fc.nat(), { maxLength: 8 });

test('whatever the cuts, every chunk is whole lines and nothing is lost', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '\r', '{', '"') });
  const lines = fc
    .array(line, { minLength: 1, maxLength: 6 })
    .map((parts) => `${parts.join('\n')}\n`);
  await fc.assert(
    fc.asyncProperty(lines, cuts, async (text, at) => {
      const out = await join(text, at);
      expect(out.join('')).toBe(text);
      expect(out.filter((chunk) => !chunk.endsWith('\n'))).toEqual([]);
    }),
  );
});

test('a last line gets the line feed that it lacks', async () => {
  expect((await join('a\nb', [1])).join('')).toBe('a\nb\n');
});

test('a line may be as long as the limit', async () => {
  expect((await join('12345\n12345\n', [3, 9], 5)).join('')).toBe('12345\n12345\n');
});

test('a longer one ends it, before its end is seen', async () => {
  await expect(join('12345\n123456', [3, 9], 5)).rejects.toThrow('over 5 bytes (--max-message)');
});
