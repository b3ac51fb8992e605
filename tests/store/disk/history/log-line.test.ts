import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { hashOf } from '../../../../src/core/hash.js';
import {
  beforeMark,
  decodeLine,
  encodeLine,
  idMark,
  pathMark,
  versionMark,
  type LogLine,
} from '../../../../src/store/disk/history/log-line.js';

const hash = fc.uint8Array().map((bytes) => hashOf(bytes));
const id = fc.stringMatching(/^[0-9a-z]{1,12}$/);
const name = fc.stringMatching(/^[\p{L}\p{N}._@ "\\-]{1,12}$/u);
const path = fc.string({ unit: 'grapheme', minLength: 1 });
const file = fc.record(
  {
    path,
    action: fc.constantFrom('patch', 'create', 'replace', 'delete', 'move'),
    before: hash,
    after: hash,
    delta: fc.array(fc.oneof(fc.tuple(fc.nat(), fc.nat()), fc.base64String()), { maxLength: 5 }),
    encoding: fc.constantFrom('utf-16le', 'Shift_JIS', 'ISO_8859-1:1987', 'Latin 1'),
    meant: fc.record({ base: hash, result: hash }),
    mode: fc.integer({ min: 0, max: 0o777 }),
    from: path,
  },
  { requiredKeys: ['path', 'action'] },
);
const line: fc.Arbitrary<LogLine> = fc.record(
  {
    id,
    time: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    agent: name,
    tool: name,
    undoes: id,
    files: fc.array(file, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['id', 'time', 'agent', 'tool', 'files'] },
);

describe('a line', () => {
  test('comes back as it was written', () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(decodeLine(encodeLine(one).toString())).toEqual(one);
      }),
    );
  });

  test('is one line with a break before and after it', () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(encodeLine(one).toString()).toMatch(/^\n[^\n]+\n$/);
      }),
    );
  });

  test('that is cut anywhere is none', () => {
    fc.assert(
      fc.property(line, fc.nat(), (one, at) => {
        const text = encodeLine(one).toString().trim();
        expect(decodeLine(text.slice(0, at % text.length))).toBeUndefined();
        expect(decodeLine(text.slice(1 + (at % (text.length - 1))))).toBeUndefined();
      }),
    );
  });

  test('holds the marks of what is in it', () => {
    fc.assert(
      fc.property(line, (one) => {
        const bytes = encodeLine(one);
        const marks = one.files.flatMap(({ path: at, before, from, meant }) => [
          pathMark(at),
          ...(meant === undefined ? [] : [versionMark(meant.base)]),
          ...(from === undefined ? [] : [pathMark(from)]),
          ...(before === undefined ? [] : [beforeMark(before.slice(0, 16)), versionMark(before)]),
        ]);
        if (one.undoes !== undefined) marks.push(idMark(one.undoes));
        for (const mark of [idMark(one.id), ...marks]) expect(bytes.includes(mark)).toBe(true);
      }),
    );
  });
});

describe('what somebody else has written', () => {
  const good = {
    id: 'k7m2q',
    time: '2026-11-30T15:00:00.000Z',
    agent: 'ada',
    tool: 'edit',
    files: [{ path: 'a', action: 'patch' }],
  };

  test.each<[string, unknown]>([
    ['nothing', ''],
    ['no object', 7],
    ['null', null],
    ['another id', { ...good, id: '../x' }],
    ['no id', { ...good, id: undefined }],
    ['no time', { ...good, time: 'yesterday' }],
    ['an agent of several lines', { ...good, agent: 'ada\nOK' }],
    ['an agent of several lines for some', { ...good, agent: 'ada\u2028OK' }],
    ['a tool that is no text', { ...good, tool: {} }],
    ['an undone change that is none', { ...good, undoes: '' }],
    ['no files', { ...good, files: [] }],
    ['files that are no list', { ...good, files: 'a' }],
    ['one bad file among good ones', { ...good, files: [...good.files, { path: 'a' }] }],
    ['an unknown action', { ...good, files: [{ path: 'a', action: 'burn' }] }],
    ['a path that is no text', { ...good, files: [{ path: 1, action: 'patch' }] }],
    ['a short hash', { ...good, files: [{ path: 'a', action: 'patch', before: 'abc' }] }],
    [
      'a hash in capitals',
      { ...good, files: [{ path: 'a', action: 'patch', after: 'A'.repeat(64) }] },
    ],
    ['a source that is no text', { ...good, files: [{ path: 'a', action: 'move', from: null }] }],
  ])('is no line: %s', (_, value) => {
    expect(decodeLine(JSON.stringify(value))).toBeUndefined();
  });

  test.each<[string, object]>([
    ['a mode that lets a file run as its owner', { mode: '4755' }],
    ['a mode that is no text', { mode: 0o755 }],
    ['a mode in other digits', { mode: '789' }],
    ['a delta that is none', { delta: { 0: 'x' } }],
    ['a delta with a piece before the beginning', { delta: [[-1, 2]] }],
    ['a delta with half a piece', { delta: ['eA==', [1]] }],
    ['a delta of very many pieces', { delta: Array.from({ length: 65 }, () => [0, 1]) }],
    ['an encoding of several lines', { encoding: 'utf-16le\nOK' }],
    ['an encoding with a quotation mark', { encoding: '"' }],
    ['a long encoding', { encoding: 'x'.repeat(65) }],
    ['an encoding without a name', { encoding: '' }],
    ['an encoding that is no text', { encoding: 16 }],
    ['half a meaning', { meant: { base: '0'.repeat(64) } }],
    ['a meaning of short hashes', { meant: { base: 'abc', result: 'abc' } }],
  ])('is left out: %s', (_, more) => {
    const text = JSON.stringify({ ...good, files: [{ ...good.files[0], ...more }] });
    expect(decodeLine(text)?.files).toEqual(good.files);
  });

  test('counts as far as it is a line', () => {
    const text = JSON.stringify({ ...good, more: 1, files: [{ ...good.files[0], size: 5 }] });
    expect(decodeLine(text)).toEqual({ ...good, time: Date.parse(good.time) });
  });
});
