import type { Action, Meaning } from '../../../core/change.js';
import { asHash, type Hash } from '../../../core/hash.js';
import { parseDelta, type Delta } from './delta.js';

/** One change as the log has it, on a line of its own. */
export interface LogLine {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly agent: string;
  readonly tool: string;
  /** For an undo: the change that it took back. */
  readonly undoes?: string;
  readonly files: readonly LogFile[];
}

/** Paths are relative to the directory of the log, with slashes; those of files outside it are absolute. */
export interface LogFile {
  readonly path: string;
  readonly action: Action;
  /** Absent where there was, or is, no file. */
  readonly before?: Hash;
  readonly after?: Hash;
  /** What it made of the version before, where that is little; of nothing where there was none. */
  readonly delta?: Delta;
  /** Name of the encoding that the caller gave; absent for `auto`. */
  readonly encoding?: string;
  /** Of a change that was rebased. */
  readonly meant?: Meaning;
  /** Of a file that was deleted: its permission bits. In the log they are octal digits. */
  readonly mode?: number;
  /** For a move: where the file was. */
  readonly from?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const ACTIONS: readonly Action[] = ['patch', 'create', 'replace', 'delete', 'move'];
const ID = /^[0-9a-z]{1,32}$/;
const HASH = /^[0-9a-f]{64}$/;
/** All that a name of an encoding can be; whether there is one of this name is asked where it is used. */
const ENCODING = /^[\w .:()-]{1,64}$/;
/** Nobody who can write to the log makes a file run as its owner. */
const MODE = /^[0-7]{1,3}$/;

/** The line with a break before and after it, so that half a line of another does not spoil this one. */
export function encodeLine(line: LogLine): Buffer {
  const files = line.files.map(({ mode, ...file }) => ({
    ...file,
    ...(mode !== undefined && { mode: mode.toString(8) }),
  }));
  const fields = { ...line, files, time: new Date(line.time).toISOString() };
  return Buffer.from(`\n${JSON.stringify(fields)}\n`);
}

/** Bytes that stand in every line in which a path is named, and hardly in any other. */
export function pathMark(path: string): Buffer {
  return Buffer.from(JSON.stringify(path));
}

/** The same for the id of a change, also where it is named as one that was taken back. */
export function idMark(id: string): Buffer {
  return Buffer.from(JSON.stringify(id));
}

/** The same for the beginning of the hash that a file had before. */
export function beforeMark(digits: string): Buffer {
  return Buffer.from(`"before":"${digits}`);
}

/** The same for the beginning of the hash that a file had after. */
export function afterMark(digits: string): Buffer {
  return Buffer.from(`"after":"${digits}`);
}

/** The same for a version that a change of a file has found, or was meant for. */
export function versionMark(hash: Hash): Buffer {
  return Buffer.from(JSON.stringify(hash));
}

/** Reads a line; `undefined` for one that was never finished, or that is none of ours. */
export function decodeLine(text: string): LogLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isFields(value) ? parseLine(value) : undefined;
}

function parseLine(fields: Fields): LogLine | undefined {
  const { id, agent, tool, undoes } = fields;
  const time = Date.parse(String(fields['time']));
  const files = parseFiles(fields['files']);
  if (!isId(id) || !isName(agent) || !isName(tool) || !isAbsentOr(isId, undoes)) return undefined;
  if (Number.isNaN(time) || files === undefined) return undefined;
  return { id, time, agent, tool, ...(undoes !== undefined && { undoes }), files };
}

function parseFiles(value: unknown): readonly LogFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const files = value.flatMap((file) => parseFile(file) ?? []);
  return files.length === value.length ? files : undefined;
}

function parseFile(value: unknown): LogFile | undefined {
  if (!isFields(value)) return undefined;
  const { path, before, after, from } = value;
  const action = ACTIONS.find((one) => one === value['action']);
  if (action === undefined || !isText(path) || !isAbsentOr(isText, from)) return undefined;
  if (!isAbsentOr(isHash, before) || !isAbsentOr(isHash, after)) return undefined;
  return {
    path,
    action,
    ...(before !== undefined && { before: asHash(before) }),
    ...(after !== undefined && { after: asHash(after) }),
    ...parseMade(value),
    ...parseEncoding(value),
    ...parseMeaning(value),
    ...parseMode(value),
    ...(from !== undefined && { from }),
  };
}

function parseMade({ delta }: Fields): Pick<LogFile, 'delta'> {
  const parsed = parseDelta(delta);
  return parsed === undefined ? {} : { delta: parsed };
}

function parseEncoding({ encoding }: Fields): Pick<LogFile, 'encoding'> {
  return isText(encoding) && ENCODING.test(encoding) ? { encoding } : {};
}

function parseMeaning({ meant }: Fields): Pick<LogFile, 'meant'> {
  if (!isFields(meant)) return {};
  const { base, result } = meant;
  if (!isHash(base) || !isHash(result)) return {};
  return { meant: { base: asHash(base), result: asHash(result) } };
}

function parseMode({ mode }: Fields): Pick<LogFile, 'mode'> {
  return isText(mode) && MODE.test(mode) ? { mode: Number.parseInt(mode, 8) } : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isId(value: unknown): value is string {
  return isText(value) && ID.test(value);
}

function isHash(value: unknown): value is string {
  return isText(value) && HASH.test(value);
}

/** What answers show as the name of an agent or tool must not pass for more lines. */
function isName(value: unknown): value is string {
  return isText(value) && !/[\p{Cc}\u2028\u2029]/u.test(value);
}

function isAbsentOr(
  is: (value: unknown) => value is string,
  value: unknown,
): value is string | undefined {
  return value === undefined || is(value);
}
