import * as z from 'zod';
import type { Action, FileChange } from '../../core/change.js';
import { LocklineError } from '../../core/errors.js';
import {
  createChange,
  deleteChange,
  moveChange,
  patchChange,
  replaceChange,
} from './file-changes.js';
import type { KnownFile, LineChanges } from './file-changes.js';
import { patchEdits } from './patches.js';
import { encoding, fileHash, filePath, newline, patch, text } from '../schema.js';

/** One file of a transaction, as the edit tool takes it. */
export const editEntry = z.strictObject({
  file_path: filePath,
  action: z
    .enum(['patch', 'create', 'replace', 'delete', 'move'])
    .describe('Left out = patch, or create for contents without file_hash')
    .optional(),
  file_hash: fileHash.describe('For all but create').optional(),
  patches: z.array(patch).describe('For patch, move').optional(),
  contents: text('For create, replace: the whole file').optional(),
  new_path: filePath.describe('For move').optional(),
  encoding,
  newline: newline.describe('For patch, create: converts all line ends').optional(),
  final_newline: z.boolean().describe('For patch: adds or removes the last').optional(),
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
    const { patches, newline, final_newline } = part.entry;
    if (newline === undefined && final_newline === undefined) refuseNoPatches(patches, part);
    return patchChange(knownFile(part), lineChanges(part));
  },
  create(part) {
    const { file_path: path, encoding, newline } = part.entry;
    return createChange({ path, encoding }, { contents: needed(part, 'contents'), newline });
  },
  replace: (part) => replaceChange(knownFile(part), needed(part, 'contents')),
  delete: (part) => deleteChange(knownFile(part)),
  move(part) {
    const { patches } = part.entry;
    if (patches !== undefined) refuseNoPatches(patches, part);
    return moveChange(knownFile(part), needed(part, 'new_path'), lineChanges(part));
  },
};

function knownFile(part: Part): KnownFile {
  const { file_path: path, encoding } = part.entry;
  return { path, encoding, hash: needed(part, 'file_hash') };
}

function lineChanges({ entry, place, maxLineChars }: Part): LineChanges {
  const { patches = [], newline, final_newline: finalNewline } = entry;
  return { ...patchEdits(patches, `${place}.patches`), newline, finalNewline, maxLineChars };
}

function refuseNoPatches(patches: EditEntry['patches'], { place, action }: Part): void {
  if (patches !== undefined && patches.length > 0) return;
  throw new LocklineError('INVALID_ARGUMENT', {
    what: `${place}.patches is ${patches === undefined ? 'missing' : 'an empty list'}.`,
    hint:
      action === 'move'
        ? 'Leave patches out to move the file as it is.'
        : 'Give at least one patch, or newline or final_newline to change the line ends of the file. To change a file as a whole, name another action: replace, delete or move.',
  });
}

type Field = keyof EditEntry;

/** What each action takes; file_path, action and encoding are for all. */
const FIELDS: { readonly [A in Action]: readonly Field[] } = {
  patch: ['file_hash', 'patches', 'newline', 'final_newline'],
  create: ['contents', 'newline'],
  replace: ['file_hash', 'contents'],
  delete: ['file_hash'],
  move: ['file_hash', 'new_path', 'patches'],
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
