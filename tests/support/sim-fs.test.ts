import { constants, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { fc } from './fast-check.js';
import { nodeFs } from '../../src/store/disk/fs-port.js';
import { createSimFs } from './sim-fs.js';
import type { Command, Entry, PathArgument, Side } from './sim/side.js';
import { createSide } from './sim/side.js';

/*
 * The simulation is worth what it has in common with a real file system. Random calls are made on both, and
 * everything that a process can see must be the same after each: results, errors, tree, and which times moved.
 */

const IS_ROOT = process.getuid?.() === 0;
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lockline-sim-')));
const umask = process.umask(0o022);
let runs = 0;

afterAll(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const directories = ['/d', '/d/e', '/full'];
const files = { '/a': 'text', '/d/a': 'other', '/full/f': '' };
const links = {
  '/l': 'd',
  '/lf': 'a',
  '/dangling': 'b',
  '/loop': 'loop',
  '/slash': 'd/e/',
  '/up': 'd/..',
};

const plain = ['/a', '/b', '/d', '/d/a', '/d/b', '/d/e', '/d/e/a', '/d/e/e', '/full', '/full/f'];
const linked = ['/l', '/l/a', '/l/e', '/lf', '/dangling', '/loop', '/loop/a', '/slash', '/slash/a'];
const odd = ['/a/', '/b/', '/d/', '/l/', '/dangling/', '/.', '/d/.', '/d/..', '/l/..', '/d/../a'];
const wrong = ['/a/x', '/b/x', '/no/a', '/up/no/a'];
const within = ['/a', '/b', '/e', '/e/a', '/.', '/..', '/../a'];

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_TRUNC } = constants;

const nth = fc.nat({ max: 3 });
const file = nth.map((index) => ({ file: index }));
const at = fc.oneof(
  { weight: 6, arbitrary: below(plain) },
  { weight: 3, arbitrary: below(linked) },
  { weight: 1, arbitrary: below(odd) },
  { weight: 1, arbitrary: below(wrong) },
  { weight: 3, arbitrary: fc.record({ of: nth, path: fc.constantFrom(...within) }) },
);
const openFile = nth.map((of) => ({ of, path: '' }));
/** Also the link of an open file itself. To make or remove one is between the kernel and `/proc`. */
const any = fc.oneof(
  { weight: 6, arbitrary: at },
  fc.record({ of: nth, path: fc.constantFrom('', '/') }),
  below(['', '/up', `/${'n'.repeat(256)}`]),
);
const mode = fc.constantFrom(0o700, 0o755, 0o777, 0o644, 0o4755, 0o2770, 0o2760, 0o6777);
const bytes = fc.uint8Array({ maxLength: 6 });
const offset = fc.nat({ max: 8 });
const openFlags = fc
  .tuple(
    fc.constantFrom(constants.O_RDONLY, constants.O_WRONLY, constants.O_RDWR),
    fc.subarray([O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC]),
    fc.constantFrom(0, 0, 0, O_DIRECTORY),
  )
  .map(([access, extra, kind]) => [access, kind, ...extra].reduce((all, flag) => all | flag, 0))
  // Kernels disagree about making a file that has to be a directory.
  .filter((flags) => (flags & O_CREAT) === 0 || (flags & O_DIRECTORY) === 0);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: call('open', at, openFlags, mode) },
  {
    weight: 2,
    arbitrary: call(
      'open',
      any,
      fc.constantFrom(constants.O_RDONLY, constants.O_RDWR, O_DIRECTORY | O_NOFOLLOW),
    ),
  },
  { weight: 3, arbitrary: call('rename', at, at) },
  { weight: 2, arbitrary: call('link', at, at) },
  { weight: 2, arbitrary: call('unlink', at) },
  call('mkdir', at, mode),
  call('rmdir', at),
  call('lstat', at),
  call('readdir', any),
  call('list', any),
  call('readlink', any),
  { weight: 2, arbitrary: call('readlink', openFile) },
  call('realpath', any),
  call('access', any, fc.constantFrom(constants.W_OK, constants.X_OK)),
  call('readSmall', any),
  call('writeSmall', at, bytes, mode),
  call('fstat', file),
  call('close', file),
  call('fchmod', file, mode),
  ...(IS_ROOT ? [call('fchown', file, fc.nat(3), fc.nat(3))] : []),
  call('read', file, offset),
  call('readSync', file, offset),
  call('writev', file, fc.array(bytes, { maxLength: 3 }), offset),
  call('writevSync', file, fc.array(bytes, { maxLength: 3 }), offset),
  call('fsync', file),
);

