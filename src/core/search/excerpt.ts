import { cutText } from '../text/characters.js';
import type { Lines } from '../text/lines.js';
import { lineText } from '../text/window.js';

/** A line as a result of a search shows it. */
export interface ExcerptLine {
  readonly number: number;
  /** Of a long line the part around what is sought, with `…` where something is left out. */
  readonly text: string;
  /** As in the file; a cropped line has none of its own. */
  readonly terminator: string;
  readonly isCropped: boolean;
}

/** What is to be seen of a line if it is too long, in UTF-16 units from 0. */
export interface Focus {
  readonly index: number;
  readonly length: number;
}

/** Part of the room that is given to what stands before the focus. */
const LEAD = 0.25;

/** Shows a line, of a long one `limit` characters around the focus. What does not decode is shown as U+FFFD. */
export function excerptLine(
  lines: Lines,
  number: number,
  {
    limit,
    focus = { index: 0, length: 0 },
  }: { readonly limit: number; readonly focus?: Focus | undefined },
): ExcerptLine {
  const content = lines.contentAt(number);
  const text = lineText(lines, number) ?? content.toString('utf8');
  if (text.length <= limit) {
    return { number, text, terminator: lines.terminatorAt(number), isCropped: false };
  }
  const lead = Math.max(0, Math.floor((limit - focus.length) * LEAD));
  const start = Math.max(0, Math.min(focus.index - lead, text.length - limit));
  const shown = cutText(text, start, limit);
  const before = start > 0 ? '…' : '';
  const after = start + limit < text.length ? '…' : '';
  return { number, text: before + shown + after, terminator: '\n', isCropped: true };
}
