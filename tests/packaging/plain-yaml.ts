/** What the YAML of the catalogue entry can hold. */
export type Yaml = string | boolean | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * Reads the plain part of YAML: mappings and sequences by indentation, and scalars on one line, bare or
 * in single quotes. Anything else fails, so that nothing is read otherwise than the catalogue reads it.
 */
export function readPlainYaml(text: string): Yaml {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));
  const rest = [...lines];
  const value = readBlock(rest);
  if (rest.length > 0) throw new Error(`not understood: ${rest[0]?.text}`);
  return value;
}

function readBlock(rest: Line[]): Yaml {
  const { indent = 0, text = '' } = rest[0] ?? {};
  return text.startsWith('- ') ? readSequence(rest, indent) : readMapping(rest, indent);
}

function readSequence(rest: Line[], indent: number): Yaml {
  const items: Yaml[] = [];
  while (rest[0]?.indent === indent && rest[0].text.startsWith('- ')) {
    items.push(readScalar(rest.shift()?.text.slice(2) ?? ''));
  }
  return items;
}

function readMapping(rest: Line[], indent: number): Yaml {
  const entries: [string, Yaml][] = [];
  while (rest[0]?.indent === indent) {
    const { text = '' } = rest.shift() ?? {};
    const [, key, scalar] = /^([\w.-]+):(?: (.+))?$/.exec(text) ?? [];
    if (key === undefined) throw new Error(`not understood: ${text}`);
    entries.push([key, scalar === undefined ? readBlockIn(indent, rest) : readScalar(scalar)]);
  }
  return Object.fromEntries(entries);
}

function readBlockIn(indent: number, rest: Line[]): Yaml {
  const [first] = rest;
  if (first === undefined || first.indent <= indent) throw new Error('a key has no value');
  return readBlock(rest);
}

function readScalar(text: string): string | boolean {
  const quoted = /^'([^']*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (text === 'true' || text === 'false') return text === 'true';
  // Bare numbers, aliases, flow collections and comments would not be texts.
  if (!/^[A-Za-z/][^#]*$/.test(text) || text.includes(': '))
    throw new Error(`not a plain text: ${text}`);
  return text;
}
