import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replay } from '../support/client-transcript.js';
import { PROGRAM } from '../support/server-process.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const pages = ['README.md', 'docs/examples.md'].map((page) =>
  readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'),
);
const examples = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

describe.each(examples)('%s', (name) => {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');

  test('prints what it says', async () => {
    expect(await replay(text, PROGRAM)).toBe(text);
  });

  test('stands on one page', () => {
    expect(pages.filter((page) => page.includes(text.trimEnd()))).toHaveLength(1);
  });
});
