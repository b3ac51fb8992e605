import { describe, expect, test } from '@jest/globals';
import { instructionsFor } from '../../src/mcp/instructions.js';

const usual = instructionsFor({
  roots: ['/home/me/app', '/srv/shared'],
  readOnly: false,
  hasLines: true,
});

test('the first 500 characters say the whole protocol', () => {
  const beginning = usual.slice(0, 500);
  for (const word of [
    'get_text_file_contents',
    'file_hash',
    'range_hash',
    'sending these hashes back',
  ]) {
    expect(beginning).toContain(word);
  }
  expect(beginning).toMatch(/answer gives the new hashes/);
  expect(beginning).toMatch(
    /CONFLICT.*go on from the hashes and lines in that answer, or send its Retry/s,
  );
});

test('the roots are named, the first as that of relative paths', () => {
  expect(usual).toContain('Relative paths are relative to /home/me/app');
  expect(usual).toContain('/srv/shared');
});

test('it stays under 2 KB, by leaving out further roots', () => {
  const roots = Array.from({ length: 100 }, (_, n) => `/home/me/projects/ünïcode/${n}`);
  const text = instructionsFor({ roots, readOnly: false, hasLines: true });
  expect(Buffer.byteLength(text)).toBeLessThan(2048);
  expect(text).toContain(roots[0]);
});

describe('special cases', () => {
  test('a server that may not write speaks of no edit', () => {
    const text = instructionsFor({ roots: ['/a'], readOnly: true, hasLines: true });
    expect(text).toContain('read-only');
    expect(text).not.toMatch(/patch_text_file_contents|edit_text/);
  });

  test.each([true, false])(
    'without the tools of lines none of them is named (read-only: %s)',
    (readOnly) => {
      const text = instructionsFor({ roots: ['/a'], readOnly, hasLines: false });
      expect(text).not.toMatch(/[a-z]+_text_file/);
      expect(text).toContain('Relative paths are relative to /a');
      expect(text.includes('CONFLICT')).toBe(!readOnly);
    },
  );

  test('a server without a root says so', () => {
    expect(instructionsFor({ roots: [], readOnly: false, hasLines: true })).toContain('NO_ROOTS');
  });
});
