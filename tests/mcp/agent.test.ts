import { expect, test } from '@jest/globals';
import { nameAgent } from '../../src/mcp/agent.js';

test.each([
  ['claude-code', /^claude-code-[a-z2-9]{4}$/],
  ['Visual Studio Code', /^Visual-Studio-Code-[a-z2-9]{4}$/],
  ['a\nb\u0000c', /^a-b-c-[a-z2-9]{4}$/],
  ['', /^agent-[a-z2-9]{4}$/],
  ['x'.repeat(200), /^x{40}-[a-z2-9]{4}$/],
])('%j', (program, name) => {
  expect(nameAgent(program)).toMatch(name);
});

test('two agents of one program have two names', () => {
  const names = new Set(Array.from({ length: 20 }, () => nameAgent('p')));
  expect(names.size).toBeGreaterThan(15);
});
