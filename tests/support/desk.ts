import { createHash } from 'node:crypto';
import { createMemoryStore } from '../../src/store/memory.js';
import { callTool } from '../../src/tools/index.js';
import type { CallContext, Json, Limits, ToolAnswer } from '../../src/tools/tool.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';

/** What the tools work with, over files in memory. */
export interface Desk {
  readonly context: CallContext;
  /** What was reported as a bug, with its reference. */
  readonly bugs: readonly (readonly [bug: unknown, reference: string])[];
  call(tool: string, args: unknown): Promise<ToolAnswer>;
  /** The same as another agent that is served by the same process. */
  callAs(author: string, tool: string, args: unknown): Promise<ToolAnswer>;
  /** The same as an agent that is served by another process, which has just started. */
  callAnew(author: string, tool: string, args: unknown): Promise<ToolAnswer>;
  /** The file as text; undefined where there is none. */
  text(path: string): string | undefined;
  /** Writes a file as another program would; undefined takes it away. */
  put(path: string, content: string | undefined): void;
  hash(path: string): string;
  /** `start`, `end` and `range_hash` of lines of an LF file as it is now. */
  lines(path: string, start: number, end: number): NamedLines;
}

interface NamedLines {
  readonly start: number;
  readonly end: number;
  readonly range_hash: string;
}

export interface DeskOptions {
  readonly limits?: Partial<Limits>;
  readonly context?: Partial<CallContext>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export const LIMITS: Limits = {
  maxOutputChars: 24_000,
  maxLineChars: 2000,
  maxFiles: 64,
  maxPatches: 10_000,
  hashLength: 16,
};

export function createDesk(
  files: Readonly<Record<string, string | Uint8Array>>,
  { limits, context: overrides, now = Date.now }: DeskOptions = {},
): Desk {
  const store = createMemoryStore(files, { now });
  const bugs: [unknown, string][] = [];
  const context: CallContext = {
    workspace: createWorkspace(store, { now }),
    limits: { ...LIMITS, ...limits },
    offer: { sets: ['lines'], readOnly: false, structured: false },
    onStale: 'own',
    author: 'tester',
    signal: new AbortController().signal,
    report: (bug, reference) => bugs.push([bug, reference]),
    ...overrides,
  };
  const bytes = (path: string): Buffer => store.bytes(path) ?? Buffer.alloc(0);
  return {
    context,
    bugs,
    call: (tool, args) => callTool(tool, args, context),
    callAs: (author, tool, args) => callTool(tool, args, { ...context, author }),
    callAnew: (author, tool, args) =>
      callTool(tool, args, { ...context, author, workspace: createWorkspace(store, { now }) }),
    text: (path) => store.bytes(path)?.toString('utf8'),
    put: (path, content) => {
      store.put(path, content === undefined ? undefined : Buffer.from(content));
    },
    hash: (path) => sha256(bytes(path)),
    lines: (path, start, end) => {
      const all = bytes(path)
        .toString('latin1')
        .split(/(?<=\n)/);
      const range = all.slice(start - 1, end).join('');
      return { start, end, range_hash: sha256(Buffer.from(range, 'latin1')) };
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The id of the first change that is made at a desk, as texts tell it. */
export const FIRST_CHANGE = `change ${sha256('0').slice(0, 8)}`;

/** `1\n2\n...` up to the number. */
export function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
}

/** The object of an answer at a path of keys. */
export function at({ result }: ToolAnswer, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string | number, Json>> | undefined)?.[key],
    result,
  );
}

/** The call that an error offers in place of the refused one. */
export function retryOf(answer: ToolAnswer): { readonly tool: string; readonly args: unknown } {
  const line = answer.text.split('\n').findLast((text) => text.startsWith('Retry: '));
  const retry = JSON.parse(line?.slice('Retry: '.length) ?? 'null') as Record<string, unknown>;
  return { tool: String(retry['tool']), args: retry['arguments'] };
}
