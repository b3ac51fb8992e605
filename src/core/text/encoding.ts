import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { givesBack, strictCodec } from './codec.js';
import type { Codec, RawCodec } from './codec.js';
import { LocklineError } from '../errors.js';
import { nearestName } from '../messages/spelling.js';

/** How lines are found in bytes: the size of a character such as LF, and where its code is in it. */
export interface Units {
  readonly unit: 1 | 2 | 4;
  readonly isBigEndian: boolean;
}

/** How one file is read and written. Stateless: lines and parts of lines convert on their own. */
export interface Encoding extends Units, Codec {
  /** The name that results show and that callers can send. */
  readonly name: string;
  /** Bytes of the byte order mark that the file begins with; 0 for none. */
  readonly bomLength: number;
  /** The byte order mark that an empty or new file gets under the name that the caller gave; mostly none. */
  readonly signature: Uint8Array;
  /** Whether it was not named but found under `auto`. */
  readonly isAuto: boolean;
}

/** The most bytes of a file's head that decide its encoding. */
export const HEAD_SIZE = 4;

/** The name under which the byte order mark decides, and without one it is UTF-8. */
export const AUTO = 'auto';

/**
 * The encoding that `name` stands for in a file that begins with `head` (its first `HEAD_SIZE` bytes, or
 * all if it has less). Content is never guessed: `auto` is the byte order mark, else UTF-8; `utf-16` and
 * `utf-32` are the byte order mark, else little-endian. Throws UNSUPPORTED_ENCODING.
 */
export function resolveEncoding(name: string, head: Uint8Array): Encoding {
  const key = name.toLowerCase().replaceAll(/:\d{4}$|[^0-9a-z]/g, '');
  const family = FAMILIES.get(key);
  if (family === undefined) return tableEncoding(name, key);
  const form = family.forms.find(({ mark }) => startsWith(head, mark));
  const resolved = `${key} ${form?.name}`;
  const encoding = known.get(resolved) ?? familyEncoding(key, family, form);
  known.set(resolved, encoding);
  return encoding;
}

/** Those of Unicode, which are few. */
const known = new Map<string, Encoding>();

function familyEncoding(key: string, family: Family, form: UnicodeForm | undefined): Encoding {
  const chosen = form ?? family.otherwise;
  return {
    ...chosen,
    bomLength: form === undefined ? 0 : form.mark.length,
    signature: family.isSigned === true ? chosen.mark : NO_BYTES,
    isAuto: key === AUTO,
    ...strictCodec(chosen.raw),
  };
}

const NO_BYTES = new Uint8Array();

/** UTF-8 without iconv-lite, whose tables it would load. */
const UTF_8_RAW: RawCodec = {
  unit: 1,
  decode: (bytes) => asBuffer(bytes).toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
  proves: (bytes) => isUtf8(bytes),
};

interface UnicodeForm extends Units {
  readonly name: string;
  /** The byte order mark. */
  readonly mark: Uint8Array;
  readonly raw: RawCodec;
}

const UTF_8: UnicodeForm = {
  name: 'utf-8',
  unit: 1,
  isBigEndian: false,
  mark: Buffer.of(0xef, 0xbb, 0xbf),
  raw: UTF_8_RAW,
};
const UTF_16_LE = wideForm('utf-16le', 2, [0xff, 0xfe]);
const UTF_16_BE = wideForm('utf-16be', 2, [0xfe, 0xff]);
const UTF_32_LE = wideForm('utf-32le', 4, [0xff, 0xfe, 0, 0]);
const UTF_32_BE = wideForm('utf-32be', 4, [0, 0, 0xfe, 0xff]);

/** Forms of Unicode that one name stands for: the first whose mark the file has, or the last resort. */
interface Family {
  readonly forms: readonly UnicodeForm[];
  readonly otherwise: UnicodeForm;
  /** Whether the name asks for a byte order mark in new files, as it does elsewhere (Python, iconv). */
  readonly isSigned?: boolean;
}

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  // UTF-32 first: its little-endian mark begins with that of UTF-16.
  [AUTO, { forms: [UTF_32_LE, UTF_32_BE, UTF_16_LE, UTF_16_BE, UTF_8], otherwise: UTF_8 }],
  ['utf8', only(UTF_8)],
  ['unicode11utf8', only(UTF_8)],
  ['utf8sig', { ...only(UTF_8), isSigned: true }],
  ['utf16le', only(UTF_16_LE)],
  ['ucs2', only(UTF_16_LE)],
  ['utf16be', only(UTF_16_BE)],
  ['utf16', { forms: [UTF_16_LE, UTF_16_BE], otherwise: UTF_16_LE, isSigned: true }],
  ['utf32le', only(UTF_32_LE)],
  ['ucs4le', only(UTF_32_LE)],
  ['utf32be', only(UTF_32_BE)],
  ['ucs4be', only(UTF_32_BE)],
  ['utf32', { forms: [UTF_32_LE, UTF_32_BE], otherwise: UTF_32_LE, isSigned: true }],
  ['ucs4', { forms: [UTF_32_LE, UTF_32_BE], otherwise: UTF_32_LE, isSigned: true }],
]);

