import { expect, test } from '@jest/globals';
import type { ViewMeeting } from '../../../src/view/event.js';
import { createKnown } from '../../../src/view/page/known.js';

const change = (change_id: string) => ({
  change_id,
  time: 1,
  agent: 'ada',
  tool: 'replace_text',
  files: [],
});
const meeting = (id: number, time = 1): ViewMeeting => ({
  id,
  time,
  agent: 'ada',
  tool: 'replace_text',
  files: [],
  message: '',
});

test('what comes again after a break in the line is no news', () => {
  const known = createKnown();
  const events = [
    { kind: 'changes', changes: [change('a')], is_cut: false },
    { kind: 'meetings', meetings: [meeting(1)] },
  ] as const;
  expect(known.take(events)).toMatchObject({
    changes: [{ change_id: 'a' }],
    meetings: [{ id: 1 }],
  });
  expect(known.take(events)).toEqual({ changes: [], meetings: [], isCut: false });
});

test('writes that run replace those that ran; agents are known by name', () => {
  const known = createKnown();
  const write = { id: 1, since: 1, agent: 'ada', tool: 'replace_text', files: [] };
  known.take([{ kind: 'writes', writes: [write] }]);
  known.take([{ kind: 'writes', writes: [] }]);
  expect(known.writes()).toEqual([]);
  known.take([{ kind: 'agents', agents: [{ name: 'ada', call: 1, time: 1 }] }]);
  known.take([{ kind: 'agents', agents: [{ name: 'ada', call: 2, time: 9 }] }]);
  expect([...known.agents()]).toEqual([{ name: 'ada', call: 2, time: 9 }]);
});

test('that something is missing is news', () => {
  const known = createKnown();
  expect(known.take([{ kind: 'changes', changes: [], is_cut: true }]).isCut).toBe(true);
});

test('a break in which more was changed than is told after it leaves a gap', () => {
  const hello = { kind: 'hello', version: '', roots: [], agent: '', now: 0 } as const;
  const begin = { ...hello, can_undo: true, has_history: true };
  const told = (...ids: string[]) =>
    ({ kind: 'changes', changes: ids.map(change), is_cut: false }) as const;
  const known = createKnown();
  expect(known.take([begin, told('a', 'b')]).isCut).toBe(false);
  expect(known.take([told('c')]).isCut).toBe(false);
  expect(known.take([begin, told('b', 'c', 'd')]).isCut).toBe(false);
  expect(known.take([begin]).isCut).toBe(false);
  expect(known.take([told('x', 'y')]).isCut).toBe(true);
  expect(known.take([told('z')]).isCut).toBe(false);
});
