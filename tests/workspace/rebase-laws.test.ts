import { describe, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import type { CallContext, ToolAnswer } from '../../src/tools/tool.js';
import { at, createDesk, sha256 } from '../support/desk.js';
import type { Desk } from '../support/desk.js';

const FILE = 'a.txt';

/** Lines with their terminators. */
type Lines = readonly string[];

/** An edit by the numbers of its lines; a `size` of 0 is the gap before line `start`. */
interface Edit {
  readonly kind: 'patch' | 'insert' | 'delete' | 'append' | 'replace text';
  readonly start: number;
  readonly size: number;
  readonly fresh: Lines;
}

const rebasing: Partial<CallContext> = {
  onStale: 'rebase',
  offer: { sets: ['lines', 'text'], readOnly: false, structured: false },
};

const terminator = fc.constantFrom('\n', '\n', '\r\n', '\r');

/** Lines in which nothing is twice; the last may have no terminator. */
const distinctLines = fc
  .tuple(fc.array(terminator, { maxLength: 8 }), fc.boolean())
  .map(([terminators, isOpen]): Lines => {
    const last = terminators.length - 1;
    return terminators.map((end, index) => `line ${index}${isOpen && index === last ? '' : end}`);
  });

/** Lines that are often the same. */
const alikeLines = fc.array(fc.constantFrom('a\n', 'b\n', '\n'), { maxLength: 7 });

function editOf(lines: Lines, fresh: fc.Arbitrary<Lines>): fc.Arbitrary<Edit> {
  return fc
    .record({
      kind: fc.constantFrom('patch', 'insert', 'delete', 'append', 'replace text'),
      start: fc.integer({ min: 1, max: lines.length + 1 }),
      size: fc.integer({ min: 1, max: 3 }),
      fresh,
    })
    .map((edit) => fitted(edit, lines.length));
}

/** The edit in a file of so many lines: where there is none to take away, it inserts. */
function fitted(edit: Edit, count: number): Edit {
  if (edit.kind === 'append') return { ...edit, start: count + 1, size: 0 };
  if (edit.kind === 'insert' || edit.start > count) return { ...edit, kind: 'insert', size: 0 };
  if (edit.kind === 'replace text') return { ...edit, size: 1 };
  return { ...edit, size: Math.min(edit.size, count + 1 - edit.start) };
}

function freshLines(mark: string): fc.Arbitrary<Lines> {
  const text = fc.constantFrom(`${mark} x\n`, `${mark} y\n`, '\n');
  return fc.array(text, { minLength: 1, maxLength: 3 });
}

function situation(file: fc.Arbitrary<Lines>, fresh: (mark: string) => fc.Arbitrary<Lines>) {
  return file.chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      theirs: editOf(lines, fresh('their')),
      mine: editOf(lines, fresh('my')),
    }),
  );
}

/** Sends an edit as somebody who has read the version of these lines. */
function send(desk: Desk, author: string, lines: Lines, edit: Edit): Promise<ToolAnswer> {
  const [tool, args] = callOf(lines, edit);
  return desk.callAs(author, tool, args);
}

/** The same to another process, which knows nothing but what is on the disk. */
function sendAnew(desk: Desk, author: string, lines: Lines, edit: Edit): Promise<ToolAnswer> {
  const [tool, args] = callOf(lines, edit);
  return desk.callAnew(author, tool, args);
}

function callOf(lines: Lines, edit: Edit): readonly [tool: string, args: object] {
  const { kind, start, size, fresh } = edit;
  const known = { file_path: FILE, file_hash: sha256(lines.join('')) };
  const named = lines.slice(start - 1, start - 1 + size).join('');
  const range = { start, end: start + size - 1, range_hash: sha256(named) };
  const contents = fresh.join('');
  const calls = {
    patch: ['patch_text_file_contents', { patches: [{ ...range, contents }] }],
    delete: ['delete_text_file_contents', { ranges: [range] }],
    insert: ['insert_text_file_contents', { before: start, contents }],
    append: ['append_text_file_contents', { contents }],
    'replace text': [
      'replace_text',
      { edits: [{ old_text: named.replace(/[\r\n]+$/, ''), new_text: contents }] },
    ],
  } as const;
  const [tool, args] = calls[kind];
  return [tool, { ...known, ...args }];
}