/** Something is open from the beginning. */
const opening: readonly Command[] = [
  { name: 'open', args: [{ path: '/d' }, O_DIRECTORY] },
  { name: 'open', args: [{ path: '/a' }, constants.O_RDWR] },
];

function below(paths: readonly string[]): fc.Arbitrary<PathArgument> {
  return fc.constantFrom(...paths).map((name) => ({ path: name }));
}

function call(
  name: Command['name'],
  ...args: readonly fc.Arbitrary<Command['args'][number]>[]
): fc.Arbitrary<Command> {
  return fc.tuple(...args).map((values) => ({ name, args: values }));
}

test('answers every call as the real file system does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (commands) => {
      runs += 1;
      const place = path.join(folder, String(runs));
      // The few open files reach two directories above the base by `..`, and never leave the place.
      const base = path.join(place, 'in', 'base');
      const real = realSide(base);
      const sim = simSide(base);
      try {
        await compare(sim, real, [...opening, ...commands]);
      } finally {
        real.close();
        rmSync(place, { recursive: true });
      }
    }),
    { numRuns: Number(process.env['LOCKLINE_TEST_RUNS'] ?? 200) },
  );
}, 600_000);

async function compare(sim: Side, real: Side, commands: readonly Command[]): Promise<void> {
  let before = { sim: sim.tree(), real: real.tree() };
  for (const [index, next] of commands.entries()) {
    const outcome = { sim: await sim.run(next), real: await real.run(next) };
    const after = { sim: sim.tree(), real: real.tree() };
    expectEqual({ index, outcome: outcome.sim }, { index, outcome: outcome.real });
    expectEqual(factsOf(after.sim), factsOf(after.real));
    // A kernel with coarse times may miss a change, but never shows one that was not there.
    const moved = new Set(changesOf(before.sim, after.sim));
    expectEqual(
      changesOf(before.real, after.real).filter((change) => !moved.has(change)),
      [],
    );
    before = after;
  }
}

/** Jest's own comparison is slow, and there are very many. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function realSide(base: string): Side {
  for (const name of ['', ...directories]) mkdirSync(base + name, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(base + name, text);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, base + name);
  return createSide(nodeFs, base);
}

function simSide(base: string): Side {
  const sim = createSimFs({ clock: { wall: () => 0 } });
  for (const name of directories) sim.put({ [`${base}${name}/`]: '' });
  for (const [name, text] of Object.entries(files)) sim.put({ [base + name]: text });
  for (const [name, target] of Object.entries(links)) sim.putLink(base + name, target);
  return createSide(sim.process().fs, base);
}

type Tree = ReadonlyMap<string, Entry>;

function factsOf(tree: Tree): Record<string, unknown> {
  return Object.fromEntries(Array.from(tree, ([name, { facts }]) => [name, facts]));
}

/** Which times of the inodes that are at the same place as before have moved. */
function changesOf(before: Tree, after: Tree): readonly string[] {
  return Array.from(after).flatMap(([name, { stat }]) => {
    const was = before.get(name)?.stat;
    if (was === undefined || was.ino !== stat.ino) return [];
    return [
      ...(was.mtimeNs === stat.mtimeNs ? [] : [`mtime of ${name}`]),
      ...(was.ctimeNs === stat.ctimeNs ? [] : [`ctime of ${name}`]),
    ];
  });
}
