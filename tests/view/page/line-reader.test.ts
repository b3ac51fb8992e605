import { expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import { createLineReader } from '../../../src/view/page/line-reader.js';

test('lines are the same however the text is cut', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const read = createLineReader();
      expect(pieces.flatMap(read)).toEqual(pieces.join('').split('\n').slice(0, -1));
    }),
  );
});
