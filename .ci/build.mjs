// Bundles src/main.ts with everything it imports into one file, dist/lockline.js, which is what
// gets published: `npx` then has a single small package to fetch.
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const target = path.join(dist, 'lockline.js');
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

// Bundled CommonJS packages call `require`, which an ES module does not have.
const banner = `#!/usr/bin/env node
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

// tree-sitter and its grammars, which outlines load when they are first needed.
const GRAMMARS = 'node_modules/@vscode/tree-sitter-wasm/wasm';
const LANGUAGES = ['cpp', 'go', 'java', 'javascript', 'python', 'rust', 'tsx', 'typescript'];
const wasm = [
  'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  ...LANGUAGES.map((language) => `${GRAMMARS}/tree-sitter-${language}.wasm`),
];

/** Copied and renamed into place like the bundle. */
async function copyGrammars() {
  await mkdir(path.join(staged, 'grammars'), { recursive: true });
  await mkdir(path.join(dist, 'grammars'), { recursive: true });
  for (const file of wasm) {
    const name = path.join('grammars', path.basename(file));
    await copyFile(path.join(root, file), path.join(staged, name));
    await rename(path.join(staged, name), path.join(dist, name));
  }
}

/** Folders of the packages that went into what is published, by name. */
function packageFolders(inputs) {
  const folders = inputs.flatMap((input) => {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
    return found ? [found[0]] : [];
  });
  return [...new Set(folders)].toSorted();
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
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile: path.join(staged, 'lockline.js'),
    bundle: true,
    minify: true,
    sourcemap: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: banner },
    define: {
      __LOCKLINE_VERSION__: JSON.stringify(version),
      __LOCKLINE_GRAMMARS__: JSON.stringify('./grammars/'),
    },
    legalComments: 'external',
    metafile: true,
    logLevel: 'warning',
  });
  await copyGrammars();
  const folders = packageFolders([...Object.keys(metafile.inputs), ...wasm]);
  const licences = await Promise.all(folders.map(licenceOf));
  await writeFile(
    path.join(staged, 'THIRD-PARTY-LICENSES.txt'),
    licences.join(`\n${'-'.repeat(79)}\n\n`),
  );

  const bundle = path.join(staged, 'lockline.js');
  await chmod(bundle, 0o755);
  // As old as the start of the build, so that a source saved meanwhile counts as newer.
  await utimes(bundle, started, started);
  // Renamed into place, so that a process that starts meanwhile never reads half a bundle.
  for (const file of ['THIRD-PARTY-LICENSES.txt', 'lockline.js.LEGAL.txt', 'lockline.js']) {
    const from = path.join(staged, file);
    if (existsSync(from)) await rename(from, path.join(dist, file));
  }
} finally {
  await rm(staged, { recursive: true, force: true });
}
console.error(`built ${path.relative(root, target)} (lockline ${version})`);