function only(form: UnicodeForm): Family {
  return { forms: [form], otherwise: form };
}

function wideForm(name: string, unit: 2 | 4, mark: readonly number[]): UnicodeForm {
  return {
    name,
    unit,
    isBigEndian: name.endsWith('be'),
    mark: Buffer.from(mark),
    raw: iconvCodec(name, unit),
  };
}

function iconvCodec(key: string, unit: 1 | 2 | 4): RawCodec {
  const encode = (text: string) => iconv.encode(text, key);
  return {
    unit,
    encode,
    decode: (bytes) => iconv.decode(bytes, key, { stripBOM: false }),
    proves: (bytes, text) => givesBack(encode, bytes, text),
  };
}

function tableEncoding(name: string, alias: string): Encoding {
  const key = iconvKey(alias) ?? refuse(name, unknownReason(alias));
  const reason = REFUSED.get(key);
  if (reason !== undefined) refuse(name, reason);
  const raw = iconvCodec(key, 1);
  if (!raw.encode('\n\r').equals(LF_AND_CR)) refuse(name, ODD_BREAKS);
  return {
    name: shownName(key),
    unit: 1,
    isBigEndian: false,
    bomLength: 0,
    signature: NO_BYTES,
    isAuto: false,
    ...strictCodec(raw),
  };
}

function refuse(encoding: string, reason: string): never {
  throw new LocklineError('UNSUPPORTED_ENCODING', { encoding, reason });
}

const LF_AND_CR = Buffer.of(0x0a, 0x0d);
const ODD_BREAKS = 'LF and CR are not the bytes 0A and 0D in it';
const NOT_TEXT = 'it is not a text encoding';
const STATEFUL = 'it is stateful: what a byte means in it depends on the bytes before';

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['base64', NOT_TEXT],
  ['hex', NOT_TEXT],
  ['binary', `${NOT_TEXT} ("iso-8859-1" has a character for every byte)`],
  ['utf7', STATEFUL],
  ['utf7imap', STATEFUL],
]);

const ALSO_STATEFUL = /^(cs)?(iso2022|hz|jis$)/;

function unknownReason(alias: string): string {
  if (ALSO_STATEFUL.test(alias)) return STATEFUL;
  const near = nearestName(alias, shownNames()) ?? nearestName(alias, iconvNames());
  return near === undefined
    ? 'no encoding of this name is known'
    : `no encoding of this name is known; did you mean "${near}"?`;
}

/** The name of iconv-lite's own entry behind an alias. */
function iconvKey(alias: string): string | undefined {
  const entries = iconvEntries();
  let key = alias;
  let entry = entries[key];
  while (typeof entry === 'string') {
    key = entry;
    entry = entries[key];
  }
  return entry === undefined ? undefined : key;
}

function iconvEntries(): { readonly [key: string]: unknown } {
  // They are loaded with the first codec that is asked for.
  iconv.getCodec('utf8');
  return iconv.encodings ?? {};
}

function iconvNames(): readonly string[] {
  return Object.keys(iconvEntries()).filter((key) => /^[a-z]/.test(key) && !REFUSED.has(key));
}

function shownNames(): readonly string[] {
  const entries = iconvEntries();
  const own = iconvNames().filter((key) => typeof entries[key] !== 'string' && !FAMILIES.has(key));
  return [UTF_8, UTF_16_LE, UTF_16_BE, UTF_32_LE, UTF_32_BE]
    .map(({ name }) => name)
    .concat(own.map(shownName));
}

const SHOWN: ReadonlyMap<string, string> = new Map([
  ['shiftjis', 'shift_jis'],
  ['eucjp', 'euc-jp'],
  ['cp949', 'euc-kr'],
  ['big5hkscs', 'big5'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['cesu8', 'cesu-8'],
]);

function shownName(key: string): string {
  return SHOWN.get(key) ?? key.replace(/^windows/, 'windows-').replace(/^iso8859/, 'iso-8859-');
}

function startsWith(head: Uint8Array, mark: Uint8Array): boolean {
  return asBuffer(head).subarray(0, mark.length).equals(mark);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
