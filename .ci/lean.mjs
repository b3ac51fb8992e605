// What of the packages every start of the server would have to load although it never uses it. Each
// entry must still fit its package, or the build fails.
import { readFile } from 'node:fs/promises';

/** Modules with something small in their place. */
const STAND_INS = [
  {
    // For the answers to questions that a server asks its client; this one asks none.
    filter: /\/validation\/ajv-provider\.js$/,
    importer: /@modelcontextprotocol\/sdk\//,
    contents: 'export class AjvJsonSchemaValidator {}',
  },
  {
    // The file system that proper-lockfile falls back to; it is always given another.
    filter: /^graceful-fs$/,
    importer: /\/proper-lockfile\//,
    contents: 'module.exports = {};',
  },
  {
    filter: /^assert$/,
    importer: /\/signal-exit\//,
    contents: 'exports.equal = () => {};',
  },
];

/** Modules that get a file of their own, loaded when they are first needed. */
export const APART = [
  {
    file: 'iconv-encodings.js',
    entry: 'node_modules/iconv-lite/encodings/index.js',
    filter: /^\.\.\/encodings$/,
    importer: /\/iconv-lite\//,
  },
  {
    file: 'tree-sitter.js',
    entry: 'node_modules/web-tree-sitter/web-tree-sitter.cjs',
    filter: /^web-tree-sitter$/,
    importer: /\/src\//,
  },
];

/** The schemas of all messages of MCP; those of none that is used can go. */
const MESSAGES = /@modelcontextprotocol\/sdk\/dist\/esm\/types\.js$/;
const SCHEMA =
  /^((?:export )?const \w+ = )((?:z\.|\w+Schema\.)[^]*?);$(?=\n(?:export|const|\/\*|\/\/|$))/gm;
const FEWEST_SCHEMAS = 100;
const IMPORTS = /^(?:import .*\n)+/;

/** An esbuild plugin. */
export function lean() {
  return {
    name: 'lean',
    setup(build) {
      const unmet = new Set([...STAND_INS, ...APART, MESSAGES]);

      for (const entry of [...STAND_INS, ...APART]) {
        build.onResolve({ filter: entry.filter }, ({ importer }) => {
          if (!entry.importer.test(importer)) return undefined;
          unmet.delete(entry);
          if (entry.file) return { path: `./${entry.file}`, external: true };
          return { path: String(STAND_INS.indexOf(entry)), namespace: 'stand-in' };
        });
      }
      build.onLoad({ filter: /./, namespace: 'stand-in' }, ({ path }) => {
        const { contents } = STAND_INS[Number(path)];
        return { contents };
      });

      build.onLoad({ filter: MESSAGES }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        let schemas = 0;
        const contents = source.replaceAll(SCHEMA, (_, begin, schema) => {
          schemas += 1;
          // So marked, a schema that nothing refers to is dropped.
          return `${begin}/* @__PURE__ */ (() => ${schema})();`;
        });
        if (schemas >= FEWEST_SCHEMAS) unmet.delete(MESSAGES);
        // To compile a parser for each takes longer than it saves on the messages of a session.
        return {
          contents: `${contents}\nz.config({ jitless: false });`.replace(IMPORTS, (imports) => {
            return `${imports}z.config({ jitless: true });\n`;
          }),
        };
      });

      build.onEnd(() => {
        const errors = [...unmet].map((entry) => ({
          text: `.ci/lean.mjs: nothing is met by ${String(entry.filter ?? entry)}`,
        }));
        return { errors };
      });
    },
  };
}
