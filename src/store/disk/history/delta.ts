/**
 * A version told by the one before it, piece by piece: bytes of that, as offset and length, or new bytes in
 * base64.
 */
export type Delta = readonly (readonly [offset: number, length: number] | string)[];

/** More are not put into the log. */
const MOST_PIECES = 64;

/**
 * What slices make of the version before them, which they are in part slices of; `undefined` if that is much:
 * more new bytes than may be.
 */
export function deltaOf(
  before: Buffer,
  slices: readonly Uint8Array[],
  maxFresh: number,
): Delta | undefined {
  const pieces = slices.filter(({ length }) => length > 0);
  const offsets = pieces.map((piece) => offsetIn(before, piece));
  const fresh = pieces.filter((_, index) => offsets[index] === undefined);
  const size = fresh.reduce((sum, { length }) => sum + length, 0);
  if (size > maxFresh || pieces.length > MOST_PIECES) return undefined;
  return pieces.map((piece, index) => {
    const offset = offsets[index];
    return offset === undefined ? Buffer.from(piece).toString('base64') : [offset, piece.length];
  });
}

/** Where a piece lies in the memory of the version before it, if it does. */
function offsetIn(before: Buffer, piece: Uint8Array): number | undefined {
  const offset = piece.byteOffset - before.byteOffset;
  const isInside = offset >= 0 && offset + piece.length <= before.length;
  return piece.buffer === before.buffer && isInside ? offset : undefined;
}

/** The version again; `undefined` if it would be larger than may be, in bytes, or the other is not the right one. */
export function restore(before: Buffer, delta: Delta, maxSize: number): Buffer | undefined {
  const pieces = delta.map((piece) =>
    typeof piece === 'string'
      ? Buffer.from(piece, 'base64')
      : before.subarray(piece[0], piece[0] + piece[1]),
  );
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return size > maxSize ? undefined : Buffer.concat(pieces, size);
}

/** Reads what a log has; `undefined` if it is no delta. */
export function parseDelta(value: unknown): Delta | undefined {
  if (!isList(value) || value.length > MOST_PIECES) return undefined;
  const pieces = value.flatMap(parsePiece);
  return pieces.length === value.length ? pieces : undefined;
}

function parsePiece(piece: unknown): Delta {
  if (typeof piece === 'string') return [piece];
  if (!isList(piece) || piece.length !== 2) return [];
  const [offset, length] = piece;
  return isSize(offset) && isSize(length) ? [[offset, length]] : [];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
