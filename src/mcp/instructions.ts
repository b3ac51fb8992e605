/** What the instructions depend on. */
export interface Surroundings {
  /** Absolute; relative paths are relative to the first. */
  readonly roots: readonly string[];
  readonly readOnly: boolean;
  /** Whether the tools that read and edit by lines are offered. */
  readonly hasLines: boolean;
}

/** Clients cut at 2 KB; what comes first is sure to be read. */
const MAX_BYTES = 2000;

const READING = `1. Read with get_text_file_contents. It gives the file_hash and, for each range of lines, a range_hash.`;

const PROTOCOL = `Edit text files by line, guarded by hashes, so that no agent undoes the work of another.
${READING}
2. Edit with the other tools, sending these hashes back.
3. The answer gives the new hashes: use them for the next edit, do not read again.
4. ERROR CONFLICT means that the lines have changed and nothing was written: go on from the hashes and lines in that answer, or send its Retry.
`;

const READ_ONLY_PROTOCOL = `Read text files by line, with the hashes that show whether they have changed. This server was started read-only: nothing can be edited.
${READING}
`;

const DETAILS = `Lines count from 1, both ends included. Line numbers of one call all mean the file as you read it.
Several edits of one file go in one patch_text_file_contents; edits of several files in one edit_text_file_contents, which changes all or nothing. New files: create_text_file.
`;

const NO_LINES_PROTOCOL = `Work on text files, guarded by hashes, so that no agent undoes the work of another.
Answers give the hashes of files and of lines. Send them back with an edit, and go on with those that its answer gives.
ERROR CONFLICT means that the lines have changed and nothing was written: go on from the hashes and lines in that answer, or send its Retry.
`;

const NO_LINES_READ_ONLY = `Look into text files, with the hashes that show whether they have changed. This server was started read-only: nothing can be edited.
`;

/** What a model is told about the server as a whole: the protocol first, then where it works. */
export function instructionsFor({ roots, ...offered }: Surroundings): string {
  const protocol = protocolOf(offered);
  const [first, ...others] = roots;
  if (first === undefined) {
    return `${protocol}No directory was named for this server, so every call answers NO_ROOTS, which says how to name one.`;
  }
  const place = `Relative paths are relative to ${first}`;
  const all = `${place}; also open: ${others.join(', ')}`;
  const isShort = Buffer.byteLength(protocol + all) < MAX_BYTES;
  return `${protocol}${others.length > 0 && isShort ? all : place}`;
}

/** It names no tool that is not there. */
function protocolOf({ readOnly, hasLines }: Omit<Surroundings, 'roots'>): string {
  if (hasLines) return readOnly ? READ_ONLY_PROTOCOL : PROTOCOL + DETAILS;
  return readOnly ? NO_LINES_READ_ONLY : NO_LINES_PROTOCOL;
}
