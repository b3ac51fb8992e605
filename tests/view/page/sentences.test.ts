import { expect, test } from '@jest/globals';
import { changeSentence, meetingSentence, noticeText } from '../../../src/view/page/sentences.js';

const change = { change_id: 'a', time: 1, agent: 'ada', tool: 'replace_text' };
const files = ['a.txt', 'b.txt', 'c.txt'].map((file_path) => ({ file_path, action: 'patch' }));

test('changes in words', () => {
  expect(changeSentence({ ...change, files: files.slice(0, 1) })).toBe('ada changed a.txt');
  expect(changeSentence({ ...change, files })).toBe('ada changed a.txt and 2 more');
  expect(changeSentence({ ...change, undoes: 'b', files: files.slice(1, 2) })).toBe(
    'ada took back a change of b.txt',
  );
});

test('conflicts and waits in words', () => {
  const meeting = { id: 1, time: 1, agent: 'ben', tool: 'replace_text', files: [], message: '' };
  expect(meetingSentence({ ...meeting, code: 'CONFLICT' })).toBe('ben was refused: CONFLICT');
  expect(meetingSentence(meeting)).toBe('ben had to wait');
});

test.each([
  [{ shown: 3 }, ''],
  [{ shown: 0 }, 'Nothing has been changed yet'],
  [{ shown: 0, isFiltered: true }, 'No change matches'],
  [{ shown: 3, hasGap: true }, 'Some changes are missing'],
  [{ shown: 0, has_history: false }, '--no-history'],
])('%j', (about, expected) => {
  const usual = { has_history: true, hasGap: false, isFiltered: false };
  const text = noticeText({ ...usual, ...about });
  if (expected === '') expect(text).toBe('');
  else expect(text).toContain(expected);
});
