import { describeError } from '../../core/messages/describe.js';
import type { FoundFile, FoundRange } from '../../core/search/found-file.js';
import { countText, listText } from '../../core/messages/phrase.js';
import { toInclusive } from '../../core/range.js';
import { MOST_COUNTED } from '../../core/search/search-hit.js';
import type { SearchResult } from '../../workspace/search.js';
import type { Json, Limits, ToolAnswer } from '../tool.js';
import { factsLine } from './file-facts.js';
import { pathText, rangeLine } from './layout.js';
import { createRoom } from './room.js';
import type { Room } from './room.js';

/** Matches that are not shown, of one file. */
interface RestOfFile {
  readonly shown: string;
  readonly matches: number;
}

/** Matches that are not shown, of all files, some of which are named. */
interface Rest {
  readonly matches: number;
  readonly files: readonly RestOfFile[];
}

/** Characters kept free for the first line and those that say how to go on. */
const FRAME_CHARS = 1200;
/** Files that are named in one line. */
const FILES_NAMED = 10;

/** The answer of a search: what fits, in whole ranges. */
export function findAnswer(result: SearchResult, maxResults: number, limits: Limits): ToolAnswer {
  const room = createRoom(limits.maxOutputChars - FRAME_CHARS);
  const shown = result.files.map((file) => showFound(file, room, limits));
  const rest = {
    matches: shown.reduce((left, { matches }) => left - matches, result.totalMatches),
    files: [...shown.flatMap(({ left }) => left), ...result.more],
  };
  const next = nextLines(result, rest, maxResults);
  const errors = result.errors.map((error) => `${error.code}: ${describeError(error).message}`);
  return {
    isError: false,
    text: [summaryLine(result), ...errors, ...room.lines, ...next].join('\n'),
    result: {
      files: shown.flatMap(({ object }) => object),
      total_matches: result.totalMatches,
      searched_files: result.searchedFiles,
      skipped: skippedObject(result),
      ...(result.notTried > 0 && { not_searched: result.notTried }),
      ...(errors.length > 0 && { errors }),
      ...(next.length > 0 && { next: next.join('\n') }),
    },
  };
}

interface ShownFound {
  readonly object: readonly Json[];
  readonly matches: number;
  readonly left: readonly RestOfFile[];
}

/** Shows a file, as many of its ranges as there is room for. */
function showFound(file: FoundFile, room: Room, limits: Limits): ShownFound {
  const { shown, scan, ranges, isLegible } = file;
  const facts = `${factsLine(shown, scan, limits)}${isLegible ? '' : `  not all of it is ${scan.encoding}`}`;
  const taken = ranges.filter((range, index) =>
    room.take([...(index === 0 ? [facts] : []), ...rangeLines(range, limits)]),
  );
  const matches = countMatches(taken);
  const left = countMatches(ranges) - matches;
  return {
    matches,
    object: taken.length === 0 ? [] : [foundObject(file, taken)],
    left: left === 0 ? [] : [{ shown, matches: left }],
  };
}

function countMatches(ranges: readonly FoundRange[]): number {
  return ranges.reduce((sum, { matches }) => sum + matches.length, 0);
}

/** Where a range holds more than matches, it is said where they are. */
function rangeLines(
  { range, hash, lines, matches }: FoundRange,
  limits: Limits,
): readonly string[] {
  const matched = new Set(matches.map(({ line }) => line));
  const isClear = matched.size === lines.length && !lines.some(({ isCropped }) => isCropped);
  const places = matches.map(({ line, column }) => `${line}:${column}`);
  return [
    `${rangeLine(range, hash, limits)}${isClear ? '' : `  match ${listText(places, FILES_NAMED)}`}`,
    ...lines.map(({ number, text, isCropped }) =>
      isCropped ? `${number}\t${text} [cropped]` : `${number}\t${text}`,
    ),
  ];
}

function foundObject({ shown, scan }: FoundFile, ranges: readonly FoundRange[]): Json {
  return {
    file_path: shown,
    file_hash: scan.hash,
    total_lines: scan.totalLines,
    matches: ranges.flatMap(matchObjects),
  };
}

