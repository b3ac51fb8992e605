import { createFolder, type Folder, sha256 } from './client-folder.js';

const ONE = sha256('one\n');
const OTHER = sha256('something else');

/** The files that the calls below are about. */
export function makeRefusalFolder(): Folder {
  const folder = createFolder({
    'a.txt': 'one\ntwo\nthree\n',
    'b.txt': 'one\n',
    'empty.txt': '',
    'binary.dat': Buffer.of(0x61, 0, 0x62),
    'latin.txt': Buffer.from('caf\u00e9\n', 'latin1'),
    'long.txt': `${'x'.repeat(3000)}\n`,
    'linked.txt': 'linked\n',
    '.git/config': '[core]\n',
    'dir/in.txt': 'in\n',
  });
  folder.symlink('soft.txt', 'a.txt');
  folder.hardLink('twin.txt', 'linked.txt');
  return folder;
}

/** A call that is to be refused, in terms of the folder. */
export interface Refused {
  readonly code: string;
  readonly tool: string;
  readonly args: (hash: Folder['hash']) => object;
}

const read = (...files: readonly object[]) => ({
  tool: 'get_text_file_contents',
  args: () => ({ files }),
});

const patch = (name: string, ...patches: readonly object[]) => ({
  tool: 'patch_text_file_contents',
  args: (hash: Folder['hash']) => ({ file_path: name, file_hash: hash(name), patches }),
});

const given = (tool: string, name: string, more: object) => ({
  tool,
  args: (hash: Folder['hash']) => ({ file_path: name, file_hash: hash(name), ...more }),
});

const edit = (files: (hash: Folder['hash']) => readonly object[]) => ({
  tool: 'edit_text_file_contents',
  args: (hash: Folder['hash']) => ({ files: files(hash) }),
});

const line = (start: number, end: number, more: object) => ({
  start,
  end,
  contents: 'x\n',
  ...more,
});
const first = (more: object = {}) => line(1, 1, { range_hash: ONE, ...more });

