import type { Answer, Caller } from './agent.js';

/** A file as a read shows it. */
export interface SeenFile {
  readonly hash: string;
  /** The lines of the ranges asked for, one after the other, without their ends. */
  readonly lines: readonly string[];
}

/** What a read gave for each file: the file, or the code of its refusal. */
export type Look = ReadonlyMap<string, SeenFile | string>;

/** Reads lines of files, by their numbers from 1; `undefined` if the server went away. */
export async function look(
  agent: Caller,
  names: readonly string[],
  lines: readonly number[],
): Promise<Look | undefined> {
  const ranges = lines.map((line) => ({ start: line, end: line }));
  const files = names.map((name) => ({ file_path: name, ranges }));
  const answer = await agent.call('get_text_file_contents', { files });
  return answer && lookOf(answer);
}

interface ReadFile {
  readonly file_path: string;
  readonly file_hash: string;
  readonly ranges?: readonly { readonly content: string }[];
  readonly error?: { readonly code: string };
}

function lookOf({ object, text }: Answer): Look {
  const files = object['files'] as readonly ReadFile[] | undefined;
  if (files === undefined) throw new Error(`not the answer of a read: ${text}`);
  return new Map(
    files.map(({ file_path, file_hash, ranges = [], error }): [string, SeenFile | string] => {
      if (error !== undefined) return [file_path, error.code];
      const lines = ranges.flatMap(({ content }) => content.replace(/\n$/, '').split('\n'));
      return [file_path, { hash: file_hash, lines }];
    }),
  );
}

/** One file's part of an edit: new text for single lines. */
export interface FileEdit {
  readonly name: string;
  readonly hash: string;
  readonly lines: readonly { readonly line: number; readonly old: string; readonly text: string }[];
}

/** How an edit ended; `unknown` if the server went away, or could not tell. */
export type Ending =
  | { readonly kind: 'saved'; readonly hashes: ReadonlyMap<string, string> }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly text: string;
      /** With CONFLICT: the hashes of the files that are not as expected. */
      readonly current: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'unknown'; readonly code: string };

/** Replaces lines: of one file by the tool for one, of several in one transaction. */
export async function edit(agent: Caller, edits: readonly FileEdit[]): Promise<Ending> {
  const files = edits.map(({ name, hash, lines }) => ({
    file_path: name,
    file_hash: hash,
    patches: lines.map(({ line, old, text }) => ({
      start: line,
      end: line,
      first_line: old,
      contents: `${text}\n`,
    })),
  }));
  const [first] = files;
  const answer = await (files.length === 1 && first !== undefined
    ? agent.call('patch_text_file_contents', first)
    : agent.call('edit_text_file_contents', { files }));
  return answer === undefined ? { kind: 'unknown', code: 'no answer' } : endingOf(answer);
}

interface WrittenFile {
  readonly file_path: string;
  readonly file_hash: string;
}

interface Conflict {
  readonly file_path: string;
  readonly kind: string;
  readonly actual?: string;
}

function endingOf({ code, object, text }: Answer): Ending {
  if (code === 'IN_DOUBT') return { kind: 'unknown', code };
  if (code !== undefined) {
    const conflicts = (object['conflicts'] ?? []) as readonly Conflict[];
    const current = conflicts.flatMap(({ file_path, kind, actual }) =>
      kind === 'file_hash' && actual !== undefined ? [[file_path, actual] as const] : [],
    );
    return { kind: 'refused', code, text, current: new Map(current) };
  }
  const files = object['files'] as readonly WrittenFile[];
  return {
    kind: 'saved',
    hashes: new Map(files.map(({ file_path, file_hash }) => [file_path, file_hash])),
  };
}
