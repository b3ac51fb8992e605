/** For large files small chunks take three times as long. */
export const CHUNK_BYTES = 1 << 20;

let memory: Buffer | undefined;

/** Memory for what is read without giving way to other work: it is everybody's again after that. */
export function scratch(): Buffer {
  memory ??= Buffer.allocUnsafe(CHUNK_BYTES);
  return memory;
}
