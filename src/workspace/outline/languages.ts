import { cpp, go, java, javascript, python, rust, typescript } from './queries.js';

/** A language, and how its outline is read: by a grammar of tree-sitter or a scanner of our own. */
export interface Language {
  readonly name: string;
  readonly reader:
    | { readonly grammar: string; readonly query: string }
    | { readonly scanner: 'json' | 'markdown' | 'yaml' };
}

const parsed = (name: string, query: string, grammar = name): Language => ({
  name,
  reader: { grammar, query },
});

const JAVASCRIPT = parsed('javascript', javascript);
const TYPESCRIPT = parsed('typescript', typescript);
const CPP = parsed('c++', cpp, 'cpp');
// C is read by the grammar of C++, of which it is nearly a part: there is none of its own.
const C = parsed('c', cpp, 'cpp');
const JSON_FILE: Language = { name: 'json', reader: { scanner: 'json' } };
const YAML: Language = { name: 'yaml', reader: { scanner: 'yaml' } };
const MARKDOWN: Language = { name: 'markdown', reader: { scanner: 'markdown' } };

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ...each(['js', 'mjs', 'cjs', 'jsx'], JAVASCRIPT),
  ...each(['ts', 'mts', 'cts'], TYPESCRIPT),
  ...each(['tsx'], parsed('typescript', typescript, 'tsx')),
  ...each(['py', 'pyi', 'pyw'], parsed('python', python)),
  ...each(['go'], parsed('go', go)),
  ...each(['rs'], parsed('rust', rust)),
  ...each(['java'], parsed('java', java)),
  ...each(['c'], C),
  ...each(['h', 'cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'hxx', 'h++', 'ipp', 'ino'], CPP),
  ...each(['md', 'markdown', 'mdx', 'mdc'], MARKDOWN),
  ...each(['json', 'jsonc', 'json5', 'webmanifest', 'code-workspace'], JSON_FILE),
  ...each(['yaml', 'yml'], YAML),
]);

/** What can be outlined, for people. */
export const LANGUAGES_TEXT =
  'TypeScript, JavaScript, Python, Go, Rust, Java, C, C++, Markdown, JSON and YAML';

/** The language of a file, by the ending of its name. */
export function languageOf(path: string): Language | undefined {
  const ending = /\.([^./\\]+)$/.exec(path)?.[1];
  return ending === undefined ? undefined : BY_EXTENSION.get(ending.toLowerCase());
}

function each(endings: readonly string[], language: Language) {
  return endings.map((ending) => [ending, language] as const);
}
