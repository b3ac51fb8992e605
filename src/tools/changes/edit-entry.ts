import * as z from 'zod';
import type { Action, FileChange } from '../../core/change.js';
import { LocklineError } from '../../core/errors.js';
import {
  createChange,
  deleteChange,
  moveChange,
  patchChange,
  replaceChange,
  replaceTextChange,
} from './file-changes.js';
import type { KnownFile } from './file-changes.js';
import { patchEdits } from './patches.js';
import { replacements } from './text-edits.js';
import { encoding, fileHash, filePath, newline, patch, text, textEdit } from '../schema.js';

/** One file of a transaction, as the edit tool takes it. */
export const editEntry = z.strictObject({
  file_path: filePath,
  action: z
    .enum(['patch', 'create', 'replace', 'delete', 'move'])
    .describe('Left out = patch, or create without file_hash')
    .optional(),
  file_hash: fileHash.describe('For all but create').optional(),
  patches: z
    .array(patch)
    .meta({ brief: true, description: 'As in patch_text_file_contents' })
    .optional(),
  edits: z.array(textEdit).optional(),
  contents: text('For create, replace: whole file').optional(),
  new_path: filePath.optional(),
  encoding,
  newline: newline.describe('For patch, create: converts all').optional(),
  final_newline: z.boolean().describe('For patch: whether it ends with one').optional(),
});

export type EditEntry = z.infer<typeof editEntry>;

/** An entry, what is to be done with it, and what the call names it. */
interface Part {
  readonly entry: EditEntry;
  readonly action: Action;
  /** For errors: `files[0]`. */
  readonly place: string;
  readonly maxLineChars: number;
}

/**
 * The change that an entry asks for. Throws INVALID_ARGUMENT for fields that its action needs and lacks,
 * or does not take.
 */
export function entryChange(
  entry: EditEntry,
  { place, maxLineChars }: Pick<Part, 'place' | 'maxLineChars'>,
): FileChange {
  const action = entry.action ?? defaultAction(entry);
  const part = { entry, action, place, maxLineChars };
  refuseMisfits(part);
  return BUILDERS[action](part);
}

function defaultAction({ contents, file_hash }: EditEntry): Action {
  return contents !== undefined && file_hash === undefined ? 'create' : 'patch';
}

const BUILDERS: { readonly [A in Action]: (part: Part) => FileChange } = {
  patch(part) {
    const { newline, final_newline } = part.entry;
    const isNeeded = newline === undefined && final_newline === undefined;
    return editsChange(part, isNeeded);
  },
  create(part) {
    const { file_path: path, encoding, newline } = part.entry;
    return createChange({ path, encoding }, { contents: needed(part, 'contents'), newline });
  },
  replace: (part) => replaceChange(knownFile(part), needed(part, 'contents')),
  delete: (part) => deleteChange(knownFile(part)),
  move: (part) => moveChange(editsChange(part, false), needed(part, 'new_path')),
};

function knownFile(part: Part): KnownFile {
  const { file_path: path, encoding } = part.entry;
  return { path, encoding, hash: needed(part, 'file_hash') };
}

/** The change of lines or of text in a file; `isNeeded` where there must be one. */
function editsChange(part: Part, isNeeded: boolean): FileChange {
  const { patches, edits, newline, final_newline: finalNewline } = part.entry;
  const { place, maxLineChars } = part;
  const file = knownFile(part);
  refuseBoth(part);
  if (edits !== undefined) {
    refuseEmpty(edits, 'edits', part);
    const list = `${place}.edits`;
    return replaceTextChange(file, { list, edits: replacements(edits), newline, finalNewline });
  }
  const isMove = part.action === 'move' && patches !== undefined;
  if (isNeeded || isMove) refuseEmpty(patches, 'patches', part);
  const proved = patchEdits(patches ?? [], `${place}.patches`);
  return patchChange(file, { ...proved, newline, finalNewline, maxLineChars });
}

function refuseBoth({ entry: { patches, edits }, place }: Part): void {
  if (patches === undefined || edits === undefined) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place} has both patches and edits.`,
    hint: 'Give one of them: patches name lines by their numbers, edits name text.',
  });
}

function refuseEmpty(
  list: readonly unknown[] | undefined,
  name: 'patches' | 'edits',
  { place, action }: Part,
): void {
  if (list !== undefined && list.length > 0) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place}.${name} is ${list === undefined ? 'missing' : 'an empty list'}.`,
    hint:
      action === 'move'
        ? `Leave ${name} out to move the file as it is.`
        : 'Give at least one of patches or of edits, or newline or final_newline to change the line ends of the file. To change a file as a whole, name another action: replace, delete or move.',
  });
}

type Field = keyof EditEntry;

/** What each action takes; file_path, action and encoding are for all. */
const FIELDS: { readonly [A in Action]: readonly Field[] } = {
  patch: ['file_hash', 'patches', 'edits', 'newline', 'final_newline'],
  create: ['contents', 'newline'],
  replace: ['file_hash', 'contents'],
  delete: ['file_hash'],
  move: ['file_hash', 'new_path', 'patches', 'edits'],
};
const ACTIONS = ['patch', 'create', 'replace', 'delete', 'move'] as const;
const FOR_ALL: readonly Field[] = ['file_path', 'action', 'encoding'];

function refuseMisfits({ entry, action, place }: Part): void {
  const given = editEntry.keyof().options.filter((field) => entry[field] !== undefined);
  const misfit = given.find((field) => ![...FOR_ALL, ...FIELDS[action]].includes(field));
  if (misfit === undefined) return;
  const others = ACTIONS.filter((other) => FIELDS[other].includes(misfit));
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place}: ${misfit} does not go with action ${action}.`,
    hint: `${misfit} is for ${others.join(' and ')}; ${action} takes ${FIELDS[action].join(', ')}.`,
  });
}

function needed<F extends Field>(
  { entry, action, place }: Part,
  field: F,
): NonNullable<EditEntry[F]> {
  const value = entry[field];
  if (value !== undefined && value !== null) return value;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place}.${field} is missing.`,
    hint: `${action} needs ${FIELDS[action].filter((name) => NEEDED.includes(name)).join(' and ')}. A read gives the file_hash.`,
  });
}

const NEEDED: readonly Field[] = ['file_hash', 'contents', 'new_path'];
