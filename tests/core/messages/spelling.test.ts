import { describe, expect, test } from '@jest/globals';
import { nearestName } from '../../../src/core/messages/spelling.js';

describe('nearestName', () => {
  test.each([
    ['contnets', 'contents'],
    ['filePath', 'file_path'],
    ['Content', 'contents'],
    ['strat', 'start'],
    ['old_contents', undefined],
    ['xyz', undefined],
    ['', undefined],
  ])('of %s is %p', (given, name) => {
    expect(nearestName(given, ['file_path', 'contents', 'start', 'end'])).toBe(name);
  });

  test('is none where several are equally near', () => {
    expect(nearestName('cp125', ['cp1250', 'cp1251'])).toBeUndefined();
  });
});
