import { inclusive } from '../../core/range.js';
import type { FileRead, FileRequest } from '../../workspace/workspace.js';
import { factsLine } from './file-facts.js';
import { goOnLine } from './go-on.js';
import { fitText } from './layout.js';
import { showFailure, showFile } from './shown-file.js';
import type { ShownFile } from './shown-file.js';
import type { Limits, ToolAnswer } from '../tool.js';

/** Characters kept free for the line that says how to go on. */
const GO_ON_CHARS = 600;
/** A line takes at most this part of a text, however small that is. */
const LINE_SHARE = 0.25;

/** What fits into one text of what was read, in the order of the request. */
export function showFiles(
  reads: readonly FileRead[],
  requests: readonly FileRequest[],
  limits: Limits,
): readonly ShownFile[] {
  const { maxOutputChars } = limits;
  const maxLineChars = Math.min(limits.maxLineChars, Math.ceil(maxOutputChars * LINE_SHARE));
  const bounds = { ...limits, maxLineChars };
  const whole = fill(reads, requests, bounds);
  if (whole.every(({ rest }) => rest.length === 0)) return whole;
  return fill(reads, requests, { ...bounds, maxOutputChars: maxOutputChars - GO_ON_CHARS });
}

/** The answer that shows files of which at least one was read. */
export function readAnswer(files: readonly ShownFile[], { maxOutputChars }: Limits): ToolAnswer {
  const text = files.flatMap(({ lines }) => lines).join('\n');
  const goOn = goOnLine(files, GO_ON_CHARS);
  const room = maxOutputChars - (goOn === undefined ? 0 : goOn.length + 1);
  return {
    isError: false,
    text: [fitText(text, room), ...(goOn === undefined ? [] : [goOn])].join('\n'),
    result: { files: files.map(({ object }) => object) },
  };
}

/** Earlier files take what room they need, beyond the line of facts that each of them has. */
function fill(
  reads: readonly FileRead[],
  requests: readonly FileRequest[],
  limits: Limits,
): readonly ShownFile[] {
  const least = reads.map((read) => leastChars(read, limits));
  let left = limits.maxOutputChars - least.reduce((sum, chars) => sum + chars, 0);
  return reads.map((read, index) => {
    if ('error' in read) return showFailure(read.shown, read.error);
    const own = least[index] ?? 0;
    const asked = requests[index]?.ranges ?? [inclusive(1)];
    const file = showFile({ ...read, asked }, limits, left + own);
    left -= charsOf(file) - own;
    return file;
  });
}

function leastChars(read: FileRead, limits: Limits): number {
  if ('error' in read) return charsOf(showFailure(read.shown, read.error));
  return factsLine(read.shown, read.scan, limits).length + 1;
}

function charsOf({ lines }: ShownFile): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
