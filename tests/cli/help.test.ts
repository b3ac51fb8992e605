import { expect, test } from '@jest/globals';
import { greeting, helpText } from '../../src/cli/help.js';
import { optionRows } from '../../src/config.js';

test('every option is told with its value and default', () => {
  const text = helpText();
  for (const { flag, help, initial } of optionRows) {
    expect(text).toContain(`  ${flag}`);
    expect(text).toContain(initial === undefined ? help : `${help} Default: ${initial}.`);
  }
});

test('lines fit a terminal of 120 characters', () => {
  const long = helpText()
    .split('\n')
    .filter(({ length }) => length > 120);
  expect(long).toEqual([]);
});

test('whoever starts it by hand learns how to add it to a client', () => {
  expect(greeting('1.2.3')).toMatch(
    /^lockline 1\.2\.3: an MCP server\..*claude mcp add.*mcpServers/s,
  );
});
