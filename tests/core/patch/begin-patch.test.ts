import { describe, expect, test } from '@jest/globals';
import { fault, parsed } from '../../support/short-patch.js';

describe('the form that begins with *** Begin Patch', () => {
  const wrap = (...lines: readonly string[]) =>
    ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

  test('adds, deletes, updates and moves', () => {
    const text = wrap(
      '*** Add File: new.txt',
      '+a',
      '+',
      '+b',
      '*** Delete File: old.txt',
      '*** Update File: x.py',
      '*** Move to: y.py',
      '@@ class A',
      '@@     def f():',
      '-c',
      '+d',
      '@@',
      ' e',
      '+f',
      '*** End of File',
    );
    expect(parsed(text)).toEqual([
      { kind: 'create', path: 'new.txt', contents: 'a\n\nb\n' },
      { kind: 'delete', path: 'old.txt', hunks: [] },
      {
        kind: 'update',
        path: 'x.py',
        newPath: 'y.py',
        hunks: ['@@class A|@@    def f():|-c|+d', ' e|+f|END'],
      },
    ]);
  });

  test('may leave out the first @@, and move without hunks', () => {
    expect(parsed(wrap('*** Update File: x', ' a', '-b', '+c'))).toEqual([
      { kind: 'update', path: 'x', hunks: [' a|-b|+c'] },
    ]);
    expect(parsed(wrap('*** Update File: x', '*** Move to: y'))).toEqual([
      { kind: 'update', path: 'x', newPath: 'y', hunks: [] },
    ]);
  });

  test('may stand in a command of a shell', () => {
    const text = `apply_patch <<'EOF'\n${wrap('*** Delete File: x')}EOF\n`;
    expect(parsed(text)).toEqual([{ kind: 'delete', path: 'x', hunks: [] }]);
  });

  test('may have numbers, and blank lines between files', () => {
    const text = wrap(
      '*** Update File: x',
      '@@ -4,2 +4,2 @@',
      ' a',
      '-b',
      '+c',
      '',
      '*** Delete File: y',
    );
    expect(parsed(text)).toEqual([
      { kind: 'update', path: 'x', hunks: ['4| a|-b|+c'] },
      { kind: 'delete', path: 'y', hunks: [] },
    ]);
  });

  test.each([
    [
      'that is cut off',
      '*** Begin Patch\n*** Delete File: x\n',
      'Line 3 of patch should be "*** End Patch"',
    ],
    ['with an unknown part', wrap('*** Rename File: x'), 'Line 2 of patch begins no part'],
    ['without a path', wrap('*** Delete File: '), 'Line 2 of patch has no path'],
    [
      'with a bare line in a new file',
      wrap('*** Add File: x', 'a'),
      'Line 3 of patch is of the new file',
    ],
    [
      'with a bare line in a hunk',
      wrap('*** Update File: x', '-a', 'b'),
      'Line 4 of patch is in a hunk',
    ],
    ['without a change', wrap('*** Update File: x'), 'has no change'],
  ])('is refused %s', (_, text, expected) => {
    expect(fault(text)).toContain(expected);
  });
});
