import { describe, expect, test } from '@jest/globals';
import { hashOf } from '../../../src/core/hash.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { createGrammars } from '../../../src/workspace/outline/grammar.js';
import { outlineFiles } from '../../../src/workspace/outline/outline.js';
import type { OutlineRequest } from '../../../src/workspace/outline/outline.js';
import { patient } from '../../contract/steps.js';

const PYTHON = 'class A:\r\n    def f(self):\r\n        pass\r\n';
const files = {
  'src/a.py': PYTHON,
  'src/b.ts': 'function b() {}\n',
  'src/notes.txt': 'x',
  'README.md': '# A\n## B\n',
  'a.json': '{\n"a": 1\n}',
  'a.yml': 'a: 1\n',
  'wide.py': Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('def f():\n  pass\n', 'utf16le')]),
  'latin.py': Buffer.from('def f():\n  x = "caf\xe9"\ndef g(): pass', 'latin1'),
  'binary.py': 'def f(): pass\0',
  'large.py': `x = 1\n${'#\n'.repeat(1_100_000)}`,
};
const store = createMemoryStore(files);
const grammars = createGrammars();

function outline(paths: readonly string[], request: Partial<OutlineRequest> = {}) {
  const whole = { paths, depth: 9, maxFiles: 64, ...request };
  return outlineFiles(store, grammars, whole, patient.signal);
}

/** Entries as `path: KIND NAME first-last`, or the code of an error. */
async function told(...args: Parameters<typeof outline>): Promise<readonly string[]> {
  const outlines = await outline(...args);
  return outlines.files.flatMap((file) => {
    if ('error' in file) return [`${file.shown}: ${file.error.code}`];
    return file.outline.entries.map(
      ({ kind, name, range }) => `${file.shown}: ${kind} ${name} ${range.start}-${range.end - 1}`,
    );
  });
}

describe('outlineFiles', () => {
  test('tells entries with the hashes that a read of their lines gives', async () => {
    const [file] = (await outline(['src/a.py'])).files;
    expect(file).toMatchObject({
      shown: 'src/a.py',
      language: 'python',
      scan: { hash: hashOf(Buffer.from(PYTHON)), totalLines: 3, newline: 'crlf' },
      outline: {
        leftOut: 0,
        entries: [
          { kind: 'class', name: 'A', depth: 0, hash: hashOf(Buffer.from(PYTHON)) },
          {
            kind: 'method',
            name: 'f',
            depth: 1,
            range: { start: 2, end: 4 },
            hash: hashOf(Buffer.from(PYTHON.slice(10))),
          },
        ],
      },
    });
  });

  test('reads what has no grammar with scanners', async () => {
    expect(await told(['README.md', 'a.json', 'a.yml'])).toEqual([
      'README.md: h1 A 1-2',
      'README.md: h2 B 2-2',
      'a.json: value a 2-2',
      'a.yml: key a 1-1',
    ]);
  });

  test('a directory means all files in it whose language is known', async () => {
    expect(await told(['src'], { depth: 1 })).toEqual([
      'src/a.py: class A 1-3',
      'src/b.ts: function b 1-1',
    ]);
  });

  test('files in other encodings are read, and bytes that are no text do not matter', async () => {
    expect(await told(['wide.py', 'latin.py'])).toEqual([
      'wide.py: function f 1-2',
      'latin.py: function f 1-2',
      'latin.py: function g 3-3',
    ]);
  });

  test('what cannot be outlined says why, and does not spoil the others', async () => {
    const paths = ['gone.py', 'src/notes.txt', 'binary.py', 'large.py', 'a.yml'];
    expect(await told(paths)).toEqual([
      'gone.py: FILE_NOT_FOUND',
      'src/notes.txt: INVALID_ARGUMENT',
      'binary.py: BINARY_FILE',
      'large.py: INVALID_ARGUMENT',
      'a.yml: key a 1-1',
    ]);
  });

  test('files beyond the most are named', async () => {
    const { files: outlined, leftOut } = await outline(['a.yml', 'src'], { maxFiles: 2 });
    expect(outlined.map(({ shown }) => shown)).toEqual(['a.yml', 'src/a.py']);
    expect(leftOut).toEqual(['src/b.ts']);
  });
});
