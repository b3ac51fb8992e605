import type { TextReplacement } from '../../core/replace/replace.js';
import type { TextEdit } from '../schema.js';

/** Edits of text, by the names that they have inside. */
export function replacements(edits: readonly TextEdit[]): readonly TextReplacement[] {
  return edits.map(({ old_text, new_text, expect_count, whole_word }) => ({
    oldText: old_text,
    newText: new_text,
    expectCount: expect_count,
    wholeWord: whole_word,
  }));
}
