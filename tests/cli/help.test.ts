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
  const script = '/home/me/lockline/dist/lockline.js';
  const greet = (roots: readonly string[], from = script): string =>
    greeting({ version: '1.2.3', roots, script: from });

  test('learns what it may see and how to add it to a client, ready to be copied', () => {
    expect(greet(['/home/me/app'])).toMatch(
      /^lockline 1\.2\.3: an MCP server\..*may see: +\/home\/me\/app\n.*claude mcp add .* \/home\/me\/app\n.*"\/home\/me\/app"\]/s,
    );
  });

  test('is told so where it may see nothing', () => {
    expect(greet([])).toMatch(/may see: +nothing, .*\/lockline\.js \/path\/to\/project\n/);
  });

  test('copies no path that a shell would take apart', () => {
    expect(greet(['/home/me/my app'], '/my code/lockline.js')).toContain(
      'node /path/to/lockline/dist/lockline.js /path/to/project\n',
    );
  });

  test.each([
    ['/home/me/.npm/_npx/0a1b/node_modules/.bin/lockline', 'npx -y lockline'],
    ['/usr/local/bin/lockline', 'lockline'],
    [String.raw`C:\npm\node_modules\lockline\dist\lockline.js`, 'lockline'],
    [script, `node ${script}`],
  ])('who started %s starts it again as %s', (from, again) => {
    const text = greet(['/app'], from);
    expect(text).toContain(`claude mcp add lockline -- ${again} /app\n`);
    expect(text).toContain(`  ${again} call list_directory '{}' /app\n`);
    const [command, ...args] = [...again.split(' '), '/app'];
    expect(text).toContain(JSON.stringify({ mcpServers: { lockline: { command, args } } }));
  });
});
