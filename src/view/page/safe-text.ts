/**
 * Characters that are not seen, or that change the order in which others are seen. A tab is harmless, and so is what
 * joins the parts of a picture.
 */
const UNSEEN =
  /(?!\t)(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})(?:\u{200D}|\u{FE0F}))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The text with such characters by their number, so that a name cannot pass for another. Gives one line. */
export function seenText(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${digits}›`;
  });
}
