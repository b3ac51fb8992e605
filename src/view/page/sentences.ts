import type { ViewChange, ViewMeeting } from '../event.js';
import { seenText } from './safe-text.js';

/** A change in words, for those who listen. */
export function changeSentence({ agent, undoes, files }: ViewChange): string {
  const [first] = files;
  const more = files.length > 1 ? ` and ${String(files.length - 1)} more` : '';
  const verb = undoes === undefined ? 'changed' : 'took back a change of';
  return `${seenText(agent)} ${verb} ${seenText(first?.file_path ?? 'no file')}${more}`;
}

/** The same for a conflict or a wait. */
export function meetingSentence({ agent, code }: ViewMeeting): string {
  return code === undefined
    ? `${seenText(agent)} had to wait`
    : `${seenText(agent)} was refused: ${code}`;
}

export interface Shown {
  readonly has_history: boolean;
  /** Whether changes are missing in it. */
  readonly hasGap: boolean;
  /** How many changes are in the list. */
  readonly shown: number;
  readonly isFiltered: boolean;
}

/** What must be said about the list of changes; mostly nothing. */
export function noticeText({ has_history, hasGap, shown, isFiltered }: Shown): string {
  if (!has_history) return 'This server was started with --no-history, so it cannot show changes.';
  if (hasGap) return 'Some changes are missing here; lockline log has all of them.';
  if (shown > 0) return '';
  return isFiltered
    ? 'No change matches the filter.'
    : 'Nothing has been changed yet. Changes show up here as they are made.';
}
