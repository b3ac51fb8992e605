import { describe, expect, test } from '@jest/globals';
import { greeting, helpText } from '../../src/cli/help.js';
import { optionRows } from '../../src/config.js';

test('every option is told with its value and default', () => {
  // Long texts go on in the next line.
  const text = helpText().replaceAll(/\n {20,}/g, ' ');
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

describe('whoever starts it by hand', () => {
  test('learns what it may see and how to add it to a client, ready to be copied', () => {
    expect(greeting('1.2.3', ['/home/me/app'])).toMatch(
      /^lockline 1\.2\.3: an MCP server\..*may see: +\/home\/me\/app\n.*claude mcp add .* \/home\/me\/app\n.*"\/home\/me\/app"\]/s,
    );
  });

  test('is told so where it may see nothing', () => {
    expect(greeting('1.2.3', [])).toMatch(/may see: +nothing, .* lockline \/path\/to\/project\n/);
  });

  test('copies no path that a shell would take apart', () => {
    expect(greeting('1.2.3', ['/home/me/my app'])).toContain('npx -y lockline /path/to/project\n');
  });
});
