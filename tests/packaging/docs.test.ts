import { expect, test } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { optionRows } from '../../src/config.js';
import { tools } from '../../src/tools/index.js';
import { ERROR_EXAMPLES } from '../support/error-examples.js';
import { PROJECT, textOf } from './project.js';

/** The pages for users: what they name is there. What is generated into them is checked by `npm run docs`. */

const guides = readdirSync(join(PROJECT, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...guides.map((name) => `docs/${name}`)];

/** The address that a heading gets on the page. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('troubleshooting has a section for each code, each with its own example', () => {
  const text = textOf('docs/troubleshooting.md');
  const sections = [
    ...text.matchAll(/^### (\w+)\n\n.+\n\n<!-- error (\w+) -->\n\n```text\nERROR (\w+): /gm),
  ];
  for (const [, heading, marker, shown] of sections)
    expect([marker, shown]).toEqual([heading, heading]);
  const codes = sections.map(([, code = '']) => code);
  expect(codes.toSorted()).toEqual(Object.keys(ERROR_EXAMPLES).toSorted());
});

test.each(pages)('%s: links lead somewhere', (page) => {
  for (const [, target = ''] of textOf(page).matchAll(/\]\((?!https:)([^)]+)\)/g)) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    expect(`${target} ${existsSync(join(PROJECT, file))}`).toBe(`${target} true`);
    if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
  }
});

test('every page is linked from the README', () => {
  for (const name of guides) expect(textOf('README.md')).toContain(`(docs/${name})`);
});

test.each(['demo.svg', 'benchmark.svg'])(
  '%s names no attribute twice, which browsers refuse',
  (name) => {
    const elements = textOf(`docs/${name}`).match(/<\w[^>]*>/g) ?? [];
    expect(elements.length).toBeGreaterThan(20);
    for (const element of elements) {
      const names = [...element.matchAll(/ ([\w:-]+)=/g)].map(([, attribute]) => attribute);
      expect([element, names]).toEqual([element, [...new Set(names)]]);
    }
  },
);

test('the picture of the demo shows a conflict and the end, and nothing of the machine', () => {
  const picture = textOf('docs/demo.svg');
  expect(picture).toContain('ERROR CONFLICT: ');
  expect(picture).toContain('Nothing was lost, and nothing was half done.');
  expect(picture).not.toMatch(/\/(?:tmp|home|root|work|Users)\//);
  expect(textOf('README.md')).toContain('](docs/demo.svg)');
});

test.each(pages)('%s: blocks of JSON can be copied', (page) => {
  for (const [, block = ''] of textOf(page).matchAll(/^```json\n([^]*?)^```$/gm)) {
    expect(() => JSON.parse(block) as unknown).not.toThrow();
  }
});

test.each(guides)('docs/%s: options that are written alone are options of Lockline', (name) => {
  const known = optionRows.map(({ flag }) => flag);
  const written = [...textOf(`docs/${name}`).matchAll(/`(--[a-z-]+)(?: [^`]*)?`/g)];
  // Of Docker, in a sentence that says so.
  const foreign = ['--user', '--rm'];
  for (const [, flag = ''] of written) expect([...known, ...foreign]).toContain(flag);
});

test.each(guides.filter((name) => name.startsWith('coming-from')))(
  'docs/%s: every tool of Lockline that it names exists',
  (name) => {
    const named = [
      ...textOf(`docs/${name}`).matchAll(
        /`(\w+_text_file\w*|replace_text|apply_patch|find_text|outline_files)`/g,
      ),
    ]
      .map(([, tool]) => tool)
      // Of the filesystem server.
      .filter((tool) => tool !== 'read_text_file');
    const existing = tools.map((tool) => tool.name);
    expect(named.length).toBeGreaterThan(5);
    expect(existing).toEqual(expect.arrayContaining(named));
  },
);
