import { cutText } from '../text/characters.js';
import type { Lines } from '../text/lines.js';
import { lineText } from '../text/window.js';

const LINE_CHARS = 120;
/** Characters shown before the place that matters. */
const LEAD_CHARS = 40;

/** A line with its number and a tab, as reads show it; of a long one the part around `index`, in UTF-16 units from 0. */
export function quoteLine(lines: Lines, line: number, index: number): string {
  const text = lineText(lines, line) ?? '';
  const from = text.length <= LINE_CHARS ? 0 : Math.max(0, index - LEAD_CHARS);
  const shown = cutText(text, from, LINE_CHARS);
  const more = from + shown.length < text.length ? '…' : '';
  return `${line}\t${from > 0 ? '…' : ''}${shown}${more}`;
}
