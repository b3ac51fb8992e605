import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

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

/** How often it is looked whether a token file has changed. */
const LOOK_MS = 1000;

export interface FollowOptions {
  /** Told why a changed file cannot be used; then those who were known stay known. */
  readonly onTrouble: (error: Error) => void;
  /** Milliseconds from any moment on. */
  readonly now?: () => number;
}

/**
 * Reads a token file, and again whenever it has changed, so that an agent can be let in or shut out while others
 * work. Throws the errno of one that cannot be read, and as `readTokens`; later it throws nothing.
 */
export function followTokenFile(
  path: string,
  { onTrouble, now = () => performance.now() }: FollowOptions,
): Tokens {
  let stamp = stampOf(path);
  let tokens = readTokens(readFileSync(path, 'utf8'));
  let nextLook = now() + LOOK_MS;
  const look = (): void => {
    if (now() < nextLook) return;
    nextLook = now() + LOOK_MS;
    const found = stampOf(path);
    if (found === stamp) return;
    stamp = found;
    try {
      tokens = readTokens(readFileSync(path, 'utf8'));
    } catch (error) {
      onTrouble(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    isRequired: true,
    agentOf: (authorization) => {
      look();
      return tokens.agentOf(authorization);
    },
  };
}

/** Another one for each version of a file; empty where there is none. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : [found.ino, found.size, found.mtimeMs].join(' ');
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