function linesOf(text = ''): Lines {
  return text.match(/[^\r\n]*(\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}

/** Where the lines of an edit are in another version, if nothing is twice in it. Its ends count as lines. */
function placeIn(now: Lines, lines: Lines, { start, size }: Edit): number | undefined {
  const find = (line: number): number => {
    if (line === 0) return 0;
    if (line > lines.length) return now.length + 1;
    const index = now.indexOf(lines[line - 1] ?? '');
    return index === -1 ? Number.NaN : index + 1;
  };
  const [from, to] = size === 0 ? [start - 1, start] : [start, start + size - 1];
  const isWhole = Array.from({ length: to - from }, (_, index) => from + index).every(
    (line) => find(line + 1) === find(line) + 1,
  );
  const place = find(from) + start - from;
  return isWhole && !Number.isNaN(place) ? place : undefined;
}

/** Text is not moved to where a CR and an LF of two lines could come to stand together. */
function isRefusedForCr(answer: ToolAnswer, { kind }: Edit, text: string): boolean {
  return kind === 'replace text' && /\r(?!\n)/.test(text) && at(answer, 'code') === 'CONFLICT';
}

describe('an edit over the change of another', () => {
  test('gives what it gives when it is made after that, or is refused where its lines are not', async () => {
    const seen = { rebased: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(situation(distinctLines, freshLines), async ({ lines, theirs, mine }) => {
        const desk = createDesk({ [FILE]: lines.join('') }, { context: rebasing });
        await send(desk, 'they', lines, theirs);
        const between = desk.text(FILE) ?? '';
        const place = placeIn(linesOf(between), lines, mine);
        const answer = await send(desk, 'me', lines, mine);
        if (place === undefined || isRefusedForCr(answer, mine, lines.join('') + between)) {
          seen.refused += 1;
          expect(at(answer, 'code')).toBe('CONFLICT');
          expect(desk.text(FILE)).toBe(between);
          return;
        }
        const later = createDesk({ [FILE]: between }, { context: rebasing });
        const plain = await send(later, 'me', linesOf(between), { ...mine, start: place });
        expect(desk.text(FILE)).toBe(later.text(FILE));
        expect(at(answer, 'code')).toBe(at(plain, 'code'));
        expect(at(answer, 'files', 0, 'ranges')).toEqual(at(plain, 'files', 0, 'ranges'));
        if (at(answer, 'files', 0, 'rebased') === undefined) return;
        seen.rebased += 1;
        expect(at(answer, 'files', 0, 'rebased')).toEqual({ shift: place - mine.start });
      }),
      { numRuns: 300 },
    );
    expect(Math.min(seen.rebased, seen.refused)).toBeGreaterThan(30);
  });
});

describe('the same edit sent again', () => {
  const alike = () => fc.array(fc.constantFrom('a\n', 'b\n', '\n'), { minLength: 1, maxLength: 3 });

  test.each(['own', 'rebase'] as const)('is not made twice: %s', async (onStale) => {
    await fc.assert(
      fc.asyncProperty(situation(alikeLines, alike), async ({ lines, theirs, mine }) => {
        const context = { ...rebasing, onStale };
        const desk = createDesk({ [FILE]: lines.join('') }, { context });
        await send(desk, onStale === 'own' ? 'me' : 'they', lines, theirs);
        const between = desk.text(FILE);
        await send(desk, 'me', lines, mine);
        const once = desk.text(FILE);
        if (once === between) return;
        await send(desk, 'me', lines, mine);
        // What comes to the version that it means may be made of that again.
        if (once !== lines.join('')) expect(desk.text(FILE)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  test('is not made twice by another process, which is told under which id it was made', async () => {
    let repeats = 0;
    await fc.assert(
      fc.asyncProperty(
        situation(alikeLines, alike),
        fc.array(editOf(['', '', ''], alike()), { maxLength: 2 }),
        async ({ lines, theirs, mine }, later) => {
          const desk = createDesk({ [FILE]: lines.join('') }, { context: rebasing });
          await send(desk, 'they', lines, theirs);
          const between = desk.text(FILE);
          const made = await sendAnew(desk, 'me', lines, mine);
          if (desk.text(FILE) === between) return;
          const seen = [desk.text(FILE)];
          for (const edit of later) {
            const now = linesOf(desk.text(FILE));
            await sendAnew(desk, 'they', now, fitted(edit, now.length));
            seen.push(desk.text(FILE));
          }
          // What has come to the version that it means may be made of that again.
          if (seen.includes(lines.join(''))) return;
          const again = await sendAnew(desk, 'me', lines, mine);
          expect(desk.text(FILE)).toBe(seen.at(-1));
          expect(again.text).toContain('this very edit was made already');
          expect(again.text).not.toContain('Retry: ');
          repeats += 1;
          expect(at(again, 'conflicts', 0, 'made_as')).toBe(at(made, 'change_id'));
        },
      ),
      { numRuns: 500 },
    );
    expect(repeats).toBeGreaterThan(50);
  });
});
