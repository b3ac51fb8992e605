/** Letters with their marks, digits and the underscore: what words are made of in any script. */
const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u;

/** Whether a word goes on at this index of a text, in UTF-16 units from 0. */
export function cutsWord(text: string, index: number): boolean {
  // Two units hold any character.
  return (
    WORD_BEFORE.test(text.slice(Math.max(0, index - 2), index)) &&
    WORD_AFTER.test(text.slice(index, index + 2))
  );
}
