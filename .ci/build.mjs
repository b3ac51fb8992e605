// Bundles src/main.ts with everything it imports into one file, dist/server.js: `npx` then has a
// single small package to fetch. It is CommonJS, which Node starts faster than an ES module. What few
// runs need lies beside it and is loaded on first use. dist/lockline.js is what starts it.
import { spawnSync } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { APART, lean } from './lean.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const target = path.join(dist, 'lockline.js');
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

const banner = `const __here = require('node:url').pathToFileURL(__filename).href;`;

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // A chunk is then loaded by require, which also works from a start-up snapshot.
  supported: { 'dynamic-import': false },
  legalComments: 'external',
  metafile: true,
  logLevel: 'warning',
};

// tree-sitter and its grammars, which outlines load when they are first needed.
const GRAMMARS = 'node_modules/@vscode/tree-sitter-wasm/wasm';
const LANGUAGES = ['cpp', 'go', 'java', 'javascript', 'python', 'rust', 'tsx', 'typescript'];
const wasm = [
  'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  ...LANGUAGES.map((language) => `${GRAMMARS}/tree-sitter-${language}.wasm`),
];

const PAGE = 'src/view/page';

/** Copied into a folder of its own and renamed into place like the bundle. */
async function copyInto(folder, files) {
  await mkdir(path.join(staged, folder), { recursive: true });
  await mkdir(path.join(dist, folder), { recursive: true });
  for (const file of files) {
    const name = path.join(folder, path.basename(file));
    if (path.resolve(root, file) !== path.join(staged, name))
      await copyFile(path.join(root, file), path.join(staged, name));
    await rename(path.join(staged, name), path.join(dist, name));
  }
}

/** The page of the live view, which only a server for HTTP reads. */
async function buildPage() {
  const script = path.join(staged, 'view', 'view.js');
  await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    // Its tsconfig.json extends one that is not there in an image.
    tsconfigRaw: {},
    logLevel: 'warning',
    entryPoints: [`${PAGE}/main.ts`],
    outfile: script,
  });
  const still = ['index.html', 'view.css', 'icon.svg'].map((name) => `${PAGE}/${name}`);
  await copyInto('view', [...still, script]);
}

/**
 * Makes the code that V8 of this Node would compile the bundle to. Without that the server starts too,
 * only slower.
 */
async function compileBundle() {
  const bundle = path.join(staged, 'server.js');
  // Regular expressions are all that is not ASCII yet, and a text of wide characters is read slower.
  const text = (await readFile(bundle, 'utf8')).replaceAll(/[^\0-\x7f]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  await writeFile(bundle, text);
  const folder = await mkdtemp(path.join(tmpdir(), 'lockline-build-'));
  try {
    const script = path.join(root, '.ci', 'code-cache.cjs');
    const args = [script, bundle, path.join(staged, 'server.cache'), folder];
    const { status } = spawnSync(process.execPath, args, {
      stdio: ['ignore', 2, 2],
      timeout: 60_000,
    });
    if (status !== 0) console.error('the bundle could not be compiled beforehand');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Folders of the packages that went into what is published, by name. */
function packageFolders(inputs) {
  const folders = inputs.flatMap((input) => {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
    return found ? [found[0]] : [];
  });
  return [...new Set(folders)].toSorted((a, b) => (a < b ? -1 : 1));
}

async function licenceOf(folder) {
  const from = path.join(root, folder);
  const { name, version, license } = JSON.parse(
    await readFile(path.join(from, 'package.json'), 'utf8'),
  );
  const file = (await readdir(from)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(path.join(from, file), 'utf8') : `Licence: ${license}\n`;
  return `${name} ${version}\n\n${text.trim()}\n`;
}

const started = new Date();
const staged = path.join(dist, `.staged-${process.pid}`);
await mkdir(staged, { recursive: true });
try {
  const bundles = await Promise.all([
    build({
      ...common,
      entryPoints: ['src/main.ts'],
      outfile: path.join(staged, 'server.js'),
      banner: { js: banner },
      define: {
        __LOCKLINE_VERSION__: JSON.stringify(version),
        __LOCKLINE_GRAMMARS__: JSON.stringify('./grammars/'),
        __LOCKLINE_VIEW__: JSON.stringify('./view/'),
        'import.meta.url': '__here',
      },
      plugins: [lean()],
    }),
    build({
      ...common,
      entryPoints: ['.ci/launcher.cjs'],
      outfile: path.join(staged, 'lockline.js'),
      banner: { js: '#!/usr/bin/env node' },
    }),
    ...APART.map(({ entry, file }) =>
      build({ ...common, entryPoints: [entry], outfile: path.join(staged, file) }),
    ),
  ]);
  // The package as a whole is of ES modules.
  await writeFile(path.join(staged, 'package.json'), '{ "type": "commonjs" }\n');
  await compileBundle();
  await copyInto('grammars', wasm);
  await buildPage();
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = packageFolders([...inputs, ...wasm]);
  const licences = await Promise.all(folders.map(licenceOf));
  await writeFile(
    path.join(staged, 'THIRD-PARTY-LICENSES.txt'),
    licences.join(`\n${'-'.repeat(79)}\n\n`),
  );

  const launcher = path.join(staged, 'lockline.js');
  await chmod(launcher, 0o755);
  // As old as the start of the build, so that a source saved meanwhile counts as newer.
  await utimes(launcher, started, started);
  // Renamed into place, so that a process that starts meanwhile never reads half a bundle.
  const files = (await readdir(staged, { withFileTypes: true })).filter((entry) => entry.isFile());
  const others = files.map(({ name }) => name).filter((name) => name !== 'lockline.js');
  for (const file of [...others, 'lockline.js']) {
    await rename(path.join(staged, file), path.join(dist, file));
  }
} finally {
  await rm(staged, { recursive: true, force: true });
}
console.error(`built ${path.relative(root, target)} (lockline ${version})`);
