import { expect, test } from '@jest/globals';
import { orderFaults, readTrace, type Step } from './trace.js';

const LOG = `
10 write(3</w/new>, "x", 1) = 1
11 fsync(3</w/new> <unfinished ...>
10 rename("/w/none", "/w/f") = -1 ENOENT (No such file or directory)
11 <... fsync resumed>) = 0
10 rename("/w/new", "/w/f") = 0
12 fsync(4</w> <unfinished ...>
10 write(1<pipe:[5]>, "answer", 6) = 6
12 <... fsync resumed>) = 0
10 +++ exited with 0 +++
`;

const SYNC: Step = { what: 'sync', name: 'fsync', text: /<\/w\/new>/, times: 1 };
const RENAME: Step = { what: 'rename', name: 'rename', text: /"\/w\/f"/, times: 1 };
const SYNC_PARENT: Step = { what: 'sync of /w', name: 'fsync', text: /<\/w>/, times: 1 };
const ANSWER: Step = { what: 'answer', name: 'write', text: /^1</, times: 1 };

test('calls that were interrupted by others are one, and those that failed are left out', () => {
  expect(readTrace(LOG).map(({ name, begun, done }) => [name, begun, done])).toEqual([
    ['write', 1, 1],
    ['fsync', 2, 4],
    ['rename', 5, 5],
    ['fsync', 6, 8],
    ['write', 7, 7],
  ]);
});

test.each<readonly [what: string, steps: readonly Step[], faults: number]>([
  ['the right order', [SYNC, RENAME, SYNC_PARENT], 0],
  ['another order', [RENAME, SYNC], 1],
  ['a step that begins before the one before is done', [SYNC_PARENT, ANSWER], 1],
  ['a step that is missing', [SYNC, { ...RENAME, times: 2 }], 1],
  ['a step that came once too often before', [{ ...SYNC, text: /./ }, RENAME], 1],
  ['one that may come before too', [RENAME, { ...SYNC, text: /./, isAlsoEarlier: true }], 0],
])('%s', (_, steps, faults) => {
  expect(orderFaults(readTrace(LOG), steps)).toHaveLength(faults);
});
