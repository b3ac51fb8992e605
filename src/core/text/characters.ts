/** How many characters (code points) the text has. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isPairMiddle(text, index)) count -= 1;
  }
  return count;
}

/** About `limit` UTF-16 units of the text from `start` on; a pair at either end is kept whole. */
export function cutText(text: string, start: number, limit: number): string {
  const first = isPairMiddle(text, start) ? start - 1 : start;
  const last = first + limit;
  return text.slice(first, isPairMiddle(text, last) ? last + 1 : last);
}

/** How many UTF-16 units the two texts have in common at their beginnings. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let index = 0;
  while (index < most && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return index;
}

/** How many UTF-16 units the two texts have in common at their ends. */
export function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let size = 0;
  while (size < most && a.charCodeAt(a.length - 1 - size) === b.charCodeAt(b.length - 1 - size)) {
    size += 1;
  }
  return size;
}

/** The whole character that has the UTF-16 unit at `index`; `undefined` outside of the text. */
export function characterAt(text: string, index: number): string | undefined {
  const code = text.codePointAt(isPairMiddle(text, index) ? index - 1 : index);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

function isPairMiddle(text: string, index: number): boolean {
  return isHighSurrogate(text.charCodeAt(index - 1)) && isLowSurrogate(text.charCodeAt(index));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
