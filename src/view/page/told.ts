import type { ViewDiff, ViewEvent } from '../event.js';

/*
 * What the server has sent, as values. It comes from the same build as the page, so it is enough to see what kind
 * of a thing it is.
 */

/** What became of an undo. */
export interface Undone {
  readonly isDone: boolean;
  /** What the tool said. */
  readonly text: string;
}

/** The events on a line of the stream. Throws `SyntaxError`. */
export function readEvents(line: string): readonly ViewEvent[] {
  const events: unknown = JSON.parse(line);
  return Array.isArray(events) ? events.filter(isEvent) : [];
}

/** What a change did to its files, from the answer to GET /changes/ID. */
export function readDiffs(answer: unknown): readonly ViewDiff[] | undefined {
  const files = field(answer, 'files');
  return Array.isArray(files) ? files.filter(isDiff) : undefined;
}

/** What the answer to a call of the undo tool says. */
export function readUndone(answer: unknown): Undone {
  const result = field(answer, 'result');
  if (result === undefined) return { isDone: false, text: readReason(answer) ?? 'No answer.' };
  const content = field(result, 'content');
  const texts = Array.isArray(content) ? content.map((block) => field(block, 'text')) : [];
  const text = texts.filter((one) => typeof one === 'string').join('\n');
  return { isDone: field(result, 'isError') !== true, text };
}

/** Why a request was refused. */
export function readReason(answer: unknown): string | undefined {
  const message = field(field(answer, 'error'), 'message');
  return typeof message === 'string' ? message : undefined;
}

function isEvent(value: unknown): value is ViewEvent {
  return typeof field(value, 'kind') === 'string';
}

function isDiff(value: unknown): value is ViewDiff {
  return typeof field(value, 'file_path') === 'string';
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map(Object.entries(value)).get(name);
}
