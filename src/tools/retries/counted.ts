import type { ErrorDetails } from '../../core/errors.js';
import { isRecord } from '../arguments/record.js';
import type { JsonRecord } from '../arguments/record.js';

/** The arguments with the number of occurrences that there are, where any number can be right. */
export function countedArguments(
  args: JsonRecord,
  { edit, found }: ErrorDetails['COUNT_MISMATCH'],
): unknown {
  if (edit === undefined) return undefined;
  return changedAt(args, edit.match(/\w+/g) ?? [], found);
}

/** The value with the count of the item to which the steps lead, as in `files[0].edits[1]`. */
function changedAt(value: unknown, [step, ...steps]: readonly string[], count: number): unknown {
  if (step === undefined) return isRecord(value) ? { ...value, expect_count: count } : undefined;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((item, index) =>
      index === Number(step) ? changedAt(item, steps, count) : item,
    );
  }
  return isRecord(value) ? { ...value, [step]: changedAt(value[step], steps, count) } : undefined;
}
