import { expect, test } from '@jest/globals';
import type { ViewMeeting } from '../../../src/view/event.js';
import { createMeetings } from '../../../src/view/page/meetings.js';

const meeting = (id: number, time = 1): ViewMeeting => ({
  id,
  time,
  agent: 'ada',
  tool: 'replace_text',
  files: [],
  message: '',
});
const times = (meetings: readonly ViewMeeting[]) => meetings.map(({ time }) => time);

test('each is known once, the newest first', () => {
  const meetings = createMeetings();
  expect(times(meetings.add([meeting(1, 10), meeting(2, 20)]))).toEqual([10, 20]);
  expect(times(meetings.add([meeting(2, 20), meeting(3, 30)]))).toEqual([30]);
  expect(times(meetings.newestFirst())).toEqual([30, 20, 10]);
});

test('a server that was started anew counts from the beginning', () => {
  const meetings = createMeetings();
  meetings.add([meeting(1, 10)]);
  expect(times(meetings.add([meeting(1, 20)]))).toEqual([20]);
});

test('only so many are kept', () => {
  const meetings = createMeetings();
  meetings.add(Array.from({ length: 150 }, (_, index) => meeting(index, index)));
  expect(meetings.newestFirst()).toHaveLength(100);
  expect(meetings.newestFirst()[0]?.id).toBe(149);
});
