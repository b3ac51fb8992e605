import { describe, expect, test } from '@jest/globals';
import { at, createDesk, sha256 } from '../../support/desk.js';
import { FIVE, patchStale, patchTool } from '../../support/stale-patch.js';

describe('what may be other lines than those meant is shown, and no call offered', () => {
  test('lines of which there are several, beside some that are sure', async () => {
    const equal = (line: number) => ({ start: line, end: line, first_line: 'x', contents: 'y' });
    const { answer } = await patchStale(
      (desk) => [{ ...desk.lines('a.txt', 5, 5), contents: 'FIVE' }, equal(1), equal(3)],
      'x\ntwo\nx\nfour\nfive\n',
    );
    const range_hash = sha256('x\n').slice(0, 16);
    const told = (line: number) =>
      `your lines ${line}-${line} cannot be told from equal lines, now ${line}-${line}  range_hash ${range_hash}\n${line}\tx\n`;
    expect(answer.text).toContain('your lines 5-5 are unchanged, still 5-5');
    expect(answer.text).toContain(told(1));
    expect(answer.text).toContain(told(3));
    expect(answer.text).not.toContain('Retry');
    expect(at(answer, 'conflicts')).toMatchObject([
      { kind: 'file_hash' },
      { start: 5, end: 5, moved_to: { start: 5, end: 5 } },
      { kind: 'lines', start: 1, end: 1, current: 'x\n', actual: sha256('x\n') },
      { kind: 'lines', start: 3, end: 3, current: 'x\n', actual: sha256('x\n') },
    ]);
  });

  test.each<[object, string]>([
    [{ after: 2 }, 'the lines around your place before line 3 are now 2-3  range_hash '],
    [{ before: 1 }, 'the lines around your place before line 1 are now 1-1  range_hash '],
    [{ after: 3 }, 'the lines around your place before line 4 are now 3-3  range_hash '],
    [{ after: 8 }, 'your place before line 9 is not there any more\n'],
  ])('the place of an insertion %j', async (place, expected) => {
    const on = createDesk({ 'a.txt': FIVE });
    const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), contents: 'x', ...place };
    on.put('a.txt', 'a\nb\nc\n');
    const answer = await on.call('insert_text_file_contents', args);
    expect(answer.text).toContain(`\n${expected}`);
    expect(answer.text).not.toContain('Retry');
  });

  test('lines whose two proofs are those of different lines', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const { range_hash } = on.lines('a.txt', 2, 2);
    const patch = { start: 2, end: 2, range_hash, first_line: 'four', contents: 'x' };
    const args = { file_path: 'a.txt', file_hash: on.hash('a.txt'), patches: [patch] };
    const answer = await on.call(patchTool, args);
    expect(answer.text).toContain('lines that begin and end as yours are now 4-4');
    expect(answer.text).not.toContain('Retry');
  });
});

describe('lines that another has changed are not taken for equal ones elsewhere', () => {
  const TWINS = 'def a():\n    return 1\n\ndef b():\n    return 1\n';
  const known = sha256(TWINS);
  const proofs = [
    { first_line: '    return 1' },
    { range_hash: sha256('    return 1\n') },
  ] as const;
  const patch = (proof: object, contents: string) => ({
    file_path: 'a.txt',
    file_hash: known,
    patches: [{ start: 5, end: 5, ...proof, contents }],
  });

  test.each(proofs)('proved by %j', async (proof) => {
    const on = createDesk({ 'a.txt': TWINS });
    await on.callAs('alice', patchTool, patch(proof, '    return 2'));
    const now = on.text('a.txt');
    const answer = await on.callAs('bob', patchTool, patch(proof, '    return 3'));
    const range_hash = sha256('    return 2\n').slice(0, 16);
    expect(answer.text).toContain(
      `your lines 5-5 have changed, now 5-5  range_hash ${range_hash}\n5\t    return 2\n`,
    );
    expect(answer.text).not.toContain('unchanged');
    expect(answer.text).not.toContain('Retry');
    expect(at(answer, 'conflicts')).not.toContainEqual(
      expect.objectContaining({ moved_to: expect.anything() as unknown }),
    );
    expect(on.text('a.txt')).toBe(now);
  });

  test('but those that stood alone are found where they were moved to', async () => {
    const on = createDesk({ 'a.txt': FIVE });
    const { range_hash } = on.lines('a.txt', 2, 2);
    const one = { file_path: 'a.txt', file_hash: on.hash('a.txt') };
    const patches = [
      { start: 2, end: 2, range_hash, contents: '' },
      { start: 6, range_hash: '', contents: 'two' },
    ];
    await on.callAs('alice', patchTool, { ...one, patches });
    expect(on.text('a.txt')).toBe('one\nthree\nfour\nfive\ntwo\n');
    const answer = await on.callAs('bob', patchTool, {
      ...one,
      patches: [{ start: 2, end: 2, range_hash, contents: 'TWO' }],
    });
    expect(answer.text).toContain('your lines 2-2 are unchanged, now 5-5');
    expect(answer.text).toContain('Retry');
  });
});
