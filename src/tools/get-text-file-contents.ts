import * as z from 'zod';
import { AUTO } from '../core/text/encoding.js';
import { inclusive } from '../core/range.js';
import { unreachable } from '../core/unreachable.js';
import type { FileRequest } from '../workspace/workspace.js';
import { refuseTooMany } from './changes/counts.js';
import { errorAnswer } from './answers/error-answer.js';
import { readAnswer, showFiles } from './answers/read-answer.js';
import { retryFor } from './retries/retry.js';
import { encoding, filePath, lineNumber } from './schema.js';
import type { ShownFile } from './answers/shown-file.js';
import type { Tool, ToolAnswer, ToolContext } from './tool.js';

const input = z.strictObject({
  files: z
    .array(
      z.strictObject({
        file_path: filePath.describe('Absolute, or relative to first root'),
        ranges: z
          .array(
            z.strictObject({
              start: lineNumber(),
              end: lineNumber('Included; left out = to the last line').optional(),
            }),
          )
          .describe('Left out = the whole file; [] = hashes only')
          .optional(),
        encoding,
      }),
    )
    .min(1),
  encoding: encoding.describe('Left out = by BOM, else UTF-8; e.g. shift_jis'),
});

type Input = z.infer<typeof input>;

export const getTextFileContents: Tool<Input> = {
  name: 'get_text_file_contents',
  title: 'Read lines',
  does: 'Reads files or ranges of lines, as number, tab, text, with the hashes that edits need.',
  instead: [
    ['searching', 'find_text'],
    ['structure', 'outline_files'],
    ['directories', 'list_directory'],
    ['who changed it', 'get_history'],
  ],
  outcome: 'After an edit use its new hashes. Long results say how to go on. Changes nothing.',
  set: 'lines',
  effect: 'read',
  input,
  lone: 'files',
  async run({ files, encoding }, context) {
    const ranges = files.reduce((sum, file) => sum + (file.ranges?.length ?? 0), 0);
    refuseTooMany({ files: files.length, patches: ranges }, context.limits);
    const requests = files.map((file) => toRequest(file, encoding));
    const reads = await context.workspace.read(requests, context.signal);
    const shown = showFiles(reads, requests, context.limits);
    if (shown.some(({ error }) => error === undefined)) return readAnswer(shown, context.limits);
    return nothingRead(shown, { files, encoding }, context);
  },
};

/** The error of the first file, with what became of the others. */
function nothingRead(
  shown: readonly ShownFile[],
  args: Input,
  { limits }: ToolContext,
): ToolAnswer {
  const error = shown[0]?.error ?? unreachable('a read names at least one file');
  return errorAnswer(error, limits, {
    effect: 'read',
    retry:
      shown.length === 1 ? retryFor(error, { tool: getTextFileContents, args }, limits) : undefined,
    files: {
      lines: shown.slice(1).flatMap(({ lines }) => lines),
      objects: shown.map(({ object }) => object),
    },
  });
}

function toRequest(
  { file_path, ranges, encoding }: Input['files'][number],
  encodingOfAll: string | undefined,
): FileRequest {
  return {
    path: file_path,
    ...(ranges && { ranges: ranges.map(({ start, end }) => inclusive(start, end)) }),
    encoding: encoding ?? encodingOfAll ?? AUTO,
  };
}
