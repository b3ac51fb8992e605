import { cutText } from './characters.js';
import { decodeCut } from './codec.js';
import { resolveEncoding } from './encoding.js';
import type { Encoding } from './encoding.js';
import type { ErrorDetails } from '../errors.js';

/** Bytes as they read in one encoding. */
export type Reading = ErrorDetails['UNDECODABLE']['readings'][number];

const MOST_READINGS = 5;
const READING_CHARS = 120;
/** Bytes on either side of the bad one that are looked at. */
const WINDOW = 200;

/**
 * How a line's content reads in the encodings that it may be in, the likeliest first: at most 5, and at
 * most 120 characters near `offset`, the place of a byte that is wrong in the encoding tried. There is
 * always one, since some have a character for every byte. A guess for people to choose from, never acted upon.
 */
export function likelyReadings(content: Buffer, offset: number): readonly Reading[] {
  const piece = pieceAround(content, offset);
  const isCut = offset + WINDOW < content.length;
  const readings = CANDIDATES.flatMap((candidate) => {
    const encoding = resolveEncoding(candidate.name, NO_BYTES);
    const decoded = isCut ? decodeCut(encoding, piece) : encoding.decode(piece);
    if (!('text' in decoded)) return [];
    const { text } = decoded;
    return [{ encoding: encoding.name, text, share: candidate.usualShare(text, encoding) }];
  });
  const plausible = readings.filter((reading) => reading.share > 0);
  return (plausible.length > 0 ? plausible : readings)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MOST_READINGS)
    .map(({ encoding, text }) => ({ encoding, text: cutText(text, 0, READING_CHARS) }));
}

const NO_BYTES = Buffer.alloc(0);

interface Candidate {
  readonly name: string;
  /** How much of the text that is not ASCII is as usual in the encoding, from 0 to 1. */
  usualShare(text: string, encoding: Encoding): number;
}

/** Where two are equally likely, the earlier is named first. */
const CANDIDATES: readonly Candidate[] = [
  { name: 'windows-1252', usualShare: latinShare },
  // The first bytes of the characters that make up most of a text: kana, and the common half of the
  // ideographs or syllables, which each of these standards puts before the rare half.
  byFirstByte('euc-kr', [[0xb0, 0xc8]]),
  byFirstByte('euc-jp', [
    [0xa1, 0xa1],
    [0xa4, 0xa5],
    [0xb0, 0xcf],
  ]),
  byFirstByte('shift_jis', [
    [0x81, 0x83],
    [0x88, 0x97],
  ]),
  byFirstByte('gb18030', [
    [0xa1, 0xa1],
    [0xa3, 0xa3],
    [0xb0, 0xd7],
  ]),
  byFirstByte('big5', [
    [0xa1, 0xa1],
    [0xa4, 0xc6],
  ]),
  // Cyrillic small letters: capitals in one of these are small in the other.
  byFirstByte('windows-1251', [[0xe0, 0xff]]),
  byFirstByte('koi8-r', [[0xc0, 0xdf]]),
];

type ByteRange = readonly [first: number, last: number];

function byFirstByte(name: string, usual: readonly ByteRange[]): Candidate {
  const isUsual = (byte: number) => usual.some(([first, last]) => byte >= first && byte <= last);
  const usualShare = (text: string, encoding: Encoding): number => {
    const characters = Array.from(text).filter((character) => !isAscii(character));
    const found = characters.filter((character) => {
      const encoded = encoding.encode(character);
      return 'bytes' in encoded && isUsual(encoded.bytes[0] ?? 0);
    });
    return share(found.length, characters.length);
  };
  return { name, usualShare };
}

/** In Latin text, letters and signs that are not ASCII stand alone or by twos, mostly beside ASCII letters. */
function latinShare(text: string): number {
  let all = 0;
  let usual = 0;
  for (const match of text.matchAll(LATIN_RUN)) {
    const [, before = '', run = '', after = ''] = match;
    all += run.length;
    const isPlain = run.length <= 2 && /^[\p{Script=Latin}\p{P}\p{S}]+$/u.test(run);
    const isBesideLetter = before !== '' || after !== '';
    usual += isPlain ? run.length * (isBesideLetter ? 1 : 0.5) : 0;
  }
  return share(usual, all);
}

const LATIN_RUN = /([a-z]?)([\u0080-\uffff]+)(?=([a-z]?))/gi;

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function isAscii(character: string): boolean {
  return character < '\u0080';
}

/** The bytes near the offset, from the start of a character on in each encoding of the list. */
function pieceAround(content: Buffer, offset: number): Buffer {
  const earliest = Math.max(0, offset - WINDOW);
  const end = offset + WINDOW;
  if (earliest === 0) return content.subarray(0, end);
  // Bytes below 30 are characters of their own in all of them.
  const before = content.subarray(earliest, offset).findIndex((byte) => byte < 0x30);
  return content.subarray(before === -1 ? offset : earliest + before, end);
}
