const LETTERS = 'abcdefghjkmnpqrs';
/** Without those that look like others. */
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 8;

/**
 * The id of a change, from the token of its transaction (16 hex digits): short enough for a model to copy, and
 * among 100,000 changes hardly ever given twice. It begins with a letter, so that nothing takes it for a number.
 */
export function changeId(token: string): string {
  let rest = Number.parseInt(token.slice(1, 1 + 36 / 4), 16);
  let id = LETTERS.charAt(Number.parseInt(token.charAt(0), 16));
  while (id.length < LENGTH) {
    id += CHARACTERS.charAt(rest % CHARACTERS.length);
    rest = Math.floor(rest / CHARACTERS.length);
  }
  return id;
}
