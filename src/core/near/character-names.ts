/** Characters that look like nothing, or like another one. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['\0', 'NUL'],
  ['\t', 'TAB'],
  ['\n', 'LINE BREAK'],
  ['\v', 'VERTICAL TAB'],
  ['\f', 'FORM FEED'],
  ['\u001b', 'ESC'],
  [' ', 'SPACE'],
  ['"', 'QUOTATION MARK'],
  ["'", 'APOSTROPHE'],
  ['-', 'HYPHEN-MINUS'],
  ['`', 'GRAVE ACCENT'],
  ['\u0085', 'NEXT LINE'],
  ['\u00a0', 'NBSP'],
  ['\u00ab', 'LEFT-POINTING DOUBLE ANGLE QUOTATION MARK'],
  ['\u00ad', 'SOFT HYPHEN'],
  ['\u00b4', 'ACUTE ACCENT'],
  ['\u00bb', 'RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK'],
  ['\u0300', 'COMBINING GRAVE ACCENT'],
  ['\u0301', 'COMBINING ACUTE ACCENT'],
  ['\u0302', 'COMBINING CIRCUMFLEX ACCENT'],
  ['\u0303', 'COMBINING TILDE'],
  ['\u0308', 'COMBINING DIAERESIS'],
  ['\u030a', 'COMBINING RING ABOVE'],
  ['\u0327', 'COMBINING CEDILLA'],
  ['\u2002', 'EN SPACE'],
  ['\u2003', 'EM SPACE'],
  ['\u2007', 'FIGURE SPACE'],
  ['\u2009', 'THIN SPACE'],
  ['\u200a', 'HAIR SPACE'],
  ['\u200b', 'ZERO WIDTH SPACE'],
  ['\u200c', 'ZERO WIDTH NON-JOINER'],
  ['\u200d', 'ZERO WIDTH JOINER'],
  ['\u200e', 'LEFT-TO-RIGHT MARK'],
  ['\u200f', 'RIGHT-TO-LEFT MARK'],
  ['\u2010', 'HYPHEN'],
  ['\u2011', 'NON-BREAKING HYPHEN'],
  ['\u2012', 'FIGURE DASH'],
  ['\u2013', 'EN DASH'],
  ['\u2014', 'EM DASH'],
  ['\u2015', 'HORIZONTAL BAR'],
  ['\u2018', 'LEFT SINGLE QUOTATION MARK'],
  ['\u2019', 'RIGHT SINGLE QUOTATION MARK'],
  ['\u201a', 'SINGLE LOW-9 QUOTATION MARK'],
  ['\u201c', 'LEFT DOUBLE QUOTATION MARK'],
  ['\u201d', 'RIGHT DOUBLE QUOTATION MARK'],
  ['\u201e', 'DOUBLE LOW-9 QUOTATION MARK'],
  ['\u2026', 'HORIZONTAL ELLIPSIS'],
  ['\u2028', 'LINE SEPARATOR'],
  ['\u2029', 'PARAGRAPH SEPARATOR'],
  ['\u202f', 'NARROW NO-BREAK SPACE'],
  ['\u2032', 'PRIME'],
  ['\u2033', 'DOUBLE PRIME'],
  ['\u2060', 'WORD JOINER'],
  ['\u2212', 'MINUS SIGN'],
  ['\u3000', 'IDEOGRAPHIC SPACE'],
  ['\ufe0f', 'VARIATION SELECTOR-16'],
  ['\ufeff', 'BYTE ORDER MARK'],
  ['\uff08', 'FULLWIDTH LEFT PARENTHESIS'],
  ['\uff09', 'FULLWIDTH RIGHT PARENTHESIS'],
  ['\uff0c', 'FULLWIDTH COMMA'],
  ['\uff1a', 'FULLWIDTH COLON'],
  ['\ufffd', 'REPLACEMENT CHARACTER'],
]);

/**
 * A character so that no two look alike: `<TAB>` for one that is known by name, `"x"` for other ASCII, and
 * with its code for all others, `"é" (U+00E9)`, or only that where there is nothing to see: `<U+E000>`.
 */
export function nameOf(character: string): string {
  const name = NAMES.get(character);
  if (name !== undefined) return `<${name}>`;
  const code = codeOf(character);
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return `<${code}>`;
  return character < '\u0080' ? `"${character}"` : `"${character}" (${code})`;
}

function codeOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}
