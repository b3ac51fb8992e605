import type { FsPort } from '../fs-port.js';
import { CHUNK_BYTES } from '../read/scratch.js';

/** Writes all slices to an open file, from its beginning. A short write is gone on with. */
export async function writeAll(
  fs: FsPort,
  fd: number,
  slices: readonly Uint8Array[],
): Promise<void> {
  let rest = slices.filter((slice) => slice.length > 0);
  const isShort = rest.reduce((size, { length }) => size + length, 0) <= CHUNK_BYTES;
  for (let position = 0; rest.length > 0;) {
    const count = isShort ? fs.writevSync(fd, rest, position) : await fs.writev(fd, rest, position);
    position += count;
    rest = dropBytes(rest, count);
  }
}

/** What is left of the slices after their first `count` bytes. */
function dropBytes(slices: readonly Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  const index = slices.findIndex((slice) => {
    if (left < slice.length) return true;
    left -= slice.length;
    return false;
  });
  if (index < 0) return [];
  const [first, ...others] = slices.slice(index);
  return first === undefined ? [] : [first.subarray(left), ...others];
}