/** Matches that share a range have its content once, in the first of them. */
function matchObjects({ range, hash, lines, matches }: FoundRange): readonly Json[] {
  const cropped = lines.flatMap(({ number, isCropped }) => (isCropped ? [number] : []));
  const content = {
    content: lines.map(({ text, terminator }) => text + terminator).join(''),
    ...(cropped.length > 0 && { cropped }),
  };
  return matches.map(({ line, column }, index) => ({
    line,
    column,
    ...toInclusive(range),
    range_hash: hash,
    ...(index === 0 && content),
  }));
}

function summaryLine(result: SearchResult): string {
  const { totalMatches, matchedFiles, searchedFiles, skipped, notTried } = result;
  const matches = countText(totalMatches, 'match').replace(/match(es|s)$/, 'matches');
  const { binary, tooLarge, unreadable, tooSlow } = skipped;
  const passed = [
    ...(binary > 0 ? [`${binary} binary`] : []),
    ...(tooLarge > 0 ? [`${tooLarge} too large`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
    ...(tooSlow > 0 ? [`${tooSlow} in which the regex takes too long`] : []),
  ];
  return [
    `${totalMatches >= MOST_COUNTED ? 'at least ' : ''}${matches} in ${countText(matchedFiles, 'file')}`,
    `${countText(searchedFiles, 'file')} searched`,
    ...(passed.length > 0 ? [`skipped: ${passed.join(', ')}`] : []),
    ...(notTried > 0 ? [`NOT searched: ${notTriedText(result)}`] : []),
  ].join('  ');
}

/** How many files were not tried; where the search ended early it is not known of how many. */
function notTriedText({ notTried, endedBefore }: SearchResult): string {
  return `${endedBefore === undefined ? '' : 'more than '}${countText(notTried, 'file')}`;
}

function skippedObject({ skipped }: SearchResult): Json {
  const { binary, unreadable, tooLarge, tooSlow } = skipped;
  return { binary, unreadable, too_large: tooLarge, ...(tooSlow > 0 && { too_slow: tooSlow }) };
}

/** How to go on, where that is not all. */
function nextLines(result: SearchResult, rest: Rest, maxResults: number): readonly string[] {
  const { endedBefore, searchedFiles, skipped, errors, notTried } = result;
  const passedOver = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const isNothing = searchedFiles === 0 && errors.length === 0 && passedOver + notTried === 0;
  return [
    ...(rest.matches > 0 ? [restLine(rest, maxResults)] : []),
    ...(notTried > 0 ? [givenUpLine(result)] : []),
    ...(skipped.tooSlow > 0 && notTried === 0 ? [TOO_SLOW_LINE] : []),
    ...(endedBefore === undefined
      ? []
      : [`… ended early after 30 s, before ${pathText(endedBefore)}: search fewer paths at once`]),
    ...(isNothing ? [NOTHING_LINE] : []),
  ];
}

function givenUpLine(result: SearchResult): string {
  const slow = listText(result.slow.map(pathText), FILES_NAMED);
  const where = slow === '' ? 'for so many files' : `in ${slow}`;
  return `… the search was given up: the regex takes too long ${where}. ${notTriedText(result)} not searched, so there may be more matches: make the regex simpler, without a repetition inside another, leave slow files out by paths or glob, or send text`;
}

function restLine({ matches, files }: Rest, maxResults: number): string {
  const names = files.map((file) => `${pathText(file.shown)} (${file.matches})`);
  const some = names.length > FILES_NAMED ? [...names.slice(0, FILES_NAMED), '…'] : names;
  const count = `${matches} more ${matches === 1 ? 'match' : 'matches'}`;
  return `… ${count} not shown: ${some.join(', ')}. Name some of these in paths, make text or glob narrower, or raise max_results (now ${maxResults})`;
}

const TOO_SLOW_LINE =
  '… the regex takes too long in files that were skipped: make it simpler, without a repetition inside another, or send text';
const NOTHING_LINE =
  '… no file was searched: check paths and glob; ignored files are searched only where paths names them';
