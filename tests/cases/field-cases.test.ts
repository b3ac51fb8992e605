import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { playCase } from '../support/field-case.js';
import type { FieldCase } from '../support/field-case.js';
import { isRoot, testWith } from '../support/needs.js';

const here = fileURLToPath(new URL('fixtures/', import.meta.url));
const kinds = readdirSync(here).map((name) => name.replace(/\.json$/, ''));

describe.each(kinds)('%s', (kind) => {
  const cases = JSON.parse(readFileSync(`${here}${kind}.json`, 'utf8')) as readonly FieldCase[];
  for (const played of cases) {
    const isOffered = played.needs !== 'not root' || !isRoot;
    testWith(isOffered, `${played.id} needs a user who is ${played.needs}`)(
      `${played.id}: ${played.title}`,
      () => playCase(played),
    );
  }
});
