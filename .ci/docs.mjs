// Puts what can be generated into the pages below, between their markers: the reference of the tools,
// the option table, the snippets for clients, the examples and the errors. The examples are run first,
// so that what they show is what the server prints. With --check nothing is written, and a difference
// is an error.
import './setup.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Only after the set-up is it certain to be there.
const { build } = await import('esbuild');

const root = fileURLToPath(new URL('..', import.meta.url));
const program = path.join(root, 'dist', 'lockline.js');
const guides = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...guides.map((name) => `docs/${name}`)];
const isCheck = process.argv.includes('--check');
const stale = [];

/** Imports a TypeScript module of the project. */
async function load(file) {
  const folder = await mkdtemp(path.join(root, 'dist', 'docs-'));
  try {
    const outfile = path.join(folder, 'module.mjs');
    const entryPoints = [path.join(root, file)];
    const form = { bundle: true, packages: 'external', platform: 'node', format: 'esm' };
    await build({ entryPoints, outfile, ...form });
    return await import(pathToFileURL(outfile));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { optionRows } = await load('src/config.ts');
const { replay } = await load('tests/support/client-transcript.ts');
const { errorAnswer } = await load('src/tools/answers/error-answer.ts');
const { ERROR_EXAMPLES } = await load('tests/support/error-examples.ts');

async function update(file, text) {
  const target = path.join(root, file);
  if ((await readFile(target, 'utf8')) === text) return;
  stale.push(file);
  if (!isCheck) await writeFile(target, text);
}

function toolReference() {
  return execFileSync(process.execPath, [program, 'tools'], { encoding: 'utf8' });
}

function optionTable() {
  const rows = optionRows.map(({ flag, value, list, initial = '', help, variable }) => {
    const form = `\`${flag}${value === undefined ? '' : ` ${value}`}\`${list ? ' (repeatable)' : ''}`;
    return [form.replaceAll('|', '\\|'), initial, help, variable && `\`${variable}\``];
  });
  const table = [['option', 'default', 'meaning', 'variable'], Array(4).fill('---'), ...rows];
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

async function snippet(file) {
  const text = await readFile(path.join(root, file), 'utf8');
  return `\`\`\`${path.extname(file).slice(1)}\n${text.trimEnd()}\n\`\`\``;
}

async function example(file) {
  const text = await replay(await readFile(path.join(root, file), 'utf8'), program);
  await update(file, text);
  return text;
}

/** An error of that code as an agent sees it, from a tool that writes. */
function error(code) {
  const limits = { maxOutputChars: 24_000, maxLineChars: 2000, hashLength: 16 };
  const { details } = ERROR_EXAMPLES[code];
  const { text } = errorAnswer({ code, details }, limits, { effect: 'edit' });
  return `\`\`\`text\n${text}\n\`\`\``;
}

const kinds = { tools: toolReference, options: optionTable, snippet, example, error };
const marker = /(<!-- (\w+)(?: (\S+))? -->\n)[^]*?(<!-- \/\2 -->)/g;

/** Fills in what belongs between the markers `<!-- KIND NAME -->` and `<!-- /KIND -->` of a page. */
async function fill(page) {
  const text = await readFile(path.join(root, page), 'utf8');
  const sections = new Map();
  for (const [whole, begin, kind, name, end] of text.matchAll(marker)) {
    if (!(kind in kinds)) throw new Error(`${page}: nothing generates ${kind}`);
    const section = await kinds[kind](name);
    sections.set(whole, `${begin}\n${section.trim()}\n\n${end}`);
  }
  await update(
    page,
    text.replaceAll(marker, (whole) => sections.get(whole)),
  );
}

for (const page of pages) await fill(page);

for (const file of stale) console.error(`${file} ${isCheck ? 'is out of date' : 'written'}`);
if (isCheck && stale.length > 0) {
  console.error('run: npm run docs');
  process.exitCode = 1;
}
