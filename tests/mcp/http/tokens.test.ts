import { describe, expect, test } from '@jest/globals';
import { noTokens, readTokens } from '../../../src/mcp/http/tokens.js';

const ADA = 'a'.repeat(16);
const BEN = 'b'.repeat(20);

describe('a token file', () => {
  const tokens = readTokens(`# the team\n\nada=${ADA}\r\nben = ${BEN}\n`);

  test.each([
    ['of an agent', `Bearer ${ADA}`, 'ada'],
    ['of another one, the scheme in any case', `bearer ${BEN}`, 'ben'],
    ['that is nobody’s', `Bearer ${'c'.repeat(16)}`, undefined],
    ['that only begins right', `Bearer ${ADA}a`, undefined],
    ['that only begins', `Bearer ${ADA.slice(1)}`, undefined],
    ['without a scheme', ADA, undefined],
    ['of another scheme', `Basic ${ADA}`, undefined],
    ['that is empty', 'Bearer ', undefined],
    ['that is missing', undefined, undefined],
  ])('a token %s', (_, header, agent) => {
    expect(tokens.agentOf(header)).toBe(agent);
  });

  test.each([
    ['names no agent', '# nobody\n', 'the token file names no agent'],
    ['has a line without a token', 'ada\n', 'line 1 of the token file is not NAME=TOKEN'],
    ['has a line without a name', `=${ADA}\n`, 'line 1 of the token file is not NAME=TOKEN'],
    [
      'has a short token',
      '\nada=secret\n',
      'line 2 of the token file: the token of ada needs at least 16 characters and no blanks',
    ],
    ['names an agent twice', `ada=${ADA}\nada=${BEN}\n`, 'the token file names ada twice'],
  ])('one that %s is refused, and no token is repeated', (_, text, message) => {
    expect(() => readTokens(text)).toThrow(message);
    expect(() => readTokens(text)).not.toThrow(/secret|aaaa|bbbb/);
  });
});

test('without a file nobody needs a token, and nobody is known', () => {
  expect(noTokens.isRequired).toBe(false);
  expect(noTokens.agentOf(`Bearer ${ADA}`)).toBeUndefined();
});
