import { describe, expect, test } from '@jest/globals';
import { parsePatch } from '../../../src/core/patch/patch-format.js';
import { fault, parsed } from '../../support/short-patch.js';

const HEAD = '--- a/x.py\n+++ b/x.py\n';

describe('a unified diff', () => {
  test('has hunks with numbers, lines that stay, go and come', () => {
    expect(
      parsed(`${HEAD}@@ -3,3 +3,3 @@ def f():\n a\n-b\n+c\n d\n@@ -9 +9,2 @@\n e\n+f\n`),
    ).toEqual([{ kind: 'update', path: 'x.py', hunks: ['3| a|-b|+c| d', '9| e|+f'] }]);
  });

  test('tells where lines go that have none around them', () => {
    expect(parsed(`${HEAD}@@ -2,0 +3 @@\n+a\n@@ -0,0 +1 @@\n+b\n`)).toEqual([
      { kind: 'update', path: 'x.py', hunks: ['3|+a', '1|+b'] },
    ]);
  });

  test('tells of the end of the file', () => {
    const text = `${HEAD}@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n`;
    expect(parsed(text)).toEqual([{ kind: 'update', path: 'x.py', hunks: ['1|-a\\|+a'] }]);
  });

  test('may hold lines that look like headers', () => {
    const text = `${HEAD}@@ -1,3 +1,3 @@\n--- a/y\n+++ b/y\n-@@ x\n+*** y\n \n`;
    expect(parsed(text)).toEqual([
      { kind: 'update', path: 'x.py', hunks: ['1|--- a/y|+++ b/y|-@@ x|+*** y| '] },
    ]);
  });

  test('creates and deletes files', () => {
    const text = [
      '--- /dev/null',
      '+++ b/new.txt',
      '@@ -0,0 +1,2 @@',
      '+a',
      '+b',
      '\\ No newline at end of file',
      '--- a/old.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-c',
    ].join('\n');
    expect(parsed(text)).toEqual([
      { kind: 'create', path: 'new.txt', contents: 'a\nb' },
      { kind: 'delete', path: 'old.txt', hunks: ['1|-c'] },
    ]);
  });

  test('may be fenced, surrounded by words, and end as a letter does', () => {
    const text = `${HEAD}@@ -1 +1 @@\n-a\n+b\n`;
    const whole = [{ kind: 'update', path: 'x.py', hunks: ['1|-a|+b'] }];
    expect(parsed(`\`\`\`diff\n${text}\`\`\`\n`)).toEqual(whole);
    expect(parsed(`From 1 Mon\nSubject: x\n---\n x.py | 2 +-\n\n${text}-- \n2.45.0\n\n`)).toEqual(
      whole,
    );
    expect(parsed(`Index: x.py\n=====\n${text}\nIndex: y\n`)).toEqual(whole);
  });

  test('may have line breaks of another kind', () => {
    const text = `${HEAD}@@ -1,2 +1,2 @@\n a\n-b\n+c\n`;
    for (const end of ['\r\n', '\r']) {
      expect(parsed(text.replaceAll('\n', end))).toEqual(parsed(text));
    }
  });

  test('gives a new file the line ends of its lines, where the patch itself has others', () => {
    const head = '--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n';
    expect(parsed(`${head}+a\r\n+b\r\n`)).toEqual([
      { kind: 'create', path: 'x', contents: 'a\r\nb\r\n' },
    ]);
    expect(parsed(`${head}+a\n+b\n`.replaceAll('\n', '\r\n'))).toEqual([
      { kind: 'create', path: 'x', contents: 'a\nb\n' },
    ]);
  });

  test.each([
    ['without numbers', '@@\n a\n-b\n+c\n', '| a|-b|+c'],
    ['with dots for numbers', '@@ ... @@\n a\n-b\n+c\n', '| a|-b|+c'],
    ['with too few lines counted', '@@ -4,2 +4,1 @@\n a\n-b\n+c\n d\n', '4| a|-b|+c| d'],
    ['with too many lines counted', '@@ -4,9 +4,9 @@\n a\n-b\n+c\n', '4| a|-b|+c'],
    ['with a blank line whose space is gone', '@@ -4,3 +4,3 @@\n a\n\n-b\n+c\n', '4| a| |-b|+c'],
    ['with blank lines after it', '@@\n a\n-b\n+c\n\n\n', '| a|-b|+c'],
  ])('may be written by a model: %s', (_, hunk, expected) => {
    const second = '--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n';
    expect(parsed(`${HEAD}${hunk}${second}`)).toEqual([
      { kind: 'update', path: 'x.py', hunks: [expected.replace(/^\|/, '')] },
      { kind: 'update', path: 'y', hunks: ['1|-a|+b'] },
    ]);
  });
});

