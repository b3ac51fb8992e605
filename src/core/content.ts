import type { Content } from './change.js';
import { hashOf, type Hash } from './hash.js';

/** Many small slices are joined: to hash and write them costs more. */
const FEW_SLICES = 1000;
const SMALL_BYTES = 1024;
const MOST_SLICES = 30_000;

/** Slices as the content of a version. It is hashed when its hash is first asked for. */
export function contentOf(slices: readonly Buffer[]): Content {
  const size = slices.reduce((sum, part) => sum + part.length, 0);
  const areSmall = slices.length > FEW_SLICES && size < slices.length * SMALL_BYTES;
  const parts = areSmall || slices.length > MOST_SLICES ? [Buffer.concat(slices, size)] : slices;
  let hash: Hash | undefined;
  return {
    slices: parts,
    size,
    get hash() {
      return (hash ??= hashOf(...parts));
    },
  };
}

/** Whether the content is these bytes, or both are no file. Looks at the bytes, which takes less than their hash. */
export function isSame(content: Content | undefined, bytes: Buffer | undefined): boolean {
  if (content === undefined || bytes === undefined) return content === bytes;
  const { slices, size } = content;
  if (size !== bytes.length) return false;
  let at = 0;
  return slices.every((slice) => {
    const end = at + slice.length;
    const isHere = isAt(slice, bytes, at) || bytes.subarray(at, end).equals(slice);
    at = end;
    return isHere;
  });
}

/** Whether the slice is that part of the bytes, and no copy of it. */
function isAt(slice: Uint8Array, bytes: Buffer, at: number): boolean {
  return slice.buffer === bytes.buffer && slice.byteOffset === bytes.byteOffset + at;
}
