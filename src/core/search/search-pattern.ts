import { isWellFormed } from '../text/codec.js';
import { LocklineError } from '../errors.js';
import { quoteText } from '../messages/phrase.js';
import { toRegexSource } from './regex-source.js';
import { requiredText } from './required-text.js';
import { withLf } from '../text/window.js';

/** What is searched for in texts whose terminators are all LF. */
export interface SearchPattern {
  readonly source: string;
  /** Always with `g` and `u`. */
  readonly flags: string;
  /** Whether time to search grows no faster than the text. If not, it can take for ever. */
  readonly isLinear: boolean;
  /** Whether a match may go over the end of a line. */
  readonly isMultiline: boolean;
  /** Bytes that a UTF-8 file with a match holds; they may be none. */
  readonly needle: Buffer;
}

/** What else must hold of a match. */
export interface SearchOptions {
  readonly ignoreCase: boolean;
  /** Whether no word may go on at either side of a match. */
  readonly wholeWord: boolean;
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]';

/** Searches for a text, character for character; a line break in it matches any. Throws INVALID_ARGUMENT. */
export function textPattern(text: string, { ignoreCase, wholeWord }: SearchOptions): SearchPattern {
  const sought = withLf(text);
  if (sought === '' || !isWellFormed(sought)) {
    throw new LocklineError('INVALID_ARGUMENT', {
      what: sought === '' ? 'text is empty' : 'text holds half of a character',
      hint: 'Send the text to look for, as it stands in the files. list_directory lists them.',
    });
  }
  const isWord = new RegExp(`^${WORD}`, 'u');
  const endsWord = new RegExp(`${WORD}$`, 'u');
  const before = wholeWord && isWord.test(sought) ? `(?<!${WORD})` : '';
  const after = wholeWord && endsWord.test(sought) ? `(?!${WORD})` : '';
  return {
    source: before + sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after,
    flags: ignoreCase ? 'giu' : 'gu',
    isLinear: true,
    isMultiline: sought.includes('\n'),
    needle: Buffer.from(ignoreCase ? '' : longestLine(sought)),
  };
}

function longestLine(text: string): string {
  return text
    .split('\n')
    .reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

/**
 * Searches for a regular expression, line by line unless it names a line break. Throws INVALID_ARGUMENT
 * for one that JavaScript does not take.
 */
export function regexPattern(
  regex: string,
  { ignoreCase, wholeWord }: SearchOptions,
): SearchPattern {
  const read = toRegexSource(regex);
  const whole = wholeWord ? `(?<!${WORD})(?:${read.source})(?!${WORD})` : read.source;
  const isMultiline = /\\n|\\r|\n/.test(regex) || read.flags.includes('s');
  const flags = [
    'g',
    ...(ignoreCase || read.flags.includes('i') ? ['i'] : []),
    ...(isMultiline ? ['m'] : []),
    ...(read.flags.includes('s') ? ['s'] : []),
    'u',
  ].join('');
  refuseUnreadable(regex, [read.source, whole], flags);
  const needle = Buffer.from(flags.includes('i') ? '' : requiredText(read.source));
  return { source: whole, flags, isLinear: false, isMultiline, needle };
}

function refuseUnreadable(regex: string, sources: readonly string[], flags: string): void {
  try {
    for (const source of sources) new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : '';
    throw new LocklineError('INVALID_ARGUMENT', {
      what: `regex ${quoteText(regex)} cannot be read: ${reason === '' ? 'it is malformed' : reason}`,
      hint: 'Write it as JavaScript does, with a backslash before a special character that stands for itself; or send exact text in text instead.',
    });
  }
}
