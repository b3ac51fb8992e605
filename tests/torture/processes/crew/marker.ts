import type { Agent, Answer } from './agent.js';
import type { Tally } from './figures.js';
import { bodyOf, bodyStart, patchOf, type Lines } from './marks.js';

/** An agent that changes its own functions and never reads a file. */
export interface Marker {
  /** Adds a mark to each of the functions in turn, as often as told. */
  work(functions: readonly number[], changes: number): Promise<void>;
  /** The marks of each function, in order. */
  readonly marks: ReadonlyMap<number, readonly string[]>;
  /** The ids of its changes, with the mark of each. */
  readonly made: ReadonlyMap<string, string>;
}

export interface MarkerOptions {
  /** The hash of the file without marks, which all have read. */
  readonly startHash: string;
  /** How the calls ended. */
  readonly endings: Tally;
}

const TOOL = 'patch_text_file_contents';

/** A marker sends every call with the hash of the version in which it saw the function last. */
export function createMarker(agent: Agent, { startHash, endings }: MarkerOptions): Marker {
  const marks = new Map<number, readonly string[]>();
  const made = new Map<string, string>();
  const known = new Map<number, Lines>();

  const change = async (one: number): Promise<void> => {
    const before = marks.get(one) ?? [];
    const mark = `${agent.name} ${String(made.size + 1)}`;
    const texts = bodyOf(one, [...before, mark]);
    const lines = known.get(one) ?? {
      fileHash: startHash,
      start: bodyStart(one),
      texts: bodyOf(one),
    };
    const { changeId, fileHash, start } = await send(agent, patchOf(lines, texts), endings);
    marks.set(one, [...before, mark]);
    made.set(changeId, mark);
    known.set(one, { fileHash, start, texts });
  };

  return {
    work: async (functions, changes) => {
      for (let turn = 0; turn < changes; turn += 1) {
        await change(functions[turn % functions.length] ?? 0);
      }
    },
    marks,
    made,
  };
}

interface Saved {
  readonly changeId: string;
  readonly fileHash: string;
  /** Where the lines that were sent are now. */
  readonly start: number;
}

/** Sends a call, and for each refusal what the refusal offers, until it is saved. */
async function send(agent: Agent, call: object, endings: Tally): Promise<Saved> {
  for (let args = call; ;) {
    const answer = await agent.call(TOOL, args);
    endings.add(answer === undefined ? 'no answer' : (answer.code ?? 'saved'));
    if (answer?.code === undefined) return savedOf(agent, answer);
    if (answer.code !== 'BUSY') args = retryOf(answer);
  }
}

interface WrittenFile {
  readonly file_hash: string;
  readonly ranges: readonly { readonly start: number }[];
}

function savedOf(agent: Agent, answer: Answer | undefined): Saved {
  const { change_id: changeId, files } = answer?.object ?? {};
  const [file] = (files ?? []) as readonly WrittenFile[];
  const [range] = file?.ranges ?? [];
  if (typeof changeId !== 'string' || file === undefined || range === undefined)
    throw new Error(`${agent.name} got no answer to a change: ${agent.stderr()}`);
  return { changeId, fileHash: file.file_hash, start: range.start };
}

function retryOf({ code, object, text }: Answer): object {
  const retry = object['retry'] as { readonly arguments: object } | undefined;
  if (code === 'CONFLICT' && retry !== undefined) return retry.arguments;
  throw new Error(`a refusal that does not say how to go on: ${text}`);
}
