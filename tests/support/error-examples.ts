import type { ErrorCode, ErrorDetails } from '../../src/core/errors.js';
import { hashOf } from '../../src/core/hash.js';
import { gapBefore, inclusive } from '../../src/core/range.js';

const now = hashOf(Buffer.from('now'));
const then = hashOf(Buffer.from('then'));

/** What a code carries, the facts that its message must name, and a word of its hint. */
export interface Example<C extends ErrorCode> {
  readonly details: ErrorDetails[C];
  readonly names: readonly (string | number)[];
  readonly hint: string;
}

/** One error of each code; a missing code is a type error. */
export const ERROR_EXAMPLES: { readonly [C in ErrorCode]: Example<C> } = {
  CONFLICT: {
    details: {
      conflicts: [{ path: 'a.txt', kind: 'file_hash', expected: then, actual: now }],
    },
    names: ['a.txt', then.slice(0, 16), now.slice(0, 16)],
    hint: 'merge',
  },
  OVERLAPPING_PATCHES: {
    details: {
      path: 'a.txt',
      first: 1,
      second: 3,
      firstRange: inclusive(4, 9),
      secondRange: gapBefore(6),
    },
    names: ['a.txt', 'Patch 1 (lines 4-9)', 'patch 3 (the gap before line 6)'],
    hint: 'share no line',
  },
  LINE_TOO_LONG: {
    details: { path: 'a.txt', line: 7, chars: 5210, limit: 2000 },
    names: ['a.txt', 'Line 7', '5,210', '2,000'],
    hint: 'replace_text',
  },
  NO_ROOTS: { details: { directory: '/' }, names: ['/'], hint: 'LOCKLINE_ROOTS' },
  UNSUPPORTED_FILE_SYSTEM: {
    details: { path: 'a.txt', type: 'nfs' },
    names: ['a.txt', 'nfs'],
    hint: '--allow-network-fs',
  },
  RANGE_OUT_OF_BOUNDS: {
    details: { path: 'a.txt', start: 10, end: 20, totalLines: 12 },
    names: ['a.txt', '10-20', '12 lines'],
    hint: '1 to 12',
  },
  INVALID_ARGUMENT: {
    details: { what: 'file_hash "xyz" of a.txt is not a hash', hint: 'Send 16 digits' },
    names: ['file_hash "xyz" of a.txt is not a hash.'],
    hint: 'Send 16 digits.',
  },
  EMPTY_CONTENTS: { details: { path: 'a.txt' }, names: ['a.txt'], hint: String.raw`"\n"` },
  NO_MATCH: {
    details: { path: 'a.txt', what: 'old_text of edit 2', nearest: 'line 4: <TAB> for <NBSP>' },
    names: ['a.txt', 'old_text of edit 2', '\nline 4: <TAB> for <NBSP>'],
    hint: 'exactly',
  },
  COUNT_MISMATCH: {
    details: {
      path: 'a.txt',
      what: 'edits[1].old_text',
      expected: 1,
      found: 3,
      overlaps: false,
      where: 'lines 4, 5 and 9',
      edit: 'edits[1]',
    },
    names: ['edits[1].old_text', 'a.txt', '1 time', '3 times', '\nlines 4, 5 and 9'],
    hint: 'expect_count: 3',
  },
  NO_CHANGE: {
    details: { path: 'a.txt', what: 'old_text and new_text of edit 2 are the same' },
    names: ['a.txt', 'edit 2 are the same.'],
    hint: 'Leave',
  },
  FILE_NOT_FOUND: {
    details: { path: 'a.tx', near: 'a.txt' },
    names: ['a.tx '],
    hint: 'Did you mean a.txt?',
  },
  FILE_EXISTS: { details: { path: 'a.txt' }, names: ['a.txt'], hint: 'file_hash' },
  NOT_A_FILE: {
    details: { path: 'src', found: 'a directory' },
    names: ['src', 'a directory'],
    hint: 'Name a file',
  },
  BINARY_FILE: {
    details: { path: 'logo.png', offset: 8 },
    names: ['logo.png', 'byte 8'],
    hint: 'utf-16le',
  },
  UNDECODABLE: {
    details: {
      path: 'a.txt',
      encoding: 'utf-8',
      line: 4,
      offset: 73,
      readings: [{ encoding: 'windows-1252', text: 'café' }],
    },
    names: ['a.txt', 'utf-8', 'Line 4', 'offset 73', '\nas windows-1252: café'],
    hint: 'encoding: "windows-1252"',
  },
  UNENCODABLE: {
    details: { path: 'a.txt', encoding: 'iso-8859-1', character: '€', line: 2, column: 5 },
    names: ['a.txt', 'iso-8859-1', '"€" (U+20AC)', 'line 2, column 5'],
    hint: 'characters',
  },
  UNSUPPORTED_ENCODING: {
    details: { encoding: 'base64', reason: 'it is not a text encoding' },
    names: ['"base64"', 'it is not a text encoding.'],
    hint: 'windows-1252',
  },
  FILE_TOO_LARGE: {
    details: { path: 'a.txt', size: 70_000_000, limit: 67_108_864 },
    names: ['a.txt', '70,000,000 bytes', '67,108,864 bytes'],
    hint: '--max-file-size',
  },
  OUTSIDE_ROOTS: {
    details: { path: '/etc/passwd', roots: ['/project', '/other'] },
    names: ['/etc/passwd', '/project and /other'],
    hint: 'inside a root',
  },
  PROTECTED_PATH: {
    details: { path: '.git/config', rule: '.git/' },
    names: ['.git/config', '.git/'],
    hint: '--allow-write',
  },
  READ_ONLY: {
    details: { path: 'a.txt', reason: 'the file system is mounted read-only' },
    names: ['a.txt', 'mounted read-only.'],
    hint: 'Reading works',
  },
  PERMISSION_DENIED: {
    details: { path: 'a.txt', reason: 'its directory cannot be written' },
    names: ['a.txt', 'its directory cannot be written.'],
    hint: 'user',
  },
  HARD_LINKED: {
    details: { path: 'a.txt', links: 3 },
    names: ['a.txt', '3 hard links'],
    hint: '--break-hard-links',
  },
  FILE_MOUNT: { details: { path: 'a.txt' }, names: ['a.txt'], hint: 'directory' },
  BUSY: {
    details: { path: 'a.txt', holder: 'codex-4f2a', heldMs: 12_000, waitedMs: 15_000 },
    names: ['a.txt', 'codex-4f2a', '12 s', '15 s'],
    hint: 'again',
  },
  LOCK_LOST: { details: { path: 'a.txt' }, names: ['a.txt'], hint: 'again' },
  CHANGED_ON_DISK: { details: { path: 'a.txt' }, names: ['a.txt'], hint: 'Read' },
  IN_DOUBT: {
    details: { path: 'a.txt', reason: 'the journal lies outside of this root' },
    names: ['a.txt', 'the journal lies outside of this root.'],
    hint: 'lockline recover ROOT',
  },
  NO_SPACE: { details: { path: 'a.txt' }, names: ['a.txt'], hint: 'space' },
  IO_FAILED: {
    details: { path: 'a.txt', call: 'fsync', cause: 'EIO: i/o error' },
    names: ['a.txt', 'fsync', 'EIO: i/o error.'],
    hint: 'again',
  },
  UNKNOWN_CHANGE: { details: { what: 'Change k7m2q' }, names: ['k7m2q'], hint: 'get_history' },
  INTERNAL: { details: { reference: '4f2a' }, names: ['4f2a'], hint: 'reference' },
};
