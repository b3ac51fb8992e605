import type { ErrorDetails } from '../errors.js';
import { countText } from './phrase.js';
import type { Description } from './phrase.js';

/** A text or a hunk that is not there, or is there more than once. */
export function describeNoMatch(details: ErrorDetails['NO_MATCH']): Description {
  const { path, what, nearest, places } = details;
  if (places !== undefined) {
    return {
      message: withEvidence(
        `${what} fits in ${countText(places, 'place')} of ${path}, so it is not clear which is meant.`,
        nearest,
      ),
      hint: 'Give more of the lines around it, or the number of the line where it begins.',
    };
  }
  return {
    message: withEvidence(`${what} does not occur in ${path}.`, nearest),
    hint: 'Copy the text exactly from the file, with its spaces and tabs, but without line numbers.',
  };
}

/** A text that occurs more or less often than it was expected to. */
export function describeCount(details: ErrorDetails['COUNT_MISMATCH']): Description {
  const { path, what, expected, found, overlaps, where, edit } = details;
  const fault = overlaps
    ? 'and some of these places overlap'
    : `but ${countText(expected, 'time')} was expected`;
  const all = edit === undefined ? '' : `, or send expect_count: ${found} for all of them`;
  return {
    message: withEvidence(
      `${what} occurs ${countText(found, 'time')} in ${path}, ${fault}.`,
      where,
    ),
    hint: `Give more of the text around it, until it means only the place that you want${all}.`,
  };
}

/** A sentence, and the lines that show it, if there are any. */
export function withEvidence(message: string, evidence: string): string {
  return evidence === '' ? message : `${message}\n${evidence}`;
}
