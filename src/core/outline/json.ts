import type { Declaration } from './entry.js';

interface Container {
  readonly kind: 'object' | 'array';
  /** The member that it is the value of. */
  readonly member: Open | undefined;
  /** Items met so far; only of arrays. */
  items: number;
  /** The text after it may be a key; only of objects. */
  key: string | undefined;
}

interface Open {
  readonly name: string;
  readonly start: number;
  kind: string;
  end: number;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:\n]|[^\s"{}[\],:/]+|\//g;

/**
 * The members of JSON, also with comments, and those items of lists that take lines of their own. What is
 * on one line together is one entry: the outermost. Text that breaks off ends everything that is open.
 */
export function outlineJson(text: string): readonly Declaration[] {
  const found: Open[] = [];
  const containers: Container[] = [];
  let line = 1;

  const begin = (kind: string): Open | undefined => {
    const holder = containers.at(-1);
    if (holder === undefined) return undefined;
    const name = holder.kind === 'array' ? `[${holder.items}]` : holder.key;
    holder.items += 1;
    holder.key = undefined;
    if (name === undefined) return undefined;
    const open = { name, start: line, end: line, kind };
    const isOwnLine = holder.member === undefined || holder.member.start < line;
    const isTold = holder.kind === 'object' || kind === 'object' || kind === 'array';
    if (isOwnLine && isTold) found.push(open);
    return open;
  };
  const finish = (): void => {
    const member = containers.pop()?.member;
    if (member !== undefined) member.end = line;
  };

  const open = (kind: 'object' | 'array'): void => {
    containers.push({ kind, member: begin(kind), items: 0, key: undefined });
  };
  const scalar = (token: string): void => {
    const holder = containers.at(-1);
    if (holder?.kind === 'object' && holder.key === undefined) holder.key = unquoted(token);
    else begin('value');
  };

  const actions: ReadonlyMap<string, () => void> = new Map([
    ['\n', () => void (line += 1)],
    ['{', () => open('object')],
    ['[', () => open('array')],
    ['}', finish],
    [']', finish],
    [',', () => undefined],
    [':', () => undefined],
  ]);
  for (const [token] of text.matchAll(TOKEN)) {
    const act = actions.get(token);
    if (act !== undefined) act();
    else if (token.startsWith('/')) line += token.split('\n').length - 1;
    else scalar(token);
  }
  while (containers.length > 0) finish();
  return found.map(toDeclaration);
}

function toDeclaration({ name, kind, start, end }: Open): Declaration {
  return { name, kind, range: { start, end: end + 1 } };
}

function unquoted(token: string): string {
  return token.replace(/^"/, '').replace(/"$/, '');
}
