import type { Caller } from './agent.js';
import { edit, look } from './calls.js';
import type { Tally } from './figures.js';

/*
 * Files of lines of one width, each a counter. Agents add one to a counter again and again; what a counter
 * shows in the end is how many additions were not lost.
 */

const WIDTH = 99;

/** The line of a counter. */
export function counterLine(line: number, value: number): string {
  return `counter ${String(line)} is ${String(value)} `.padEnd(WIDTH, '.');
}

/** The text of a file of so many counters, with their values by line. */
export function countersText(count: number, values: ReadonlyMap<number, number>): string {
  return Array.from({ length: count }, (_, index) => {
    const line = index + 1;
    return `${counterLine(line, values.get(line) ?? 0)}\n`;
  }).join('');
}

export interface Addition {
  /** One file, or several that are changed in one transaction and always equal. */
  readonly files: readonly string[];
  readonly line: number;
  /** How the calls ended. */
  readonly endings: Tally;
}

/** Reads the counter and adds one to it, as often as needed to be told that it is saved; gives the new value. */
export async function addOne(agent: Caller, addition: Addition): Promise<number> {
  for (;;) {
    const value = await tryToAdd(agent, addition);
    if (value !== undefined) return value;
  }
}

async function tryToAdd(
  agent: Caller,
  { files, line, endings }: Addition,
): Promise<number | undefined> {
  const seen = await look(agent, files, [line]);
  const found = files.flatMap((name) => {
    const file = seen?.get(name);
    if (typeof file === 'object') return [{ name, ...file }];
    endings.add(`read ${file ?? 'no answer'}`);
    return [];
  });
  const [first] = found;
  if (first === undefined || found.length < files.length) return undefined;
  if (found.some(({ hash }) => hash !== first.hash))
    throw new Error(`${agent.name} saw files that do not agree: ${JSON.stringify(found)}`);
  const [old = ''] = first.lines;
  const value = 1 + Number(/ is (\d+) /.exec(old)?.[1]);
  const lines = [{ line, old, text: counterLine(line, value) }];
  const ending = await edit(
    agent,
    found.map(({ name, hash }) => ({ name, hash, lines })),
  );
  endings.add(ending.kind === 'saved' ? 'saved' : ending.code);
  if (ending.kind === 'saved') return value;
  if (!['CONFLICT', 'BUSY'].includes(ending.code))
    throw new Error(`${agent.name} could not add: ${JSON.stringify(ending)} ${agent.stderr()}`);
  return undefined;
}
