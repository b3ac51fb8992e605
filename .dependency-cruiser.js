// Who may import what: the table of src/README.md as rules, one allow-list a place. A place is a
// folder or file of src; it may always import itself. Everything that is not listed is an error.

const builtin = (...names) => names.map((name) => `^(node:)?${name}$`);
const packages = (...names) => names.map((name) => `(^|/)node_modules/(@types/)?${name}/`);

const PORT = '^src/store/(store|history)\\.ts$';
const PAGE = '^src/view/page/';
const SDK = '@modelcontextprotocol/(sdk|server|core|node)';

const places = [
  {
    name: 'core-is-pure',
    from: '^src/core/',
    may: [...builtin('crypto', 'buffer'), ...packages('iconv-lite', 'diff')],
  },
  { name: 'the-port-knows-core-only', from: PORT, self: PORT, may: ['^src/core/'] },
  {
    name: 'a-store-knows-core-and-the-port',
    // `memory.ts` and `memory-files.ts` are one place, and so is all of `disk/`.
    from: '^src/store/([a-z]+)',
    not: PORT,
    self: '^src/store/$1[-./]',
    builtins: 'any',
    may: ['^src/core/', PORT, ...packages('proper-lockfile', 'picomatch')],
  },
  {
    name: 'workspace-knows-core-and-the-port',
    from: '^src/workspace/',
    may: ['^src/core/', PORT, ...builtin('worker_threads'), ...packages('web-tree-sitter')],
  },
  {
    name: 'tools-know-core-and-workspace',
    from: '^src/tools/',
    may: ['^src/core/', '^src/workspace/', ...packages('zod')],
  },
  {
    name: 'mcp-knows-tools-and-core',
    from: '^src/mcp/',
    builtins: 'any',
    may: ['^src/(tools|view)/', '^src/core/', ...packages(SDK)],
  },
  {
    name: 'view-knows-core-and-workspace',
    from: '^src/view/',
    not: PAGE,
    self: '^src/view/[a-z-]+\\.ts$',
    may: ['^src/core/', '^src/workspace/', ...builtin('fs/promises', 'timers/promises')],
  },
  {
    name: 'the-page-knows-what-it-is-told',
    from: PAGE,
    may: ['^src/view/event\\.ts$'],
  },
  {
    name: 'cli-knows-the-front',
    from: '^src/cli/',
    may: ['^src/(config|compose)\\.ts$', '^src/(tools|mcp|view)/', ...builtin('util')],
  },
  {
    name: 'config-stands-alone',
    from: '^src/(config|option)\\.ts$',
    may: ['^src/option\\.ts$'],
  },
  {
    name: 'compose-joins-the-parts',
    from: '^src/compose\\.ts$',
    may: ['^src/config\\.ts$', '^src/(core|workspace|store|tools)/'],
  },
  {
    name: 'main-starts-the-cli',
    from: '^src/main\\.ts$',
    may: ['^src/(config|compose)\\.ts$', '^src/cli/'],
  },
];

const homes = [
  { name: 'iconv-lite', pattern: 'iconv-lite', home: '^src/core/text/encoding\\.ts$' },
  { name: 'diff', pattern: 'diff', home: '^src/core/diff/diff\\.ts$' },
  { name: 'proper-lockfile', pattern: 'proper-lockfile', home: '^src/store/disk/lock/lock\\.ts$' },
  { name: 'picomatch', pattern: 'picomatch', home: '^src/store/disk/paths/protect\\.ts$' },
  {
    name: 'web-tree-sitter',
    pattern: 'web-tree-sitter',
    home: '^src/workspace/outline/grammar\\.ts$',
  },
  { name: 'zod', pattern: 'zod', home: '^src/tools/' },
  { name: 'sdk', pattern: SDK, home: '^src/mcp/' },
];

const placeRules = places.map(({ name, from, not, self = from, builtins, may }) => ({
  name,
  severity: 'error',
  from: { path: from, ...(not && { pathNot: not }) },
  to: { pathNot: [self, ...may], ...(builtins && { dependencyTypesNot: ['core'] }) },
}));

const homeRules = homes.map(({ name, pattern, home }) => ({
  name: `${name}-has-one-home`,
  severity: 'error',
  from: { path: '^src/', pathNot: home },
  to: { path: packages(pattern) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...placeRules,
    ...homeRules,
    {
      name: 'process-stays-outside',
      comment: 'The global is checked by oxlint (no-restricted-globals).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main\\.ts|config\\.ts|cli/)' },
      to: { path: builtin('process') },
    },
    {
      name: 'only-known-places',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: places.map(({ from }) => from) },
    },
    {
      name: 'no-vague-names',
      severity: 'error',
      from: {},
      to: { path: '^src/.*(/utils?|/helpers?|/common|/misc|manager)(/|\\.ts$)' },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-package',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '/node_modules/@types/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
