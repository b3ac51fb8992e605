import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Who may call: each agent by a secret of its own. */
export interface Tokens {
  /** Whether calls need one at all. */
  readonly isRequired: boolean;
  /** The agent whose token the `Authorization` header carries; `undefined` for any other header. */
  agentOf(authorization: string | undefined): string | undefined;
}

/** A token file that cannot be used; the message says which line is wrong and how. */
class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

const NAME = /^[\p{L}\p{N}._@:-]{1,64}$/u;
/** Shorter secrets can be guessed. */
const MIN_TOKEN_CHARS = 16;

/** Without a token everybody who reaches the server may call. */
export const noTokens: Tokens = { isRequired: false, agentOf: () => undefined };

/** Reads a token file. Throws the errno of one that cannot be read, and as `readTokens`. */
export function readTokenFile(path: string): Tokens {
  return readTokens(readFileSync(path, 'utf8'));
}

/**
 * Reads the text of a token file: one `NAME=TOKEN` a line, where NAME is the agent; blank lines and lines that begin with
 * `#` do not count. Throws an error that says which line is wrong, and holds no token.
 */
export function readTokens(text: string): Tokens {
  const entries = text.split(/\r?\n/).flatMap((line, index) => readLine(line, index + 1));
  if (entries.length === 0) throw new TokenFileError('the token file names no agent');
  const names = entries.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TokenFileError(`the token file names ${twice} twice`);
  return {
    isRequired: true,
    agentOf: (authorization) => {
      const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (given === undefined) return undefined;
      const digest = digestOf(given);
      // All are compared, so that the time tells nothing about which one came near.
      return entries.filter((entry) => timingSafeEqual(entry.digest, digest))[0]?.name;
    },
  };
}

interface TokenEntry {
  readonly name: string;
  /** Digests have one length, which a comparison in constant time needs. */
  readonly digest: Buffer;
}

function readLine(line: string, number: number): readonly TokenEntry[] {
  if (line.trim() === '' || line.startsWith('#')) return [];
  const at = line.indexOf('=');
  const [name, token] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  const where = `line ${String(number)} of the token file`;
  if (at < 1 || !NAME.test(name)) throw new TokenFileError(`${where} is not NAME=TOKEN`);
  if (token.length < MIN_TOKEN_CHARS || /\s/.test(token)) {
    throw new TokenFileError(
      `${where}: the token of ${name} needs at least ${String(MIN_TOKEN_CHARS)} characters and no blanks`,
    );
  }
  return [{ name, digest: digestOf(token) }];
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
