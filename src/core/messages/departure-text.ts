import type { Departure } from '../conflict.js';
import { durationText } from './phrase.js';

/** What has become of a file, as a clause: `codex moved it to b.txt 3 s ago, in change k7m2q`. */
export function departureText({ agent, isCaller, ageMs, changeId, movedTo }: Departure): string {
  const what = movedTo === undefined ? 'deleted it' : `moved it to ${movedTo}`;
  return `${isCaller ? 'you' : agent} ${what} ${durationText(ageMs)} ago, in change ${changeId}`;
}

/** What is said of a path from which a file has gone, and how to go on. */
export function describeDeparture(
  path: string,
  departure: Departure,
): { readonly message: string; readonly hint: string } {
  const { changeId, movedTo } = departure;
  return {
    message: `${path} does not exist any more: ${departureText(departure)}.`,
    hint:
      movedTo === undefined
        ? `If that was not what you wanted, undo_edit with change_id "${changeId}" brings it back.`
        : `Use the path ${movedTo} from now on. The hashes hold as long as nobody has changed the file there.`,
  };
}
