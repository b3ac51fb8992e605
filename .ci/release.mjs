// Makes what is published: the folder publish/, from which npm packs, an MCPB bundle is packed and the
// entry of the Docker catalogue is taken. Then tries the packed tarball as a user would, and prints
// the steps that only a maintainer can take. With --to FOLDER it only writes the files there.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, bareEnvironment, check, inEmptyFolder } from './ask.mjs';
import { APART } from './lean.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (name) => path.join(root, name);
const text = (name) => readFileSync(inRoot(name), 'utf8');
const project = JSON.parse(text('package.json'));

const MOST_BYTES = 8_000_000;
const STARTS = 5;
const SLOWER_AT_MOST = 2;

/** What a user's npm and the MCP registry read. No dependencies and no scripts: nothing is installed or run. */
const FIELDS = [
  'name',
  'version',
  'mcpName',
  'description',
  'keywords',
  'license',
  'author',
  'repository',
  'type',
  'engines',
  'bin',
];

/** The program and what it loads. Not server.cache, which only the Node that made it can use. */
const PROGRAM = ['lockline.js', 'server.js', 'package.json', ...APART.map(({ file }) => file)];
const FOLDERS = ['grammars', 'view'];
const NOTICES = 'THIRD-PARTY-LICENSES.txt';

/** Writes all that is published into an empty folder. */
function write(folder) {
  const to = (name) => path.join(folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(to('dist'), { recursive: true });
  for (const file of PROGRAM) cpSync(inRoot(`dist/${file}`), to(`dist/${file}`));
  for (const place of FOLDERS) {
    mkdirSync(to(`dist/${place}`), { recursive: true });
    for (const file of readdirSync(inRoot(`dist/${place}`)))
      cpSync(inRoot(`dist/${place}/${file}`), to(`dist/${place}/${file}`));
  }
  cpSync(inRoot(`dist/${NOTICES}`), to(NOTICES));
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(inRoot(file), to(file));
  const fields = Object.fromEntries(FIELDS.map((field) => [field, project[field]]));
  writeJson(to('package.json'), { ...fields, files: ['dist', 'CHANGELOG.md', NOTICES] });

  // Beside the package, and no part of it: npm packs what "files" names.
  cpSync(inRoot('docs/mcpb/manifest.json'), to('manifest.json'));
  writeFileSync(to('.mcpbignore'), 'docker-catalogue/\n*.tgz\n');
  mkdirSync(to('docker-catalogue'));
  const entry = text('docs/docker-catalogue/server.yaml');
  writeFileSync(to('docker-catalogue/server.yaml'), entry.replace(/0{40}/, head()));
  writeJson(to('docker-catalogue/tools.json'), listTools(to('dist/lockline.js')));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** The commit that the catalogue builds; all zeros outside of a clone. */
function head() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : '0'.repeat(40);
}

/** The tools as the catalogue lists them: it does not start a server that wants a mounted folder. */
function listTools(program) {
  const [, { tools }] = ask([process.execPath, program], [['tools/list', {}]]);
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    arguments: Object.entries(inputSchema.properties).map(([argument, schema]) => ({
      name: argument,
      type: schema.type,
      desc: schema.description ?? '',
    })),
  }));
}

const checks = {
  'the working tree is committed': () => {
    const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
    if (changed !== '')
      throw new Error('commit or stash first, so that the tag is what is published');
    return head().slice(0, 12);
  },
  'the changelog has this version': () => {
    if (!text('CHANGELOG.md').includes(`\n## [${project.version}] - `)) {
      throw new Error(`write "## [${project.version}] - YYYY-MM-DD" above what [Unreleased] lists`);
    }
    return project.version;
  },
  'all that names a version names this one': () => {
    const server = JSON.parse(text('server.json'));
    const named = [
      server.version,
      ...server.packages.map(({ version, identifier }) => version ?? identifier.split(':').at(-1)),
      JSON.parse(text('docs/mcpb/manifest.json')).version,
    ];
    if (named.some((version) => version !== project.version)) {
      throw new Error(`server.json and docs/mcpb/manifest.json name ${named.join(', ')}`);
    }
    return `${named.length} places`;
  },
  'the package is small': (folder) => {
    const args = ['pack', '--json', '--pack-destination', folder];
    const [packed] = JSON.parse(
      execFileSync('npm', args, {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
    const facts = `${megabytes(packed.size)}, ${megabytes(packed.unpackedSize)} unpacked, ${packed.entryCount} files`;
    if (packed.size > MOST_BYTES) throw new Error(facts);
    return facts;
  },
  'npx starts the tarball from an empty cache about as fast as from a full one': (folder) => {
    const spec = `file:${path.join(folder, `${project.name}-${project.version}.tgz`)}`;
    const npx = ['npx', '--yes', '--offline', '--no-update-notifier', spec, '.'];
    const times = Array.from({ length: STARTS }, () =>
      inEmptyFolder((home) => [timeOfStart(npx, home), timeOfStart(npx, home)]),
    );
    const [cold, warm] = [0, 1].map((turn) => median(times.map((pair) => pair[turn])));
    const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
    const facts = `answered after ${seconds(cold)}, and with a full cache after ${seconds(warm)}, medians of ${STARTS}`;
    if (cold > SLOWER_AT_MOST * warm) throw new Error(facts);
    return facts;
  },
};

/** Milliseconds until the handshake is answered. */
function timeOfStart(command, home) {
  const started = performance.now();
  const [{ serverInfo }] = ask(command, [], bareEnvironment(home));
  if (serverInfo.version !== project.version) throw new Error(`it is ${serverInfo.version}`);
  return performance.now() - started;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const [option, place] = process.argv.slice(2);
if (option === '--to') {
  write(path.resolve(place));
} else {
  const folder = inRoot('publish');
  write(folder);
  for (const [name, run] of Object.entries(checks)) check(name, () => run(folder));
  const [, steps] = text('docs/releasing.md').split('## By hand\n');
  console.log(`\nWhat is left, by hand:\n${steps}`);
}
