import { hasLineNumbers } from './contents.js';
import type { TextEdit } from './contents.js';
import type { NewlineName } from '../text/newline.js';
import { countText } from '../messages/phrase.js';

/** Says that new text looks copied from a read, numbers and all. It is written all the same. */
export function lineNumbersNote(edits: readonly TextEdit[]): readonly string[] {
  const { length } = edits.filter(hasLineNumbers);
  if (length === 0) return [];
  const where = edits.length === 1 ? '' : ` of ${countText(length, 'edit')}`;
  return [
    `Every new line${where} begins with its number and a tab, as reads show lines. It was written as given; if the numbers were copied from a read, take them out.`,
  ];
}

/** Says how many terminators a conversion changed, since its diff is not shown. */
export function convertedNote(
  converted: number,
  newline: NewlineName | undefined,
): readonly string[] {
  if (newline === undefined) return [];
  return [`${countText(converted, 'line terminator')} converted to ${newline}.`];
}