/** Every refusal of a tool of the `lines` set, by what is wrong with the call. */
export const refusals: Readonly<Record<string, Refused>> = {
  'a file that does not exist': { code: 'FILE_NOT_FOUND', ...read({ file_path: 'none.txt' }) },
  'a directory': { code: 'NOT_A_FILE', ...read({ file_path: 'dir' }) },
  'a binary file': { code: 'BINARY_FILE', ...read({ file_path: 'binary.dat' }) },
  'bytes that do not decode': { code: 'UNDECODABLE', ...read({ file_path: 'latin.txt' }) },
  'an encoding that does not exist': {
    code: 'UNSUPPORTED_ENCODING',
    ...read({ file_path: 'a.txt', encoding: 'klingon' }),
  },
  'a file outside': { code: 'OUTSIDE_ROOTS', ...read({ file_path: '../a.txt' }) },
  'a range that begins past the end': {
    code: 'RANGE_OUT_OF_BOUNDS',
    ...read({ file_path: 'a.txt', ranges: [{ start: 4 }] }),
  },
  'no files': { code: 'INVALID_ARGUMENT', ...read() },
  'a misspelt key': { code: 'INVALID_ARGUMENT', ...read({ file_path: 'a.txt', rangs: [] }) },
  'offset and limit': {
    code: 'INVALID_ARGUMENT',
    ...read({ file_path: 'a.txt', offset: 1, limit: 2 }),
  },

  'another version of the file': {
    code: 'CONFLICT',
    tool: 'patch_text_file_contents',
    args: () => ({ file_path: 'a.txt', file_hash: OTHER, patches: [first()] }),
  },
  'other lines': { code: 'CONFLICT', ...patch('a.txt', first({ range_hash: OTHER })) },
  'another first line': {
    code: 'CONFLICT',
    ...patch('a.txt', line(1, 1, { first_line: 'eins' })),
  },
  'another last line': {
    code: 'CONFLICT',
    ...patch('a.txt', line(1, 2, { first_line: 'one', last_line: 'zwei' })),
  },
  'lines without a proof': { code: 'INVALID_ARGUMENT', ...patch('a.txt', line(1, 1, {})) },
  'line 0': { code: 'RANGE_OUT_OF_BOUNDS', ...patch('a.txt', line(0, 1, { range_hash: ONE })) },
  'an end before the start': {
    code: 'RANGE_OUT_OF_BOUNDS',
    ...patch('a.txt', line(3, 2, { range_hash: ONE })),
  },
  'an end past the last line': {
    code: 'RANGE_OUT_OF_BOUNDS',
    ...patch('a.txt', line(1, 4, { range_hash: ONE })),
  },
  'an insertion with an end': {
    code: 'INVALID_ARGUMENT',
    ...patch('a.txt', line(1, 1, { range_hash: '' })),
  },
  'patches that overlap': {
    code: 'OVERLAPPING_PATCHES',
    ...patch('a.txt', first(), line(1, 2, { first_line: 'one', last_line: 'two' })),
  },
  'no patches': { code: 'INVALID_ARGUMENT', ...patch('a.txt') },
  'an empty hash': {
    code: 'INVALID_ARGUMENT',
    tool: 'patch_text_file_contents',
    args: () => ({ file_path: 'empty.txt', file_hash: '', patches: [first()] }),
  },
  'a malformed hash': {
    code: 'INVALID_ARGUMENT',
    tool: 'patch_text_file_contents',
    args: () => ({ file_path: 'a.txt', file_hash: '123', patches: [first()] }),
  },
  'a mistyped hash': {
    code: 'INVALID_ARGUMENT',
    tool: 'patch_text_file_contents',
    args: (hash) => ({
      file_path: 'a.txt',
      file_hash: `${hash('a.txt').slice(0, 15)}${hash('a.txt')[15] === '0' ? '1' : '0'}`,
      patches: [first()],
    }),
  },
  'a NUL in new text': {
    code: 'INVALID_ARGUMENT',
    ...patch('a.txt', first({ contents: 'a\u0000' })),
  },
  'a line that is too long to be shown': {
    code: 'LINE_TOO_LONG',
    ...patch('long.txt', line(1, 1, { range_hash: sha256(`${'x'.repeat(3000)}\n`) })),
  },
  'a character that the encoding lacks': {
    code: 'UNENCODABLE',
    ...given('patch_text_file_contents', 'a.txt', {
      encoding: 'ascii',
      patches: [first({ contents: '\u20ac' })],
    }),
  },
  'a file that is protected': {
    code: 'PROTECTED_PATH',
    ...patch('.git/config', line(1, 1, { first_line: '[core]' })),
  },
  'a file with two names': {
    code: 'HARD_LINKED',
    ...patch('linked.txt', line(1, 1, { first_line: 'linked' })),
  },
  'a file that is too large': {
    code: 'FILE_TOO_LARGE',
    ...given('append_text_file_contents', 'a.txt', { contents: 'x'.repeat(70_000) }),
  },

  'an insertion of nothing': {
    code: 'EMPTY_CONTENTS',
    ...given('insert_text_file_contents', 'a.txt', { before: 1, contents: '' }),
  },
  'an insertion at no place': {
    code: 'INVALID_ARGUMENT',
    ...given('insert_text_file_contents', 'a.txt', { contents: 'x\n' }),
  },
  'an insertion past the end': {
    code: 'RANGE_OUT_OF_BOUNDS',
    ...given('insert_text_file_contents', 'a.txt', { after: 4, contents: 'x\n' }),
  },
  'an appendix of nothing': {
    code: 'EMPTY_CONTENTS',
    ...given('append_text_file_contents', 'a.txt', { contents: '' }),
  },
  'a deletion of nothing': {
    code: 'INVALID_ARGUMENT',
    ...given('delete_text_file_contents', 'a.txt', { ranges: [] }),
  },
  'a deletion of other lines': {
    code: 'CONFLICT',
    ...given('delete_text_file_contents', 'a.txt', {
      ranges: [{ start: 1, end: 1, range_hash: OTHER }],
    }),
  },
  'a new file that exists': {
    code: 'FILE_EXISTS',
    tool: 'create_text_file',
    args: () => ({ file_path: 'a.txt', contents: '' }),
  },

  'a transaction of no files': { code: 'INVALID_ARGUMENT', ...edit(() => []) },
  'a transaction with a file twice': {
    code: 'INVALID_ARGUMENT',
    ...edit((hash) => [
      { file_path: 'a.txt', file_hash: hash('a.txt'), patches: [first()] },
      { file_path: './a.txt', file_hash: hash('a.txt'), action: 'delete' },
    ]),
  },
  'a transaction of which one half is stale': {
    code: 'CONFLICT',
    ...edit((hash) => [
      { file_path: 'a.txt', file_hash: hash('a.txt'), patches: [first()] },
      { file_path: 'b.txt', file_hash: OTHER, patches: [first()] },
    ]),
  },
  'a transaction of more files than allowed': {
    code: 'INVALID_ARGUMENT',
    ...edit(() => Array.from({ length: 4 }, (_, n) => ({ file_path: `n${n}.txt`, contents: '' }))),
  },
  'a move onto a file': {
    code: 'FILE_EXISTS',
    ...edit((hash) => [
      { file_path: 'a.txt', file_hash: hash('a.txt'), action: 'move', new_path: 'b.txt' },
    ]),
  },
  'a deletion through a symbolic link': {
    code: 'NOT_A_FILE',
    ...edit((hash) => [{ file_path: 'soft.txt', file_hash: hash('a.txt'), action: 'delete' }]),
  },
};
