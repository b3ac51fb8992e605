import type { IncomingMessage } from 'node:http';
import type { Refusal } from './gate.js';

/** Reads a JSON body of at most `limit` bytes; what it is, or why it is refused. Rejects when the client goes. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<{ readonly value: unknown } | Refusal> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { status: 415, reason: 'the body must be application/json' };
  }
  const tooLarge = { status: 413, reason: `the body is over ${String(limit)} bytes (--max-body)` };
  if (Number(request.headers['content-length'] ?? 0) > limit) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) return { status: 400, reason: 'the body is not bytes' };
    size += chunk.length;
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return isDeeper(value, MAX_DEPTH)
      ? { status: 400, reason: 'the body is nested too deeply' }
      : { value };
  } catch {
    return { status: 400, reason: 'the body is not JSON' };
  }
}

/** No call of a tool is nested nearly as deep. */
const MAX_DEPTH = 32;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
