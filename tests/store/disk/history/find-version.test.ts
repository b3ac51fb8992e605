import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import { encodeLine } from '../../../../src/store/disk/history/log-line.js';
import { give, recalled, servedTree, type Served } from '../../../support/served-tree.js';

let served: Served;

beforeEach(async () => {
  served = servedTree({ 'a.txt': 'zero\n'.repeat(2000), 'b.txt': '' });
  await give(served.serve(), { 'a.txt': 'one\n' });
  writeFileSync(served.tree.at('a.txt'), 'theirs\n');
});

afterEach(async () => {
  await served.close();
});

test('a version over which another program has written is made again of the one before', async () => {
  expect(served.kept()).toHaveLength(1);
  expect(await recalled(served.serve(), 'a.txt', 'one\n')).toBe('one\n');
});

test('a file that had other bytes in it does not get them', async () => {
  expect(await recalled(served.serve(), 'b.txt', 'one\n')).toBeUndefined();
});

test('a log that lies about what a change made is not believed', async () => {
  const [day = ''] = readdirSync(served.tree.at('.lockline/log')).filter((name) =>
    name.includes('deltas'),
  );
  const log = served.tree.at(`.lockline/log/${day}`);
  const after = hashOf(Buffer.from('evil\n'));
  const file = { path: 'a.txt', action: 'patch', after, delta: ['bGllCg=='] } as const;
  const line = { id: 'k1', time: Date.now(), agent: 'x', tool: 'y', files: [file] };
  appendFileSync(log, encodeLine(line));
  expect(readFileSync(log, 'utf8')).toContain('bGllCg==');
  expect(await recalled(served.serve(), 'a.txt', 'evil\n')).toBeUndefined();
});
