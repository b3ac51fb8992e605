import { describe, expect, test } from '@jest/globals';
import { hashOf } from '../../src/core/hash.js';
import { asFilePath } from '../../src/core/path.js';
import { gapBefore, inclusive } from '../../src/core/range.js';
import { fileResult } from '../../src/workspace/result.js';
import type { PlannedFile } from '../../src/workspace/plan.js';
import { remove, replace, revisionTo } from '../support/changes.js';
import { snapshot } from '../support/versions.js';

const place = { path: asFilePath('/root/a.txt'), shown: 'a.txt', viaLink: false };

function resultOf(rest: Partial<PlannedFile>) {
  const planned: PlannedFile = {
    target: { change: replace('a.txt', '', ''), source: place, place },
    before: undefined,
    revision: undefined,
    next: [],
    ...rest,
  };
  return fileResult(planned, undefined);
}

describe('fileResult', () => {
  test('hashes each placed range, also over the joints of slices', () => {
    const placed = [inclusive(2, 3), inclusive(1, 1), gapBefore(2)];
    const { ranges } = resultOf({
      revision: revisionTo(['on', 'e\ntw', 'o\r', '\nthree'], placed),
    });
    const hashes = ['two\r\nthree', 'one\n', ''].map((text) => hashOf(Buffer.from(text)));
    expect(ranges).toEqual(placed.map((range, index) => ({ range, hash: hashes[index] })));
  });

  test('finds lines in the encoding of the change', () => {
    const bytes = Buffer.from('a\nb\n', 'utf16le');
    const change = { ...replace('a.txt', '', ''), encoding: 'utf-16le' };
    const { ranges, previous } = resultOf({
      target: { change, source: place, place },
      before: snapshot(bytes),
      revision: revisionTo([bytes], [inclusive(2, 2)]),
    });
    expect(previous?.totalLines).toBe(2);
    expect(ranges[0]?.hash).toBe(hashOf(Buffer.from('b\n', 'utf16le')));
  });

  test('of a file that is gone has a previous version and no other', () => {
    const result = resultOf({
      target: { change: remove('a.txt', 'x\n'), source: place, place },
      before: snapshot('x\n'),
      next: [{ path: place.path, content: undefined, action: 'delete' }],
    });
    expect(result).toEqual({
      shown: 'a.txt',
      action: 'delete',
      changed: true,
      previous: { hash: hashOf(Buffer.from('x\n')), totalLines: 1 },
      ranges: [],
    });
  });
});
