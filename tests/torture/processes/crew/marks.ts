import { sha256 } from '../../../support/client-folder.js';

/*
 * A file of functions, some of which belong to each agent. Every change adds a mark of its own to a function
 * and leaves those of all changes before. So the file in the end shows each change that was ever made, and
 * what it must be to the last byte follows from the marks alone.
 */

const FUNCTION_LINES = 10;

/** Some lines of a version of the file. */
export interface Lines {
  /** Of the version that they are known from. */
  readonly fileHash: string;
  readonly start: number;
  readonly texts: readonly string[];
}

/** The functions of an agent, dealt out in turn, so that neighbours belong to different ones. */
export function functionsOf(seat: number, seats: number, lines: number): readonly number[] {
  const all = Array.from({ length: lines / FUNCTION_LINES }, (_, one) => one);
  return all.filter((one) => one % seats === seat);
}

/** The lines of a function that change, with its marks. */
export function bodyOf(one: number, marks: readonly string[] = []): readonly string[] {
  return [`  return call(${String(one)});`, ...marks.map((mark) => `  // ${mark}`)];
}

/** The number of the first of these lines in a file without marks. */
export function bodyStart(one: number): number {
  return one * FUNCTION_LINES + 2;
}

/** The file, with the marks of each function. */
export function markedText(lines: number, marksOf: (one: number) => readonly string[]): string {
  const functions = Array.from({ length: lines / FUNCTION_LINES }, (_, one) => [
    `function f${String(one)}() {`,
    ...bodyOf(one, marksOf(one)),
    // Lines that all functions have.
    ...Array.from({ length: FUNCTION_LINES - 3 }, (_line, step) => `  step(${String(step)});`),
    '}',
  ]);
  return functions.flat().join('\n').concat('\n');
}

/** A patch that puts other lines in the place of these. */
export function patchOf({ fileHash, start, texts }: Lines, contents: readonly string[]): object {
  const end = start + texts.length - 1;
  const range_hash = sha256(texts.map((text) => `${text}\n`).join(''));
  const patches = [{ start, end, range_hash, contents: contents.join('\n') }];
  return { file_path: 'all.js', file_hash: fileHash, patches };
}
