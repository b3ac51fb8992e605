import { describe, expect, test } from '@jest/globals';
import { readCommandLine } from '../../src/cli/command-line.js';

const read = (line: string) => {
  const { command, operands, roots, given } = readCommandLine(line === '' ? [] : line.split(' '));
  return { command, operands, roots, given: Object.fromEntries(given) };
};

describe('commands', () => {
  test.each([
    ['', 'serve', [], []],
    ['/a /b', 'serve', [], ['/a', '/b']],
    ['call T {} /a', 'call', ['T', '{}'], ['/a']],
    ['call T', 'call', ['T'], []],
    ['call T - /a', 'call', ['T', '-'], ['/a']],
    ['tools', 'tools', [], []],
    ['log', 'log', [], []],
    ['log a.txt /a', 'log', ['a.txt'], ['/a']],
    ['undo k7m2q /a', 'undo', ['k7m2q'], ['/a']],
    ['recover /a /b', 'recover', [], ['/a', '/b']],
    ['./tools', 'serve', [], ['./tools']],
    ['toString', 'serve', [], ['toString']],
    ['/a -- --b', 'serve', [], ['/a', '--b']],
  ])('%j', (line, command, operands, roots) => {
    expect(read(line)).toEqual({ command, operands, roots, given: {} });
  });

  test('options may stand anywhere', () => {
    expect(read('--read-only call --json T {} --deny a /r --deny=b')).toEqual({
      command: 'call',
      operands: ['T', '{}'],
      roots: ['/r'],
      given: { readOnly: ['true'], json: ['true'], deny: ['a', 'b'] },
    });
  });
});

describe('options', () => {
  test.each([
    ['--read-only=false', { readOnly: ['false'] }],
    ['-h', { help: ['true'] }],
    ['help', { help: ['true'] }],
    ['--deny=--odd', { deny: ['--odd'] }],
    ['--lock-timeout=-1', { lockTimeout: ['-1'] }],
    ['--deny -', { deny: ['-'] }],
  ])('%s', (line, given) => {
    expect(read(line).given).toEqual(given);
  });

  test.each([
    ['--read-onyl', 'there is no option --read-onyl'],
    ['-x', 'there is no option -x'],
    ['--no-read-only', 'there is no option --no-read-only'],
    ['--deny', '--deny needs a value: --deny=GLOB'],
    ['--deny --read-only', '--deny needs a value: --deny=GLOB'],
  ])('%s is refused', (line, message) => {
    expect(() => read(line)).toThrow(message);
  });
});
