import { LocklineError } from '../../core/errors.js';
import { nestDeclarations } from '../../core/outline/entry.js';
import type { Declaration, Outline } from '../../core/outline/entry.js';
import { outlineJson } from '../../core/outline/json.js';
import { outlineMarkdown } from '../../core/outline/markdown.js';
import { outlineYaml } from '../../core/outline/yaml.js';
import { countText } from '../../core/messages/phrase.js';
import type { FileScan } from '../../core/scan/scan.js';
import { factsOf, searchableLines } from '../../core/search/searchable.js';
import { lineText } from '../../core/text/window.js';
import type { Entry, WholeFile, WorkspaceStore } from '../../store/store.js';
import { filesBelow } from '../files-below.js';
import type { Grammars } from './grammar.js';
import { LANGUAGES_TEXT, languageOf } from './languages.js';
import type { Language } from './languages.js';

export interface OutlineRequest {
  /** Files, and directories for all files below them whose language is known. */
  readonly paths: readonly string[];
  /** Levels of entries. */
  readonly depth: number;
  /** Files beyond are only named. */
  readonly maxFiles: number;
}

/** The structure of one file, or why there is none. */
export type OutlinedFile =
  | {
      readonly shown: string;
      readonly scan: FileScan;
      readonly language: string;
      readonly outline: Outline;
    }
  | { readonly shown: string; readonly error: LocklineError };

export interface Outlines {
  readonly files: readonly OutlinedFile[];
  /** Names of the files that were too many. */
  readonly leftOut: readonly string[];
  /** Files below directories whose language is not known. */
  readonly passedOver: number;
  /** Directories below those named that cannot be read. */
  readonly unreadable: number;
}

/** Trees take many times the memory of a file. In bytes. */
const LARGEST = 2 * 1024 * 1024;

/** Outlines files, in the order of the paths; a bad one does not spoil the others. Throws NO_ROOTS. */
export async function outlineFiles(
  store: WorkspaceStore,
  grammars: Grammars,
  { paths, depth, maxFiles }: OutlineRequest,
  signal: AbortSignal,
): Promise<Outlines> {
  const files: OutlinedFile[] = [];
  const leftOut: string[] = [];
  let [passedOver, unreadable] = [0, 0];
  const accepts = (shown: string): boolean => {
    const isKnown = languageOf(shown) !== undefined;
    if (!isKnown) passedOver += 1;
    return isKnown;
  };
  const batches = filesBelow(
    store,
    { paths, accepts },
    {
      signal,
      refused: (error, shown) => files.push({ shown, error }),
      unreadable: () => (unreadable += 1),
    },
  );
  for await (const batch of batches) {
    const told = batch.slice(0, Math.max(0, maxFiles - files.length));
    leftOut.push(...batch.slice(told.length).map(({ shown }) => shown));
    for (const entry of told) {
      const see = async (file: WholeFile): Promise<void> => {
        files.push(await outlineFile(entry, file, { grammars, depth }));
      };
      await store.visit([entry.path], see, { maxBytes: LARGEST, signal });
    }
  }
  return { files, leftOut, passedOver, unreadable };
}

interface Reading {
  readonly grammars: Grammars;
  readonly depth: number;
}

async function outlineFile(
  { shown }: Entry,
  file: WholeFile,
  { grammars, depth }: Reading,
): Promise<OutlinedFile> {
  const language = languageOf(shown);
  if (language === undefined) return { shown, error: unknownLanguage(shown) };
  if (file.kind !== 'text') return { shown, error: refusal(shown, file) };
  // The memory of the file is used again while a grammar is loaded.
  const bytes = Buffer.from(file.bytes);
  const { lines } = searchableLines(bytes);
  const texts = Array.from({ length: lines.count }, (_, index) => lineText(lines, index + 1) ?? '');
  const declarations = await readDeclarations(texts, language, grammars);
  if (declarations === undefined) return { shown, error: tooSlow(shown) };
  const outline = nestDeclarations(declarations, lines, depth);
  return { shown, scan: factsOf(bytes), language: language.name, outline };
}

async function readDeclarations(
  texts: readonly string[],
  { reader }: Language,
  grammars: Grammars,
): Promise<readonly Declaration[] | undefined> {
  if ('grammar' in reader) {
    const grammar = await grammars.load(reader.grammar, reader.query);
    return grammar.declarations(texts.join('\n'));
  }
  switch (reader.scanner) {
    case 'json':
      return outlineJson(texts.join('\n'));
    case 'markdown':
      return outlineMarkdown(texts);
    case 'yaml':
      return outlineYaml(texts);
  }
}

const OTHER_WAYS =
  'find_text finds places in any text file, and get_text_file_contents reads ranges of lines.';

function unknownLanguage(shown: string): LocklineError {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `${shown} is not of a kind that can be outlined`,
    hint: `Those are ${LANGUAGES_TEXT}, by the ending of the name. ${OTHER_WAYS}`,
  });
}

function refusal(shown: string, file: Exclude<WholeFile, { kind: 'text' }>): LocklineError {
  switch (file.kind) {
    case 'unreadable':
      return file.error;
    case 'binary':
      return new LocklineError('BINARY_FILE', { path: shown, offset: file.at });
    case 'too_large':
      return new LocklineError('INVALID_ARGUMENT', {
        what: `${shown} has ${countText(file.size, 'byte')}; files of up to ${countText(LARGEST, 'byte')} are outlined`,
        hint: OTHER_WAYS,
      });
  }
}

function tooSlow(shown: string): LocklineError {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `${shown} takes too long to be parsed`,
    hint: OTHER_WAYS,
  });
}
