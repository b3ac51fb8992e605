import { describe, expect, test } from '@jest/globals';
import { type Environment, optionRows, readConfig, strangeVariables } from '../src/config.js';

const config = (given: Record<string, readonly string[]>, environment: Environment = {}) =>
  readConfig({ given: new Map(Object.entries(given)), roots: [] }, environment, 'linux');

const refusal = (given: Record<string, readonly string[]>, environment: Environment = {}) => {
  try {
    config(given, environment);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
};

describe('without options', () => {
  test('the defaults are those of the contract', () => {
    expect(config({})).toEqual({
      readOnly: false,
      tools: ['lines', 'search', 'text', 'history'],
      agentId: undefined,
      structured: false,
      hashLength: 16,
      maxOutputChars: undefined,
      maxLineChars: 2000,
      maxFileSize: 64 * 2 ** 20,
      maxMessage: 64 * 2 ** 20,
      maxFiles: 64,
      maxPatches: 10_000,
      lockTimeout: 15_000,
      allowWrite: [],
      deny: [],
      pathAlias: [],
      breakHardLinks: false,
      allowNetworkFs: false,
      noHistory: false,
      historySize: 256 * 2 ** 20,
      historyDays: 30,
      onStale: 'own',
      durability: 'full',
      http: undefined,
      tokenFile: undefined,
      allowHost: [],
      allowOrigin: [],
      maxBody: 64 * 2 ** 20,
      logLevel: 'warn',
      json: false,
      limit: 20,
      acceptCurrent: false,
      help: false,
      version: false,
      roots: [],
      home: undefined,
      staleMs: 10_000,
    });
  });

  test('the object is frozen, lists included', () => {
    const frozen = config({ deny: ['a'] });
    expect([frozen, frozen.deny].every((value) => Object.isFrozen(value))).toBe(true);
  });

  test('every option says what it does, under a flag and a variable of one name', () => {
    for (const { flag, variable, help, onlyLine } of optionRows) {
      expect(help).toMatch(/\.$/);
      const name = `LOCKLINE_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
      expect(variable).toBe(onlyLine === true ? '' : name);
    }
  });
});

describe('values', () => {
  test.each([
    ['maxFileSize', '500', 500],
    ['maxFileSize', '2K', 2048],
    ['maxFileSize', '3m', 3 * 2 ** 20],
    ['maxFileSize', '1G', 2 ** 30],
    ['lockTimeout', '0.5', 500],
    ['lockTimeout', '0', 0],
    ['lockTimeout', '10', 10_000],
    ['hashLength', '64', 64],
    ['maxOutputChars', '9000', 9000],
    ['readOnly', 'true', true],
    ['readOnly', '0', false],
    ['durability', 'none', 'none'],
    ['tools', 'lines', ['lines']],
    ['tools', 'all', ['lines', 'search', 'text', 'history']],
    ['tools', 'text,lines', ['lines', 'text']],
    ['agentId', 'claude-code-x2k1', 'claude-code-x2k1'],
    ['noHistory', 'true', true],
    ['historySize', '10M', 10 * 2 ** 20],
    ['historyDays', '7', 7],
  ])('%s %s', (key, text, value) => {
    expect(config({ [key]: [text] })).toHaveProperty(key, value);
  });

  test('the last of several wins, a list keeps all', () => {
    const { hashLength, deny } = config({ hashLength: ['20', '30'], deny: ['*.pem', '.env*'] });
    expect({ hashLength, deny }).toEqual({ hashLength: 30, deny: ['*.pem', '.env*'] });
  });

  test('an alias is cut at the first equals sign', () => {
    expect(config({ pathAlias: ['/home/me/app=/workspace', 'C:\\app=/a=b'] }).pathAlias).toEqual([
      { host: '/home/me/app', here: '/workspace' },
      { host: 'C:\\app', here: '/a=b' },
    ]);
  });

  test.each([
    ['hashLength', '15', '--hash-length must be a whole number from 16 to 64 (given: 15)'],
    ['hashLength', '1e1', '--hash-length must be a whole number from 16 to 64 (given: 1e1)'],
    ['maxFileSize', '0', '--max-file-size must be a size such as 500K, 64M or 1G (given: 0)'],
    ['maxMessage', '257M', '--max-message must be at most 256M (given: 257M)'],
    ['maxFileSize', '1T', '--max-file-size must be a size such as 500K, 64M or 1G (given: 1T)'],
    ['lockTimeout', '-1', '--lock-timeout must be seconds, such as 10 or 0.5 (given: -1)'],
    ['lockTimeout', '5s', '--lock-timeout must be seconds, such as 10 or 0.5 (given: 5s)'],
    ['readOnly', 'perhaps', '--read-only must be true or false (given: perhaps)'],
    ['durability', 'some', '--durability must be full or none (given: some)'],
    ['tools', 'lines,serch', '--tools must be lines|search|text|history|all (given: lines,serch)'],
    ['pathAlias', '/a', '--path-alias must be HOST=HERE with an absolute path at HERE (given: /a)'],
    ['deny', '', '--deny must not be empty (given: )'],
    ['historyDays', '0', '--history-days must be a whole number from 1 to 36500'],
    ['historySize', '0', '--history-size must be a size'],
    ['agentId', 'two\nlines', '--agent-id must be 1 to 64 letters, digits or . _ - @ :'],
  ])('%s %j is refused by name', (key, text, message) => {
    expect(refusal({ [key]: [text] })).toContain(message);
  });

  test('of a list, the part that is wrong is named', () => {
    expect(refusal({ pathAlias: ['/a=/b', 'nonsense'] })).toContain('(given: nonsense)');
  });
});

describe('environment', () => {
  test('every option has a variable, and the command line wins', () => {
    const environment = { LOCKLINE_HASH_LENGTH: '40', LOCKLINE_MAX_FILES: '3' };
    const { hashLength, maxFiles } = config({ hashLength: ['20'] }, environment);
    expect({ hashLength, maxFiles }).toEqual({ hashLength: 20, maxFiles: 3 });
  });

  test('lists are separated by ";" and replaced whole by the command line', () => {
    const environment = { LOCKLINE_DENY: '*.pem;;.env*', LOCKLINE_PATH_ALIAS: 'C:\\a=/a' };
    expect(config({}, environment)).toMatchObject({
      deny: ['*.pem', '.env*'],
      pathAlias: [{ host: 'C:\\a', here: '/a' }],
    });
    expect(config({ deny: ['x'] }, environment).deny).toEqual(['x']);
  });

  test('an empty variable is none', () => {
    expect(config({}, { LOCKLINE_HASH_LENGTH: '', LOCKLINE_READ_ONLY: '' })).toMatchObject({
      hashLength: 16,
      readOnly: false,
    });
  });

  test('a wrong value is told under the name of the variable', () => {
    expect(refusal({}, { LOCKLINE_MAX_FILES: 'many' })).toContain('LOCKLINE_MAX_FILES must be');
  });

  test.each([
    ['linux', '/a:/b', ['/a', '/b']],
    ['win32', 'C:\\a;C:\\b', ['C:\\a', 'C:\\b']],
  ])('LOCKLINE_ROOTS is separated like PATH of %s', (platform, text, roots) => {
    const line = { given: new Map(), roots: [] };
    expect(readConfig(line, { LOCKLINE_ROOTS: text }, platform).roots).toEqual(roots);
  });

  test('roots of the command line replace those of the environment', () => {
    const line = { given: new Map(), roots: ['/c'] };
    expect(readConfig(line, { LOCKLINE_ROOTS: '/a' }).roots).toEqual(['/c']);
  });

  test('LOCKLINE_VERSION is left to those who pin one', () => {
    expect(config({}, { LOCKLINE_VERSION: '0.1.0', LOCKLINE_HELP: 'me' }).version).toBe(false);
  });

  test('variables that are none of ours are told apart', () => {
    const environment = {
      LOCKLINE_READONLY: '1',
      LOCKLINE_ROOTS: '/a',
      LOCKLINE_DENY: 'x',
      PATH: '/',
    };
    expect(strangeVariables(environment)).toEqual(['LOCKLINE_READONLY']);
  });
});
