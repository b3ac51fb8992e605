import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replay } from '../support/client-transcript.js';
import { PROGRAM } from '../support/server-process.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const examples = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

describe.each(examples)('%s', (name) => {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');

  test('prints what it says', async () => {
    expect(await replay(text, PROGRAM)).toBe(text);
  });

  test('stands in the README', () => {
    expect(README).toContain(text.trimEnd());
  });
});
