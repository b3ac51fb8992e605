import { conflictsText, isAllDone } from './conflict-text.js';
import { describeDeparture } from './departure-text.js';
import { describeCount, describeNoMatch, withEvidence } from './match-text.js';
import { OWN_FILES_RULE } from '../errors.js';
import type { ErrorCode, ErrorDetails, LocklineError } from '../errors.js';
import {
  codePointsText,
  countText,
  durationText,
  listText,
  quoteText,
  rangeText,
  sentence,
} from './phrase.js';
import type { Description } from './phrase.js';

/**
 * Says what an expected failure was and what to do. It does not say whether anything was written:
 * nothing was, unless the code is IN_DOUBT.
 */
export function describeError<C extends ErrorCode>(error: LocklineError<C>): Description {
  return DESCRIPTIONS[error.code](error.details);
}

const FILES_NAMED = 3;

const DESCRIPTIONS: { readonly [C in ErrorCode]: (details: ErrorDetails[C]) => Description } = {
  CONFLICT: describeConflict,
  OVERLAPPING_PATCHES: ({ path, first, second, firstRange, secondRange }) => ({
    message: `Patch ${first} (${rangeText(firstRange)}) and patch ${second} (${rangeText(secondRange)}) of ${path} overlap.`,
    hint: 'Join the two into one patch, or choose ranges that share no line. All numbers mean the file as it was read.',
  }),
  LINE_TOO_LONG: ({ path, line, chars, limit }) => ({
    message: `Line ${line} of ${path} has ${countText(chars, 'character')}; a patch replaces only lines of up to ${countText(limit, 'character')}, because longer ones are not shown whole.`,
    hint: 'replace_text changes a part of a line. To replace the whole line, delete it and insert the new one.',
  }),
  NO_ROOTS: ({ directory }) => ({
    message: `No root is named, and the server was started in ${directory}, which is too wide to open.`,
    hint: 'Name the directory to work in where the server is configured: as its last argument ("args": ["lockline", "/path/to/project"]) or in LOCKLINE_ROOTS. This cannot be set from a call.',
  }),
  UNSUPPORTED_FILE_SYSTEM: ({ path, type }) => ({
    message: `${path} is on a file system (${type}) on which locks cannot be relied on.`,
    hint: 'Run the server on the machine that owns the disk. To write there all the same, start it with --allow-network-fs. Reading works.',
  }),
  RANGE_OUT_OF_BOUNDS: describeBounds,
  INVALID_ARGUMENT: ({ what, hint }) => ({ message: sentence(what), hint: sentence(hint) }),
  EMPTY_CONTENTS: ({ path }) => ({
    message: `contents for ${path} is empty, so there is nothing to add.`,
    hint: 'Send "\\n" to add one blank line. delete_text_file_contents removes lines.',
  }),
  NO_MATCH: describeNoMatch,
  COUNT_MISMATCH: describeCount,
  NO_CHANGE: ({ path, what }) => ({
    message: `Nothing would change in ${path}: ${sentence(what)}`,
    hint: 'Leave this edit out, or correct the new text.',
  }),
  FILE_NOT_FOUND: describeNotFound,
  FILE_EXISTS: ({ path }) => ({
    message: `${path} already exists.`,
    hint: 'Read it and send its file_hash to change it, or choose another path.',
  }),
  NOT_A_FILE: ({ path, found }) => ({
    message: `${path} is not a file: it is ${found}.`,
    hint: 'Name a file. Links are followed for reading and editing, but delete and move need the path of the file itself.',
  }),
  BINARY_FILE: ({ path, offset }) => ({
    message: `${path} is binary: it has a NUL at byte ${offset}.`,
    hint: 'Only text files can be read and edited. If this is UTF-16 or UTF-32 without a byte order mark, name it in encoding, for example "utf-16le".',
  }),
  UNDECODABLE: ({ path, encoding, line, offset, readings }) => ({
    message: withEvidence(
      `Line ${line} of ${path} is not ${encoding}: the bytes at offset ${offset} do not decode.`,
      readings.map((reading) => `as ${reading.encoding}: ${reading.text}`).join('\n'),
    ),
    hint: undecodableHint(readings.map((reading) => reading.encoding)),
  }),
  UNENCODABLE: ({ path, encoding, character, line, column }) => ({
    message: `${quoteText(character)} (${codePointsText(character)}) in line ${line}, column ${column} of the new text cannot be written in ${encoding}, the encoding of ${path}.`,
    hint: 'Write it with characters that the encoding has. Nothing is replaced by "?".',
  }),
  UNSUPPORTED_ENCODING: ({ encoding, reason }) => ({
    message: `The encoding ${quoteText(encoding)} cannot be used: ${sentence(reason)}`,
    hint: 'Leave encoding out for UTF-8 and files with a byte order mark, or name a text encoding such as "windows-1252", "shift_jis", "gb18030" or "utf-16le".',
  }),
  FILE_TOO_LARGE: ({ path, size, limit }) => ({
    message: `${path} has ${countText(size, 'byte')}; files of up to ${countText(limit, 'byte')} are edited.`,
    hint: 'Ranges of it can still be read. The limit is set with --max-file-size where the server is started.',
  }),
  OUTSIDE_ROOTS: ({ path, roots }) => ({
    message: `${path} is outside of what this server may open: ${listText(roots, FILES_NAMED)}.`,
    hint: 'Name a path inside a root; relative paths start at the first. Links are followed only to targets inside a root.',
  }),
  PROTECTED_PATH: ({ path, rule }) => ({
    message: `${path} is protected against writing by the rule ${rule}.`,
    hint:
      rule === OWN_FILES_RULE
        ? 'Lockline keeps its locks and its history under such names, and nothing opens them. Choose another name.'
        : 'Such files can make programs run, so leave them to the user. --allow-write GLOB opens them where the server is started.',
  }),
  READ_ONLY: ({ path, reason }) => ({
    message: sentence(path === undefined ? reason : `${path} cannot be written: ${reason}`),
    hint: 'Reading works. Writing needs a server started without --read-only, on a file system that can be written.',
  }),
  PERMISSION_DENIED: ({ path, reason }) => ({
    message: `Permission denied for ${path}: ${sentence(reason)}`,
    hint: 'Lockline keeps owner and mode and changes no permission. Ask the user to grant the access.',
  }),
  HARD_LINKED: ({ path, links }) => ({
    message: `${path} is one of ${links} hard links to the same file, and a write would cut it off from the others.`,
    hint: 'Ask the user. With --break-hard-links the server writes all the same, and the other names keep the old text.',
  }),
  FILE_MOUNT: ({ path }) => ({
    message: `${path} is mounted as a single file, so it cannot be replaced in one step and its lock is not shared.`,
    hint: 'Ask the user to mount the directory that holds it instead of the file.',
  }),
  BUSY: ({ path, holder, heldMs, waitedMs }) => ({
    message: `${path} is locked by ${holder}, for ${durationText(heldMs)} now; waited ${durationText(waitedMs)}.`,
    hint: 'Send the same call again in a few seconds. A holder that died or hangs is replaced after about 10 seconds.',
  }),
  LOCK_LOST: ({ path }) => ({
    message: `The lock on ${path} was taken over by another process while this one stood still, before the change was final.`,
    hint: 'Send the same call again. If the file has changed since, it answers CONFLICT.',
  }),
  CHANGED_ON_DISK: ({ path }) => ({
    message: `${path} was changed during the write by a program that takes no lock. Its change was kept and this one taken back.`,
    hint: 'Read the file again and repeat the edit with the new hashes.',
  }),
  IN_DOUBT: ({ path, reason }) => ({
    message: `It is not certain whether the change of ${path} is final: ${sentence(reason)}`,
    hint: 'Read the file before any other step: its file_hash tells which version is there. If the file stays blocked, the user can run lockline recover ROOT, with --accept-current to keep what is there now.',
  }),
  NO_SPACE: ({ path }) => ({
    message: `There is no space left to write ${path}.`,
    hint: 'Ask the user to free space on that disk, then send the same call again.',
  }),
  IO_FAILED: ({ path, call, cause }) => ({
    message: `The system call ${call} failed for ${path}: ${sentence(cause)}`,
    hint: 'Send the same call once more. If it fails again, the disk or the mount needs a look by the user.',
  }),
  UNKNOWN_CHANGE: ({ what }) => ({
    message: `${what} is not in the history that is kept.`,
    hint: 'get_history lists the changes that are. Old ones are dropped (--history-size, --history-days); read the file for what it holds now.',
  }),
  INTERNAL: ({ reference, isGivenUp }) => (isGivenUp === true ? GIVEN_UP : bugText(reference)),
};

