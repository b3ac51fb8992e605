import { pathIn, pathsOfGit } from './patch-path.js';
import type { PathPair } from './patch-path.js';
import type { PatchReader } from './reader.js';

/** What git says of a file before its hunks; of one that another program wrote nothing. */
export interface GitHeader {
  readonly paths: PathPair;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly renamed?: { readonly from: string; readonly to: string };
  /** The mode of a new file, unless it is the usual one. */
  readonly mode?: string;
}

const GIT = 'diff --git ';
const FIELD =
  /^(old mode|new mode|new file mode|deleted file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/;
const USUAL_MODE = '100644';

/** Reads the lines from `diff --git` to the names of the file, if they come next. */
export function readGitHeader(reader: PatchReader): GitHeader {
  const line = reader.peek() ?? '';
  if (!line.startsWith(GIT)) return { paths: {}, isNew: false, isDeleted: false };
  reader.take();
  const fields = readFields(reader);
  refuseBinary(reader);
  const [from, to] = [fields.get('rename from'), fields.get('rename to')];
  const mode = fields.get('new file mode');
  return {
    paths: pathsOfGit(line.slice(GIT.length)),
    isNew: mode !== undefined,
    isDeleted: fields.has('deleted file mode'),
    ...(from !== undefined && to !== undefined && { renamed: renamed(from, to) }),
    ...(mode !== undefined && mode !== USUAL_MODE && { mode }),
  };
}

function readFields(reader: PatchReader): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let found = nextField(reader); found !== undefined; found = nextField(reader)) {
    refuseField(found, reader);
    fields.set(found.name, found.value);
    reader.take();
  }
  return fields;
}

interface Field {
  readonly name: string;
  readonly value: string;
}

function nextField(reader: PatchReader): Field | undefined {
  const [, name, value] = FIELD.exec(reader.peek()?.trimEnd() ?? '') ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Links and submodules, as git writes modes. */
const NO_FILE = /^1[26]0000$/;

function refuseField({ name, value }: Field, reader: PatchReader): void {
  if (name === 'old mode' || name === 'new mode') {
    reader.refuse('changes the mode of a file.', 'Take it out: modes are kept as they are.');
  }
  if (name.startsWith('copy ')) {
    reader.refuse('copies a file.', 'Create the new file with its whole text instead.');
  }
  if (name.endsWith('file mode') && NO_FILE.test(value)) {
    reader.refuse('is of a link or a submodule.', 'Only the text of files can be changed.');
  }
}

function refuseBinary(reader: PatchReader): void {
  const isBinary = /^(Binary files |GIT binary patch)/.test(reader.peek() ?? '');
  if (isBinary) reader.refuse('is of a binary file.', 'Only text files can be changed.');
}

function renamed(from: string, to: string): NonNullable<GitHeader['renamed']> {
  return { from: pathIn(from) ?? from, to: pathIn(to) ?? to };
}
