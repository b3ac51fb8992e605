import { expect, test } from '@jest/globals';
import { toolReference } from '../../src/cli/tools.js';
import { readConfig } from '../../src/config.js';
import { listTools } from '../../src/tools/index.js';

const config = readConfig({ given: new Map(), roots: [] }, {});
const reference = toolReference(config);

test('every tool has its title, effect and description', () => {
  for (const { name, title, description } of listTools({ ...config, sets: config.tools })) {
    expect(reference).toContain(`### \`${name}\`\n\n**${title}** (`);
    expect(reference).toContain(description);
  }
});

test('arguments are named by their path, with what may be left out marked', () => {
  expect(reference).toContain('| `files[].file_path` | string |');
  expect(reference).toContain('| `files[].ranges?` | object[] |');
});

test('tables are whole: every row has three cells', () => {
  const rows = reference.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.replaceAll('\\|', '').split('|').length - 2);
  expect(new Set(cells)).toEqual(new Set([3]));
});