const GIVEN_UP: Description = {
  message:
    'The call was given up before it changed anything: it was cancelled, or this server ends.',
  hint: 'If it is still wanted, send the same call again.',
};

function describeConflict(details: ErrorDetails['CONFLICT']): Description {
  const { conflicts, undoes, undoneBy } = details;
  const message = conflictsText(conflicts);
  if (undoes !== undefined && undoneBy !== undefined) {
    return {
      message: `Change ${undoes} was taken back already, by change ${undoneBy}.`,
      hint: `To make it again, take change ${undoneBy} back.`,
    };
  }
  if (undoes !== undefined) {
    return {
      message: `Change ${undoes} cannot be taken back: ${message}`,
      hint: `Since then its lines were changed again, or a file was made, moved or deleted. get_history with change_id "${undoes}" shows what the change did; edit what is still to be taken back.`,
    };
  }
  if (isAllDone(conflicts)) {
    return {
      message,
      hint: 'Nothing is left to do: what this call asks for was done before. Go on with the current hashes of this answer.',
    };
  }
  return {
    message,
    hint: 'Go on with the current hashes and lines of this answer; no new read is needed. Lines that only moved can be sent again with their new numbers. Where the lines themselves changed, merge your edit with what stands there now.',
  };
}

function describeNotFound(details: ErrorDetails['FILE_NOT_FOUND']): Description {
  const { path, near, departure } = details;
  if (departure !== undefined) return describeDeparture(path, departure);
  return {
    message: `${path} does not exist.`,
    hint:
      near === undefined
        ? 'Check the path: it is absolute, or relative to the first root. list_directory shows what is there; create_text_file makes a new file, but not through a link that leads nowhere.'
        : `Did you mean ${near}? A path is absolute, or relative to the first root.`,
  };
}

function describeBounds(details: ErrorDetails['RANGE_OUT_OF_BOUNDS']): Description {
  const { path, start, end, totalLines } = details;
  const has = `${path} has ${countText(totalLines, 'line')}`;
  const wrong =
    end === undefined || start < 1
      ? `line ${start} is not one of them`
      : end < start
        ? `end ${end} is before start ${start}`
        : `lines ${start}-${end} are not all there`;
  return {
    message: `${has}; ${wrong}.`,
    hint:
      totalLines === 0
        ? 'The file is empty: add to it with append_text_file_contents.'
        : `Lines count from 1, and end is included: use 1 to ${totalLines}. New lines can also go after line ${totalLines}.`,
  };
}

function undecodableHint(encodings: readonly string[]): string {
  const [likeliest] = encodings;
  if (likeliest === undefined) return 'Name the encoding of the file in encoding.';
  return `Choose the reading that makes sense and send its name, for example encoding: "${likeliest}".`;
}

function bugText(reference: string): Description {
  return {
    message: `Something went wrong inside Lockline (reference ${reference}).`,
    hint: 'This is a bug, not your call. Read the file to see what it holds, try once more, and give the user the reference: the log of the server has the rest.',
  };
}
