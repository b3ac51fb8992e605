import type { Conflict } from '../../core/conflict.js';
import { AUTO, HEAD_SIZE, resolveEncoding } from '../../core/text/encoding.js';
import { indexLines } from '../../core/text/lines.js';
import { linesText } from './layout.js';
import { showLine } from './shown-line.js';

/** The lines that now stand where a conflict is. */
export interface CurrentLines {
  /** `N<TAB>text`, and a last line that counts those for which there was no room. */
  readonly lines: readonly string[];
  /** The text of the lines shown. */
  readonly content: string;
}

/** Shows them as far as there is room, in characters; lines over `maxLineChars` are cropped. */
export function showCurrent(
  { current, range: meant, now: range = meant, encoding = AUTO }: Conflict,
  maxLineChars: number,
  room: number,
): CurrentLines {
  if (current === undefined || range === undefined) return { lines: [], content: '' };
  const bytes = Buffer.from(current);
  const codec = resolveEncoding(
    encoding,
    range.start === 1 ? bytes.subarray(0, HEAD_SIZE) : NO_BYTES,
  );
  const all = indexLines(bytes, codec);
  const lines: string[] = [];
  let content = '';
  let left = room;
  for (let index = 1; index <= all.count; index += 1) {
    const line = all.slice({ start: index, end: index + 1 });
    const number = range.start + index - 1;
    const shown = showLine(
      { number, line: { bytes: line, size: line.length } },
      codec,
      maxLineChars,
    );
    const numbered = 'numbered' in shown ? shown.numbered : `${number}\t[not ${codec.name}]`;
    left -= numbered.length + 1;
    if (left < 0) {
      lines.push(`… ${linesText(all.count - index + 1)} more`);
      break;
    }
    lines.push(numbered);
    content += 'content' in shown ? shown.content : '\uFFFD\n';
  }
  return { lines, content };
}

const NO_BYTES = Buffer.alloc(0);
