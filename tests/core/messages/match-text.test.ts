import { describe, expect, test } from '@jest/globals';
import {
  describeCount,
  describeNoMatch,
  withEvidence,
} from '../../../src/core/messages/match-text.js';

test('evidence stands below the sentence that it shows', () => {
  expect(withEvidence('It is not there.', '3\tnearly')).toBe('It is not there.\n3\tnearly');
  expect(withEvidence('It is not there.', '')).toBe('It is not there.');
});

describe('a text', () => {
  const common = { path: 'a.txt', what: 'old_text', nearest: '3\tnearly' };

  test('that is not there is to be copied exactly', () => {
    const { message, hint } = describeNoMatch(common);
    expect(message).toBe('old_text does not occur in a.txt.\n3\tnearly');
    expect(hint).toContain('exactly');
  });

  test('that fits in several places needs more around it', () => {
    const { message, hint } = describeNoMatch({ ...common, places: 2 });
    expect(message).toContain('fits in 2 places of a.txt');
    expect(hint).toContain('more of the lines around it');
  });

  test.each([
    [{ overlaps: false, edit: 'edits[0]' }, 'but 1 time was expected', 'expect_count: 3'],
    [{ overlaps: false }, 'but 1 time was expected', 'more of the text around it'],
    [{ overlaps: true }, 'and some of these places overlap', 'more of the text around it'],
  ])('that occurs too often: %j', (how, wrong, advice) => {
    const counted = { path: 'a.txt', what: 'old_text', expected: 1, found: 3, where: '' };
    const { message, hint } = describeCount({ ...counted, ...how });
    expect(message).toBe(`old_text occurs 3 times in a.txt, ${wrong}.`);
    expect(hint).toContain(advice);
  });
});
