import { describe, expect, test } from '@jest/globals';
import type { ViewChange } from '../../../src/view/event.js';
import { busyFiles, presentAgents } from '../../../src/view/page/present.js';

const NOW = 1_000_000;
const change = (agent: string, age: number, ...names: readonly string[]): ViewChange => ({
  change_id: `${agent}${String(age)}`,
  time: NOW - age,
  agent,
  tool: 'replace_text',
  files: names.map((file_path) => ({ file_path, action: 'patch' })),
});

describe('files', () => {
  test('are being edited for two minutes after a change, the last first', () => {
    const changes = [
      change('ben', 1000, 'b', 'a'),
      change('ada', 5000, 'a'),
      change('ada', 119_000, 'c'),
      change('ada', 121_000, 'd'),
    ];
    expect(busyFiles(changes, [], NOW)).toEqual([
      { name: 'b', agents: ['ben'], time: NOW - 1000, isWritten: false },
      { name: 'a', agents: ['ben', 'ada'], time: NOW - 1000, isWritten: false },
      { name: 'c', agents: ['ada'], time: NOW - 119_000, isWritten: false },
    ]);
  });

  test('that are just being written come first', () => {
    const write = { id: 1, since: NOW, agent: 'cho', tool: 'replace_text', files: ['a'] };
    expect(busyFiles([change('ben', 10, 'b', 'a')], [write], NOW)).toEqual([
      { name: 'a', agents: ['cho', 'ben'], time: NOW, isWritten: true },
      { name: 'b', agents: ['ben'], time: NOW - 10, isWritten: false },
    ]);
  });

  test('are told up to 30', () => {
    const names = Array.from({ length: 50 }, (_, index) => `f${String(index)}`);
    expect(busyFiles([change('ada', 1, ...names)], [], NOW)).toHaveLength(30);
  });
});

test('agents are those that have called and those that have changed something', () => {
  const changes = [change('ada', 10, 'a'), change('ben', 20, 'a'), change('ada', 30, 'a')];
  const calls = [
    { name: 'ada', call: 1, time: NOW },
    { name: 'reader', call: 2, time: NOW - 15 },
  ];
  expect(presentAgents(changes, calls)).toEqual([
    { name: 'ada', time: NOW, changes: 2 },
    { name: 'reader', time: NOW - 15, changes: 0 },
    { name: 'ben', time: NOW - 20, changes: 1 },
  ]);
});
