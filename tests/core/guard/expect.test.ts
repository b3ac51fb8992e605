import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/fast-check.js';
import type { Expectation, RangeExpectation } from '../../../src/core/change.js';
import { findConflicts } from '../../../src/core/guard/expect.js';
import { hashOf } from '../../../src/core/hash.js';
import { inclusive } from '../../../src/core/range.js';
import { refusalOf } from '../../support/thrown.js';
import { lines, miscopied, named, snapshot } from '../../support/versions.js';

/** The version that the caller read, and the one that is there now. */
const THEN = 'import a\nimport b\n\ndef f():\n    return a\n';
const NOW = 'import a\nimport b\nimport c\n\ndef f():\n    return a\n';

function conflictsIn(now: string | undefined, expect: Expectation, encoding = 'auto') {
  const before = now === undefined ? undefined : snapshot(now);
  return findConflicts({ expect, encoding }, before, 'a.py');
}

/** What is in the way of a caller who read `then`. */
function conflicts(then: string, now: string, ...ranges: readonly RangeExpectation[]) {
  return conflictsIn(now, { file: named(then), ranges });
}

describe('the version that was read', () => {
  test('has no conflict', () => {
    expect(conflicts(THEN, THEN)).toEqual([]);
    // Without lines there is nothing to decode.
    expect(conflictsIn(THEN, { file: named(THEN), ranges: [] }, 'base64')).toEqual([]);
    expect(conflicts(THEN, THEN, lines(4, 5, 'def f():\n    return a\n'))).toEqual([]);
  });

  test('has one for each range that is not as named, with the lines there and where the meant ones are', () => {
    const found = conflicts(THEN, THEN, lines(1, 1, 'import b\n'), lines(4, 4, 'gone\n'));
    const file = { hash: hashOf(Buffer.from(THEN)), totalLines: 5 };
    expect(found).toEqual([
      {
        path: 'a.py',
        kind: 'range_hash',
        range: inclusive(1, 1),
        expected: named('import b\n'),
        actual: hashOf(Buffer.from('import a\n')),
        file,
        current: Buffer.from('import a\n'),
        movedTo: inclusive(2, 2),
        encoding: 'utf-8',
      },
      {
        path: 'a.py',
        kind: 'range_hash',
        range: inclusive(4, 4),
        expected: named('gone\n'),
        actual: hashOf(Buffer.from('def f():\n')),
        file,
        current: Buffer.from('def f():\n'),
        encoding: 'utf-8',
      },
    ]);
  });

  test('has one for first and last lines that are not so', () => {
    const range = inclusive(1, 2);
    const expected = { range, firstLine: 'def f():', lastLine: '    return a' };
    expect(conflicts(THEN, THEN, expected)).toMatchObject([
      { kind: 'lines', range, expected: 'def f():\n    return a', movedTo: inclusive(4, 5) },
    ]);
  });
});

