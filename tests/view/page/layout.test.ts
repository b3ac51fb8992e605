import { expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { createLayout } from '../../../src/view/page/layout.js';

const USUAL = 100;
const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 40 });
const heights = fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), fc.nat(300));

test('items stand one below the other, each as high as it was measured, or as usual', () => {
  fc.assert(
    fc.property(keys, heights, (names, measured) => {
      const layout = createLayout(USUAL);
      layout.setKeys(names);
      for (const name of names) layout.setHeight(name, measured[name] ?? USUAL);
      names.forEach((name, index) => {
        expect(layout.indexOf(name)).toBe(index);
        expect(layout.top(index + 1) - layout.top(index)).toBe(measured[name] ?? USUAL);
      });
      expect([layout.top(0), layout.height()]).toEqual([0, layout.top(names.length)]);
    }),
  );
});

test('an item is found at each position that it covers, and the nearest one outside of all', () => {
  fc.assert(
    fc.property(
      keys,
      heights,
      fc.integer({ min: -500, max: 9000 }),
      (names, measured, position) => {
        const layout = createLayout(USUAL);
        layout.setKeys(names);
        for (const name of names) layout.setHeight(name, measured[name] ?? USUAL);
        const index = layout.indexAt(position);
        if (names.length === 0) return index === 0;
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(names.length);
        if (position >= 0) expect(layout.top(index)).toBeLessThanOrEqual(position);
        if (index + 1 < names.length) expect(layout.top(index + 1)).toBeGreaterThan(position);
        return true;
      },
    ),
  );
});

test('what was measured is kept for those that stay, and only for them', () => {
  const layout = createLayout(USUAL);
  layout.setKeys(['a', 'b']);
  expect(layout.setHeight('a', 30)).toBe(true);
  expect(layout.setHeight('a', 30)).toBe(false);
  expect(layout.setHeight('b', USUAL)).toBe(false);
  layout.setKeys(['c', 'a']);
  expect([layout.top(1), layout.height(), layout.indexOf('b')]).toEqual([USUAL, USUAL + 30, -1]);
  layout.setKeys([]);
  layout.setKeys(['a']);
  expect(layout.height()).toBe(USUAL);
});
