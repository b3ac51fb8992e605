import type { RangeExpectation } from '../../core/change.js';
import { LocklineError } from '../../core/errors.js';
import { gapBefore, inclusive } from '../../core/range.js';
import type { LineRange } from '../../core/range.js';
import type { LinesEdit } from '../../core/edit/revise.js';
import type { NamedLines, Patch } from '../schema.js';

/** What must hold of lines before edits of them, and the edits, numbered as the file was read. */
export interface ProvedEdits {
  readonly expect: readonly RangeExpectation[];
  readonly edits: readonly LinesEdit[];
}

/**
 * The edits that patches ask for. `list` is what the call names them, for errors. Throws INVALID_ARGUMENT
 * for one that does not prove which lines it means.
 */
export function patchEdits(patches: readonly Patch[], list: string): ProvedEdits {
  const all = patches.map((patch, index) => patchEdit(patch, `${list}[${index}]`));
  return {
    expect: all.flatMap(({ expect }) => expect),
    edits: all.flatMap(({ edits }) => edits),
  };
}

/** The same for lines that are to be taken away. */
export function deletions(ranges: readonly NamedLines[], list: string): ProvedEdits {
  return patchEdits(
    ranges.map((lines) => ({ ...lines, contents: '' })),
    list,
  );
}

function patchEdit({ contents, ...lines }: Patch, place: string): ProvedEdits {
  const { start, end, range_hash } = lines;
  if (range_hash === '') {
    refuseUnsureInsert(lines, place);
    return { expect: [], edits: [{ range: gapBefore(start), contents }] };
  }
  const range = inclusive(start, end);
  const expect = proofs({ ...lines, range_hash }, range, place);
  return { expect, edits: [{ range, contents }] };
}

/** Models send `""` for a hash that they do not know: it means an insertion only where no lines are named. */
function refuseUnsureInsert(
  { end, first_line, last_line }: Omit<Patch, 'contents'>,
  place: string,
): void {
  if (end === undefined && first_line === undefined && last_line === undefined) return;
  const given = end === undefined ? 'first_line or last_line' : 'end';
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place}.range_hash is empty, but ${given} is given.`,
    hint: 'To replace lines, give the range_hash of exactly these lines, or first_line and last_line. To insert before start, give range_hash "" and leave out the others.',
  });
}

function proofs(lines: NamedLines, range: LineRange, place: string): readonly RangeExpectation[] {
  const { start, end, range_hash, first_line, last_line } = lines;
  if (first_line === undefined && (range_hash === undefined || last_line !== undefined)) {
    throw unproved(place, last_line === undefined ? 'range_hash or first_line' : 'first_line');
  }
  // Numbers turned around name no lines, and the hash of nothing would prove them. A text never does.
  if (end !== undefined && end < start) return [{ range, firstLine: '' }];
  return [
    ...(range_hash === undefined ? [] : [{ range, hash: range_hash }]),
    ...(first_line === undefined
      ? []
      : [
          { range, firstLine: first_line, ...(last_line !== undefined && { lastLine: last_line }) },
        ]),
  ];
}

function unproved(place: string, missing: string): LocklineError<'INVALID_ARGUMENT'> {
  return new LocklineError('INVALID_ARGUMENT', {
    what: `${place}: ${missing} is missing.`,
    hint: 'Prove which lines are meant: by the range_hash that a read or a write gave for exactly these lines, or by first_line and last_line, the exact text of the first and the last of them.',
  });
}