describe('another version', () => {
  test('is a conflict even where every range holds', () => {
    expect(conflicts(THEN, NOW, lines(1, 2, 'import a\nimport b\n'))).toEqual([
      {
        path: 'a.py',
        kind: 'file_hash',
        expected: named(THEN),
        actual: hashOf(Buffer.from(NOW)),
        file: { hash: hashOf(Buffer.from(NOW)), totalLines: 6 },
        unchanged: [{ range: inclusive(1, 2), hash: hashOf(Buffer.from('import a\nimport b\n')) }],
      },
    ]);
  });

  test('tells where the lines that moved are now', () => {
    const moved = lines(4, 5, 'def f():\n    return a\n');
    expect(conflicts(THEN, NOW, moved)).toMatchObject([
      { kind: 'file_hash', unchanged: [] },
      { kind: 'range_hash', range: inclusive(4, 5), movedTo: inclusive(5, 6) },
    ]);
  });

  test('tells the same of lines to the end of the file', () => {
    const moved = lines(4, undefined, 'def f():\n    return a\n');
    expect(conflicts(THEN, NOW, moved)).toMatchObject([
      { kind: 'file_hash' },
      { range: inclusive(4, 6), movedTo: inclusive(5, 6) },
    ]);
  });

  test('names lines once that are proved twice', () => {
    const range = inclusive(1, 1);
    const twice = [lines(1, 1, 'import a\n'), { range, firstLine: 'import a' }];
    const [found] = conflicts(THEN, NOW, ...twice);
    expect(found?.unchanged).toEqual([{ range, hash: hashOf(Buffer.from('import a\n')) }]);
  });

  test('shows lines that stand in several places, and vouches for none', () => {
    const twice = [lines(2, 2, '\n'), { range: inclusive(2, 2), firstLine: '' }];
    const found = conflicts('x\n\n', 'x\n\ny\n\n', ...twice);
    const [stale, doubtful, ...more] = found;
    expect(stale).toMatchObject({ kind: 'file_hash', unchanged: [] });
    expect(doubtful).toMatchObject({
      range: inclusive(2, 2),
      isDoubtful: true,
      actual: hashOf(Buffer.from('\n')),
      current: Buffer.from('\n'),
    });
    expect(doubtful).not.toHaveProperty('movedTo');
    expect(more).toEqual([]);
  });

  test('vouches for no line that stands elsewhere in other bytes', () => {
    // Two byte pairs of this encoding are the same sign.
    const bytes = Buffer.of(0x87, 0x90, 0x0a, 0x81, 0xe0, 0x0a);
    const expected = { file: named('x'), ranges: [{ range: inclusive(1, 1), firstLine: '≒' }] };
    const found = findConflicts({ expect: expected, encoding: 'cp932' }, snapshot(bytes), 'a.py');
    expect(found).toMatchObject([{ kind: 'file_hash', unchanged: [] }, { isDoubtful: true }]);
  });

  test('names no place for moved lines that stand in several', () => {
    const [, found] = conflicts('x\n', 'y\nx\nx\n', lines(1, 1, 'x\n'));
    expect(found).toMatchObject({ kind: 'range_hash', range: inclusive(1, 1) });
    expect(found).not.toHaveProperty('movedTo');
  });

  test('shows what there is of lines that reach past its end', () => {
    const [, partly, wholly] = conflicts(
      THEN,
      'import a\n',
      lines(1, 2, 'import a\nimport b\n'),
      lines(5, undefined, '    return a\n'),
    );
    expect(partly).toMatchObject({ range: inclusive(1, 2), current: Buffer.from('import a\n') });
    expect(partly).not.toHaveProperty('actual');
    expect(wholly).toMatchObject({ range: inclusive(5, 5) });
    expect(wholly).not.toHaveProperty('current');
  });

  test('is read in the encoding that the caller named', () => {
    const now = Buffer.from('y\r\nx\r\n', 'utf16le').toString('latin1');
    const before = snapshot(Buffer.from(now, 'latin1'));
    const expected = { file: named('x'), ranges: [{ range: inclusive(1, 1), firstLine: 'x' }] };
    const found = findConflicts({ expect: expected, encoding: 'utf-16le' }, before, 'a.py');
    expect(found).toMatchObject([
      { kind: 'file_hash', file: { totalLines: 2 } },
      { kind: 'lines', encoding: 'utf-16le', movedTo: inclusive(2, 2) },
    ]);
  });
});

describe('what no newer version explains', () => {
  test('a file that is not there', () => {
    const { code, details } = refusalOf(() =>
      conflictsIn(undefined, { file: named(THEN), ranges: [] }),
    );
    expect(code).toBe('FILE_NOT_FOUND');
    expect(details).toEqual({ path: 'a.py' });
  });

  test('a file that should not be there', () => {
    expect(conflictsIn(undefined, { file: 'absent', ranges: [] })).toEqual([]);
    const { code, details } = refusalOf(() => conflictsIn(THEN, { file: 'absent', ranges: [] }));
    expect(code).toBe('FILE_EXISTS');
    expect(details).toEqual({ path: 'a.py' });
  });

  test('a miscopied file hash', () => {
    const { code, details } = refusalOf(() =>
      conflictsIn(THEN, { file: miscopied(THEN), ranges: [] }),
    );
    expect(code).toBe('INVALID_ARGUMENT');
    expect(details['what']).toContain('file_hash of a.py is mistyped');
  });
});

describe('laws', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', 'c\r\n'), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''));
  const span = fc.tuple(fc.nat(), fc.nat());

  /** Lines of a text, as a caller that read it would name them. */
  function wantedIn(then: string, [from, more]: readonly [number, number]): RangeExpectation {
    const parts = then.match(/[^\n]*\n/g) ?? [];
    const start = from % parts.length;
    const end = start + 1 + (more % (parts.length - start));
    return lines(start + 1, end, parts.slice(start, end).join(''));
  }

  test('who read the current version never conflicts', () => {
    fc.assert(
      fc.property(text, fc.array(span, { maxLength: 4 }), (now, spans) => {
        expect(conflicts(now, now, ...spans.map((at) => wantedIn(now, at)))).toEqual([]);
      }),
    );
  });

  test('who read another always does, first of all with the file', () => {
    fc.assert(
      fc.property(text, text, span, (then, now, at) => {
        fc.pre(then !== now);
        const [first, ...others] = conflicts(then, now, wantedIn(then, at));
        expect(first?.kind).toBe('file_hash');
        // Unchanged lines and those in a conflict of their own never overlap.
        expect(others.length + (first?.unchanged?.length ?? 0)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
