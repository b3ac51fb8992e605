import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const SUFFIX_LENGTH = 4;
const MAX_NAME_LENGTH = 40;

/**
 * A name for an agent that was given none: its program's name and 4 random characters, since two agents
 * of one program would else look alike. What could not stand in a line of text is left out.
 */
export function nameAgent(program: string): string {
  const plain = program.replaceAll(/[^\p{L}\p{N}._@-]+/gu, '-').slice(0, MAX_NAME_LENGTH);
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${plain === '' ? 'agent' : plain}-${suffix.join('')}`;
}
