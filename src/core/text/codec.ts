/** The text of some bytes, or the offset of the first of them that stands for no text, from 0. */
export type Decoded = { readonly text: string } | { readonly offset: number };

/** The bytes of some text, or the index of the first character that has none, in UTF-16 units from 0. */
type Encoded = { readonly bytes: Buffer } | { readonly index: number };

/** Both ways between bytes and text, without a guess: what cannot be converted is reported. */
export interface Codec {
  readonly decode: (bytes: Uint8Array) => Decoded;
  readonly encode: (text: string) => Encoded;
}

/** A conversion as libraries offer it: it puts U+FFFD, `?` or nothing for what it cannot convert. */
export interface RawCodec {
  /** Bytes of the smallest unit: every character takes a multiple of it. */
  readonly unit: number;
  decode(bytes: Uint8Array): string;
  encode(text: string): Buffer;
  /** Whether `text`, decoded from `bytes`, is surely all of them. False means only: look closer. */
  proves(bytes: Uint8Array, text: string): boolean;
}

const REPLACEMENT = '\uFFFD';
/** Bytes of the longest character of any codec: two surrogates in CESU-8. */
const LONGEST_CHARACTER = 6;
/** Longer sequences have a formula instead of a table, and formulas accept what no character has. */
const LONGEST_IN_TABLE = 3;
/** About how many bytes or UTF-16 units are judged at once. */
const PIECE = 4096;

/** Makes a conversion strict. It must be stateless: a text's bytes are those of its characters in a row. */
export function strictCodec(raw: RawCodec): Codec {
  const decode = (bytes: Uint8Array): Decoded => {
    const text = raw.decode(bytes);
    if (raw.proves(bytes, text)) return { text };
    const offset = firstBadByte(raw, bytes);
    return offset === undefined ? { text } : { offset };
  };
  const isKept = (text: string, bytes: Uint8Array): boolean => {
    const decoded = decode(bytes);
    return 'text' in decoded && decoded.text === text;
  };
  return {
    decode,
    encode(text) {
      const bytes = raw.encode(text);
      if (isKept(text, bytes)) return { bytes };
      return { index: firstLost(text, (prefix) => isKept(prefix, raw.encode(prefix))) };
    },
  };
}

/**
 * Decodes bytes that were cut off inside a line: up to `LONGEST_CHARACTER` bytes at the end that stand
 * for no text are taken for a part of a character.
 */
export function decodeCut(codec: Pick<Codec, 'decode'>, bytes: Uint8Array): Decoded {
  const decoded = codec.decode(bytes);
  if ('text' in decoded || bytes.length - decoded.offset >= LONGEST_CHARACTER) return decoded;
  return codec.decode(bytes.subarray(0, decoded.offset));
}

/** Whether text is well formed: no half of a surrogate pair stands alone. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether the text, decoded from the bytes, gives them back and holds no sign of a replaced byte. */
export function givesBack(
  encode: (text: string) => Buffer,
  bytes: Uint8Array,
  text: string,
): boolean {
  return !text.includes(REPLACEMENT) && isWellFormed(text) && encode(text).equals(bytes);
}

/** Takes sound pieces off the front, the largest that can be found, until none is left. */
function firstBadByte(raw: RawCodec, bytes: Uint8Array): number | undefined {
  let at = 0;
  let size = PIECE;
  while (at < bytes.length) {
    const end = soundEnd(raw, bytes, at, size);
    if (end === undefined && size === 1) return at;
    size = end === undefined ? size / 2 : Math.min(size * 2, PIECE);
    at = end ?? at;
  }
  return undefined;
}

/**
 * The end of a sound piece of about `size` bytes. A cut inside a character makes it unsound, so as many
 * ends are tried as a character has bytes.
 */
function soundEnd(
  raw: RawCodec,
  bytes: Uint8Array,
  start: number,
  size: number,
): number | undefined {
  const last = Math.min(start + size, bytes.length);
  const first = Math.max(start + 1, last - LONGEST_CHARACTER + 1);
  for (let end = last; end >= first; end -= 1) {
    if (isSound(raw, bytes.subarray(start, end))) return end;
  }
  return undefined;
}

function isSound(raw: RawCodec, piece: Uint8Array): boolean {
  if (piece.length % raw.unit !== 0) return false;
  const text = raw.decode(piece);
  if (raw.proves(piece, text)) return true;
  // A U+FFFD that is really in the file: a single one from several bytes that are also its own.
  if (text === REPLACEMENT) return piece.length > 1 && raw.encode(text).equals(piece);
  // A character that has two codes reads well and gives back the other one.
  return piece.length <= LONGEST_IN_TABLE && !text.includes(REPLACEMENT) && isWellFormed(text);
}

/** Skips pieces that are kept. They end before ASCII, where nothing that has one code is cut in two. */
function firstLost(text: string, isKept: (part: string) => boolean): number {
  let start = 0;
  let end = pieceEnd(text, start);
  while (end < text.length && isKept(text.slice(start, end))) {
    start = end;
    end = pieceEnd(text, start);
  }
  return start + firstLostOf(text.slice(start, end), isKept);
}

function pieceEnd(text: string, start: number): number {
  let end = start + PIECE;
  while (end < text.length && text.charCodeAt(end) > 0x7f) end += 1;
  return Math.min(end, text.length);
}

/** Bisects for the longest prefix that is kept: what holds for a text holds for its prefixes. */
function firstLostOf(text: string, isKept: (prefix: string) => boolean): number {
  let kept = 0;
  let lost = text.length;
  while (lost - kept > 1) {
    const middle = (kept + lost) >>> 1;
    if (isKept(text.slice(0, wholeEnd(text, middle)))) kept = middle;
    else lost = middle;
  }
  return wholeEnd(text, kept);
}

/** The index, or the one before it where a pair may be cut in two. */
function wholeEnd(text: string, index: number): number {
  return isHighSurrogate(text, index - 1) ? index - 1 : index;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit < 0xdc00;
}