describe('a diff of git', () => {
  const git = (...lines: readonly string[]) =>
    parsed(['diff --git a/one.txt b/two.txt', ...lines, ''].join('\n'));

  test('moves files, with hunks or without', () => {
    const rename = ['similarity index 90%', 'rename from one.txt', 'rename to two.txt'];
    const moved = { kind: 'update', path: 'one.txt', newPath: 'two.txt' };
    expect(git(...rename)).toEqual([{ ...moved, hunks: [] }]);
    const hunk = ['index 1..2 100644', '--- a/one.txt', '+++ b/two.txt', '@@ -1 +1 @@', '-a', '+b'];
    expect(git(...rename, ...hunk)).toEqual([{ ...moved, hunks: ['1|-a|+b'] }]);
  });

  test('creates and deletes empty files, which have no hunks', () => {
    const same = (...lines: readonly string[]) =>
      parsed(['diff --git a/a b.txt b/a b.txt', ...lines, 'index 0..1'].join('\n'));
    expect(same('new file mode 100644')).toEqual([
      { kind: 'create', path: 'a b.txt', contents: '' },
    ]);
    expect(same('new file mode 100755')).toEqual([
      { kind: 'create', path: 'a b.txt', contents: '', mode: '100755' },
    ]);
    expect(same('deleted file mode 100644')).toEqual([
      { kind: 'delete', path: 'a b.txt', hunks: [] },
    ]);
  });

  test('has its files one after the other', () => {
    const text = [
      'diff --git a/one b/one',
      'index 1..2 100644',
      '--- a/one',
      '+++ b/one',
      '@@ -1 +1 @@',
      '-a',
      '+b',
      'diff --git a/two b/three',
      'rename from two',
      'rename to three',
      'diff --git a/four b/four',
      'deleted file mode 100644',
      '--- a/four',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-d',
    ];
    expect(parsePatch(text.join('\n')).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'update one',
      'update two',
      'delete four',
    ]);
  });

  test.each([
    ['the mode of a file', 'old mode 100644\nnew mode 100755', 'Line 2 of patch changes the mode'],
    ['a copy', 'copy from one.txt\ncopy to two.txt', 'Line 2 of patch copies'],
    ['a link', 'new file mode 120000', 'link'],
    [
      'a binary file',
      'index 1..2\nBinary files a/one and b/one differ',
      'Line 3 of patch is of a binary',
    ],
  ])('is refused for %s', (_, lines, expected) => {
    expect(fault(`diff --git a/one.txt b/two.txt\n${lines}\n`)).toContain(expected);
  });

  test('of a merge is refused', () => {
    expect(fault(`${HEAD}@@@ -1 -1 +1 @@@\n--a\n++b\n`)).toContain('merge');
  });
});

describe('paths', () => {
  const pathOf = (old: string, now: string) =>
    parsePatch(`--- ${old}\n+++ ${now}\n@@ -1 +1 @@\n-a\n+b\n`)[0]?.path;

  test.each([
    ['a/x', 'b/x', 'x'],
    ['i/x', 'w/x', 'x'],
    ['x', 'x', 'x'],
    ['src/x', 'src/x', 'src/x'],
    ['a/x', 'x', 'x'],
    ['x', 'b/x', 'x'],
    ['/abs/x', '/abs/x', '/abs/x'],
    ['a/x\t2026-01-01 10:00:00 +0000', 'b/x\t2026-01-02', 'x'],
    ['a/with space', 'b/with space', 'with space'],
    [
      String.raw`"a/caf\303\251 \"q\"\t.txt"`,
      String.raw`"b/caf\303\251 \"q\"\t.txt"`,
      'caf\u00e9 "q"\t.txt',
    ],
  ])('%s and %s', (old, now, expected) => {
    expect(pathOf(old, now)).toBe(expected);
  });

  test('of git may hold spaces and quotes', () => {
    const created = (line: string) => parsePatch(`${line}\nnew file mode 100644\n`)[0]?.path;
    expect(created('diff --git a/a b b/a b')).toBe('a b');
    expect(created(String.raw`diff --git "a/\303\251" "b/\303\251"`)).toBe('\u00e9');
  });

  test('of a file that is new or deleted have the prefixes that git says', () => {
    const created = (git: string, now: string) =>
      parsePatch(
        `diff --git ${git}\nnew file mode 100644\n--- /dev/null\n+++ ${now}\n@@ -0,0 +1 @@\n+a\n`,
      )[0];
    expect(created('a/x b/x', 'b/x')?.path).toBe('x');
    expect(created('i/x w/x', 'w/x')?.path).toBe('x');
    expect(created('b/x b/x', 'b/x')?.path).toBe('b/x');
    const deleted =
      'diff --git i/x w/x\ndeleted file mode 100644\n--- i/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n';
    expect(parsePatch(deleted)[0]?.path).toBe('x');
  });

  test('that differ without a move are refused', () => {
    expect(fault('--- x.orig\n+++ x\n@@ -1 +1 @@\n-a\n+b\n')).toContain('x.orig and x');
  });
});

describe('it is refused', () => {
  test.each([
    ['nothing', '', 'names no file'],
    ['words', 'please change x\n', 'names no file'],
    ['hunks of no file', '@@ -1 +1 @@\n-a\n+b\n', 'no file is named'],
    ['a file without hunks', HEAD, 'has no hunk'],
    ['a hunk that changes nothing', `${HEAD}@@ -1 +1 @@\n a\n`, 'changes nothing'],
    [
      'a bare line in a hunk',
      `${HEAD}@@ -1,2 +1,2 @@\n a\nb\n-c\n+d\n`,
      'Line 5 of patch is in a hunk',
    ],
    ['old lines in a new file', '--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n-a\n+b\n', 'not new'],
  ])('%s', (_, text, expected) => {
    expect(fault(text)).toContain(expected);
  });
});
