import type { Revision } from '../../../src/core/change.js';
import { reviseText } from '../../../src/core/replace/replace.js';
import type { TextReplacement, TextRevision } from '../../../src/core/replace/replace.js';
import { snapshot } from '../../support/versions.js';
import { bytesOf } from '../edit/revising.js';

type Settings = Omit<TextReplacement, 'oldText' | 'newText'>;

/** Edits as the old text, the new one, and what else is said. */
export type TextEdits = readonly (readonly [
  oldText: string,
  newText: string,
  settings?: Settings,
])[];

type Options = Partial<Omit<TextRevision, 'edits' | 'list'>>;

/** The revision of `a.txt` with text replaced; without an encoding named. */
export function replaceIn(
  file: string | Buffer,
  edits: TextEdits,
  options: Options = {},
): Revision {
  return reviseText(snapshot(file), 'a.txt', {
    encoding: 'auto',
    ...options,
    list: 'edits',
    edits: edits.map(([oldText, newText, settings]) => ({ oldText, newText, ...settings })),
  });
}

/** The bytes of the version to come. */
export function replaced(file: string | Buffer, edits: TextEdits, options?: Options): Buffer {
  return bytesOf(replaceIn(file, edits, options));
}

/** The same as text. */
export function textAfter(file: string | Buffer, edits: TextEdits, options?: Options): string {
  return replaced(file, edits, options).toString();
}
