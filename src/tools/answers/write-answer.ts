import type { FileResult } from '../../workspace/workspace.js';
import { fitLines, fitText } from './layout.js';
import type { Json, Limits, ToolAnswer } from '../tool.js';
import { hashLines, headLine, rangeLines, tailLines, writtenObject } from './written-file.js';
import type { Occasion } from './written-file.js';

/** Characters of the diff of one file. */
const DIFF_CHARS = 6000;
/** Less of a diff than this is not worth its room. */
const LEAST_DIFF_CHARS = 80;
/** Characters of a line that counts what was left out. */
const NOTE_CHARS = 60;

/** Tells what became of each file, or would have. */
export function writeAnswer(
  results: readonly FileResult[],
  limits: Limits,
  occasion: Occasion,
): ToolAnswer {
  const files = results.map((result) => ({
    result,
    head: headLine(result, occasion),
    hash: hashLines(result, limits, occasion),
    tail: tailLines(result),
  }));
  let left = limits.maxOutputChars;
  for (const { head, hash, tail } of files) left -= charsOf([head, ...hash, ...tail]);
  const lines: string[] = [];
  const objects: Json[] = [];
  for (const [index, { result, head, hash, tail }] of files.entries()) {
    const share = Math.floor(left / (files.length - index));
    const { ranges, diff } = fitChanges(result, limits, share);
    lines.push(head, ...diff, ...hash, ...ranges, ...tail);
    objects.push(writtenObject(result, diff.join('\n')));
    left -= charsOf([...diff, ...ranges]);
  }
  return {
    isError: false,
    text: fitText(lines.join('\n'), limits.maxOutputChars),
    result: {
      result: 'ok',
      ...(occasion.kind === 'commit'
        ? occasion.changeId !== undefined && { change_id: occasion.changeId }
        : { dry_run: true }),
      files: objects,
    },
  };
}

/** The hashes of ranges come first, and the diff takes what room they leave. */
function fitChanges(
  result: FileResult,
  limits: Limits,
  room: number,
): { readonly ranges: readonly string[]; readonly diff: readonly string[] } {
  const ranges = fitRanges(rangeLines(result, limits), room);
  const forDiff = Math.min(DIFF_CHARS, room - charsOf(ranges));
  const diff = result.revision?.diff ?? '';
  const isShown = diff !== '' && forDiff >= LEAST_DIFF_CHARS;
  return { ranges, diff: isShown ? [fitText(diff, forDiff)] : [] };
}

function fitRanges(all: readonly string[], room: number): readonly string[] {
  if (charsOf(all) <= room) return all;
  const { lines, left } = fitLines(all, room - NOTE_CHARS);
  return room < NOTE_CHARS ? [] : [...lines, `… ${left} more ranges, not shown`];
}

function charsOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
