import { describeError } from '../../core/messages/describe.js';
import type { OutlineEntry } from '../../core/outline/entry.js';
import { countText } from '../../core/messages/phrase.js';
import { toInclusive } from '../../core/range.js';
import { LANGUAGES_TEXT } from '../../workspace/outline/languages.js';
import type { OutlinedFile, Outlines } from '../../workspace/outline/outline.js';
import type { Json, Limits, ToolAnswer } from '../tool.js';
import { errorAnswer } from './error-answer.js';
import { factsLine } from './file-facts.js';
import { pathText, rangeLine } from './layout.js';
import { createRoom } from './room.js';
import type { Room } from './room.js';

/** Characters kept free for the lines that say how to go on. */
const FRAME_CHARS = 1000;
const FILES_NAMED = 10;

/** The answer with the outlines of files, as far as whole entries fit; an error if there is none at all. */
export function outlineAnswer(outlines: Outlines, limits: Limits): ToolAnswer {
  const { files, leftOut } = outlines;
  const [first] = files;
  if (first !== undefined && files.every((file) => 'error' in file) && 'error' in first) {
    return errorAnswer(first.error, limits, { effect: 'read' });
  }
  const room = createRoom(limits.maxOutputChars - FRAME_CHARS);
  const shown = files.map((file) => showOutline(file, room, limits));
  const unfinished = [...shown.flatMap(({ unfinished: name }) => name), ...leftOut];
  const next = [...nextLine(unfinished), ...(files.length === 0 ? nothingLine(outlines) : [])];
  return {
    isError: false,
    text: [...room.lines, ...next].join('\n'),
    result: {
      files: shown.flatMap(({ object }) => object),
      ...(next.length > 0 && { next: next.join('\n') }),
    },
  };
}

interface ShownOutline {
  readonly object: readonly Json[];
  /** The name of the file, if it is not shown whole. */
  readonly unfinished: readonly string[];
}

function showOutline(file: OutlinedFile, room: Room, limits: Limits): ShownOutline {
  const { shown } = file;
  if ('error' in file) {
    const { code } = file.error;
    const { message } = describeError(file.error);
    const isShown = room.take([`${pathText(shown)}  ${code}: ${message}`]);
    const object = { file_path: shown, error: { code, message } };
    return { object: [object], unfinished: isShown ? [] : [shown] };
  }
  const { scan, language, outline } = file;
  if (!room.take([`${factsLine(shown, scan, limits)}  ${language}`])) {
    return { object: [], unfinished: [shown] };
  }
  const taken = outline.entries.filter((entry) => room.take([entryLine(entry, limits)]));
  const left = outline.entries.length - taken.length + outline.leftOut;
  return {
    object: [
      {
        file_path: shown,
        file_hash: scan.hash,
        total_lines: scan.totalLines,
        language,
        entries: taken.map(entryObject),
        ...(left > 0 && { left_out: left }),
      },
    ],
    unfinished: left > 0 ? [shown] : [],
  };
}

function entryLine({ depth, range, hash, kind, name }: OutlineEntry, limits: Limits): string {
  return `${'  '.repeat(depth)}${rangeLine(range, hash, limits)}  ${kind} ${pathText(name)}`;
}

function entryObject({ kind, name, depth, range, hash }: OutlineEntry): Json {
  return { kind, name, depth, ...toInclusive(range), range_hash: hash };
}

function nextLine(unfinished: readonly string[]): readonly string[] {
  if (unfinished.length === 0) return [];
  const names = unfinished.slice(0, FILES_NAMED).map(pathText);
  const more =
    unfinished.length > FILES_NAMED ? ` and ${unfinished.length - FILES_NAMED} more` : '';
  return [
    `… not shown whole: ${names.join(', ')}${more}. Send them in calls of their own, or with a smaller depth; find_text finds a name at once`,
  ];
}

/** Where there is no file to tell of: what was looked at, and what could be outlined. */
function nothingLine({ passedOver, unreadable }: Outlines): readonly string[] {
  const seen =
    passedOver === 0
      ? 'the paths hold no files'
      : `none of a known language among ${countText(passedOver, 'file')}`;
  const closed =
    unreadable === 0
      ? ''
      : `; ${unreadable} ${unreadable === 1 ? 'directory' : 'directories'} cannot be read`;
  return [
    `… no file was outlined: ${seen}${closed}. Known by the ending of the name: ${LANGUAGES_TEXT}. Ignored files are outlined only where paths names them. find_text searches any text file, list_directory shows what is there`,
  ];
}
