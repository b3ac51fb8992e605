import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { at, sha256 } from './desk.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where hashes come from: the files as they are now, or earlier answers by name. */
interface Source {
  readonly root: string;
  readonly answers: ReadonlyMap<string, ToolAnswer>;
}

/**
 * The arguments with `$file` and `$range` replaced by the hash of the file and of the lines that the
 * fields around them name, and `$file:x` and `$range:x` by those in the answer that was saved as x.
 */
export function withHashes(args: Fields, source: Source): Fields {
  return fill(args, args, source);
}

function fill(fields: Fields, file: Fields, source: Source): Fields {
  const named = typeof fields['file_path'] === 'string' ? { ...file, ...fields } : file;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.map((item) => fillItem(item, named, source))];
      return [
        key,
        typeof value === 'string' ? hashFor(value, { fields, file: named, source }) : value,
      ];
    }),
  );
}

function fillItem(item: unknown, file: Fields, source: Source): unknown {
  return typeof item === 'object' && item !== null ? fill({ ...item }, file, source) : item;
}

interface Place {
  readonly fields: Fields;
  readonly file: Fields;
  readonly source: Source;
}

function hashFor(value: string, { fields, file, source }: Place): string {
  const [, kind, name] = /^\$(file|range)(?::(\w+))?$/.exec(value) ?? [];
  if (kind === undefined) return value;
  if (name !== undefined) return savedHash(kind, fields, source.answers.get(name));
  const bytes = bytesOf(source.root, String(file['file_path']));
  if (kind === 'file') return sha256(bytes);
  const lines = splitLines(bytes, file['encoding']);
  const end = typeof fields['end'] === 'number' ? fields['end'] : lines.length;
  return sha256(Buffer.concat(lines.slice(Number(fields['start']) - 1, end)));
}

function savedHash(kind: string, { start }: Fields, answer: ToolAnswer | undefined): string {
  if (answer === undefined) throw new Error('no answer was saved under this name');
  if (kind === 'file') return String(at(answer, 'files', 0, 'file_hash'));
  const ranges = at(answer, 'files', 0, 'ranges');
  const range: unknown = Array.isArray(ranges)
    ? ranges.find((one: Fields) => one['start'] === start)
    : {};
  return String((range as Fields)['range_hash']);
}

function bytesOf(root: string, path: string): Buffer {
  const full = resolve(root, path);
  return existsSync(full) ? readFileSync(full) : Buffer.alloc(0);
}

/** The lines of bytes with their terminators, the slow way. */
function splitLines(bytes: Buffer, encoding: unknown): readonly Buffer[] {
  const isWide = encoding === 'utf-16le' || bytes.subarray(0, 2).equals(Buffer.of(0xff, 0xfe));
  const codec = isWide ? 'utf16le' : 'latin1';
  const lines = bytes.toString(codec).split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.map((line) => Buffer.from(line, codec));
}
