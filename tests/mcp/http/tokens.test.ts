import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { followTokenFile, noTokens, readTokens } from '../../../src/mcp/http/tokens.js';
import { createFolder, type Folder } from '../../support/client-folder.js';

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

describe('a token file that is followed', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = createFolder({ tokens: `ada=${ADA}\n` });
  });
  afterEach(() => {
    folder.remove();
  });

  function follow() {
    let time = 0;
    const troubles: string[] = [];
    const tokens = followTokenFile(`${folder.path}/tokens`, {
      now: () => time,
      onTrouble: ({ message }) => troubles.push(message),
    });
    return {
      troubles,
      pass: (ms: number) => {
        time += ms;
      },
      known: () => [ADA, BEN].map((token) => tokens.agentOf(`Bearer ${token}`)),
    };
  }

  test('lets agents in and shuts them out, at the latest after a second', () => {
    const { known, pass } = follow();
    expect(known()).toEqual(['ada', undefined]);
    folder.write('tokens', `ben=${BEN}\n# ada=${ADA}\n`);
    pass(999);
    expect(known()).toEqual(['ada', undefined]);
    pass(1);
    expect(known()).toEqual([undefined, 'ben']);
  });

  test('holds as it was while it cannot be used, which is told once', () => {
    const { known, pass, troubles } = follow();
    folder.write('tokens', 'nothing of use\n');
    for (let second = 0; second < 3; second += 1) {
      pass(1000);
      expect(known()).toEqual(['ada', undefined]);
    }
    expect(troubles).toEqual(['line 1 of the token file is not NAME=TOKEN']);
    folder.write('tokens', `ada=${ADA}\nben=${BEN}\n`);
    pass(1000);
    expect(known()).toEqual(['ada', 'ben']);
  });

  test('must be of use at the beginning', () => {
    expect(() => followTokenFile('/no/such/file', { onTrouble: () => undefined })).toThrow(
      /ENOENT/,
    );
    folder.write('tokens', '');
    expect(follow).toThrow('the token file names no agent');
  });
});
