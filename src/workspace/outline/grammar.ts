import type * as treeSitter from 'web-tree-sitter';
import type { Language, Node, Query, QueryMatch } from 'web-tree-sitter';
import type { Declaration } from '../../core/outline/entry.js';

/** Where the grammars are, relative to the program. The build puts it in the place of the name. */
declare const __LOCKLINE_GRAMMARS__: string;

/** Finds declarations in program text, also where it is half written. */
interface Grammar {
  /** Line breaks of the text are LF. Gives `undefined` if it takes too long. */
  declarations(text: string): readonly Declaration[] | undefined;
}

/** The grammars of tree-sitter, each loaded when it is first asked for. */
export interface Grammars {
  load(name: string, query: string): Promise<Grammar>;
}

type TreeSitter = typeof treeSitter;

/** For one file, since nothing else is done meanwhile. */
const PARSE_MS = 1500;

export function createGrammars(): Grammars {
  const known = new Map<string, Promise<Grammar>>();
  let library: Promise<TreeSitter> | undefined;
  return {
    load(name, query) {
      const grammar = known.get(name) ?? open(name, query);
      known.set(name, grammar);
      return grammar;
    },
  };

  async function open(name: string, query: string): Promise<Grammar> {
    const loaded = await (library ??= loadLibrary());
    const language = await loaded.Language.load(place(`tree-sitter-${name}.wasm`));
    return createGrammar(loaded, language, new loaded.Query(language, query));
  }
}

async function loadLibrary(): Promise<TreeSitter> {
  const loaded = await import('web-tree-sitter');
  await loaded.Parser.init({ locateFile: (file: string) => place(file).href });
  return loaded;
}

function place(file: string): URL {
  return new URL(file, new URL(__LOCKLINE_GRAMMARS__, import.meta.url));
}

function createGrammar({ Parser }: TreeSitter, language: Language, query: Query): Grammar {
  return {
    declarations(text) {
      const parser = new Parser().setLanguage(language);
      const begun = performance.now();
      const progressCallback = (): boolean => performance.now() - begun > PARSE_MS;
      const tree = parser.parse(text, undefined, { progressCallback });
      try {
        // Its memory is not that of JavaScript, and nobody else frees it.
        return tree?.rootNode && declarationsOf(query.matches(tree.rootNode, { progressCallback }));
      } finally {
        tree?.delete();
        parser.delete();
      }
    },
  };
}

function declarationsOf(matches: readonly QueryMatch[]): readonly Declaration[] {
  const found = new Map<string, Found>();
  // A declaration that several patterns meet is what the first of them says.
  for (const match of matches.toSorted((a, b) => a.patternIndex - b.patternIndex)) {
    const meant = foundBy(match);
    if (meant !== undefined && !found.has(meant.key)) found.set(meant.key, meant);
  }
  return [...found.values()]
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map(({ declaration }) => declaration);
}

interface Found {
  readonly declaration: Declaration;
  /** The same for the same thing under the same name. */
  readonly key: string;
  /** In characters. */
  readonly start: number;
  readonly end: number;
}

function foundBy({ captures }: QueryMatch): Found | undefined {
  const name = captures.find((capture) => capture.name === 'name')?.node;
  const holder = captures.find((capture) => capture.name === 'of')?.node;
  const declared = captures.find((capture) => !['name', 'of'].includes(capture.name));
  if (name === undefined || declared === undefined) return undefined;
  const { name: kind, node } = declared;
  return {
    declaration: { kind, name: nameText(kind, name, holder), range: linesOf(node) },
    key: `${node.id} ${name.id}`,
    start: node.startIndex,
    end: node.endIndex,
  };
}

function nameText(kind: string, name: Node, holder: Node | undefined): string {
  if (holder === undefined) return name.text;
  return kind === 'impl' ? `${holder.text} for ${name.text}` : `${holder.text}.${name.text}`;
}

/** What stands around a declaration and belongs to it. */
const WRAPPERS = [
  'ambient_declaration',
  'decorated_definition',
  'export_statement',
  'expression_statement',
  'template_declaration',
];
/** The same, unless they hold several declarations. */
const LISTS = ['const_declaration', 'type_declaration', 'var_declaration'];

function linesOf(declared: Node): Declaration['range'] {
  let node = declared;
  for (let outer = node.parent; outer !== null && wraps(outer); outer = node.parent) node = outer;
  let first = node;
  for (let before = first.previousNamedSibling; before?.type === 'attribute_item';) {
    first = before;
    before = first.previousNamedSibling;
  }
  const { row, column } = node.endPosition;
  const last = column === 0 && row > node.startPosition.row ? row : row + 1;
  return { start: first.startPosition.row + 1, end: last + 1 };
}

function wraps({ type, namedChildCount }: Node): boolean {
  return WRAPPERS.includes(type) || (LISTS.includes(type) && namedChildCount === 1);
}
