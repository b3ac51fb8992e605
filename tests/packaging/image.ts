import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { bareEnvironment } from '../support/server-process.js';
import { PROJECT, textOf } from './project.js';

/**
 * The image without an engine: the Dockerfile is carried out in folders, and its program started with the
 * last of them as its root. In the place of the base image are the programs of this machine.
 */
export interface Image {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

interface Stage {
  folder: string;
  env: Record<string, string>;
  labels: Record<string, string>;
  workdir: string;
  user: string;
  entrypoint: readonly string[];
  command: readonly string[];
}

/** Carries out the Dockerfile below an empty folder. Fails on what it does not know. */
export function buildImage(place: string): Image {
  const stages = new Map<string, Stage>();
  for (const { name, rest } of instructions()) {
    if (name === 'FROM') {
      const alias = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      stages.set(alias, emptyStage(join(place, alias)));
    } else {
      carryOut(lastOf(stages), stages, name, rest);
    }
  }
  const image = lastOf(stages);
  layBase(image.folder);
  return image;
}

function instructions(): readonly { readonly name: string; readonly rest: string }[] {
  const lines = textOf('Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return { name, rest };
  });
}

function lastOf(stages: ReadonlyMap<string, Stage>): Stage {
  const stage = [...stages.values()].at(-1);
  if (stage === undefined) throw new Error('the Dockerfile has no stage');
  return stage;
}

function emptyStage(folder: string): Stage {
  mkdirSync(folder);
  const none = { env: {}, labels: {}, entrypoint: [], command: [] };
  return { folder, workdir: '/', user: 'root', ...none };
}

function carryOut(
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  name: string,
  rest: string,
): void {
  const [, key = '', value = ''] = /^([\w.]+)="?([^"]*)"?$/.exec(rest) ?? [];
  const steps: Readonly<Record<string, () => void>> = {
    WORKDIR: () => {
      stage.workdir = rest;
      mkdirSync(join(stage.folder, rest), { recursive: true });
    },
    USER: () => (stage.user = rest),
    ENV: () => (stage.env[key] = value),
    LABEL: () => (stage.labels[key] = value),
    ENTRYPOINT: () => (stage.entrypoint = JSON.parse(rest) as readonly string[]),
    CMD: () => (stage.command = JSON.parse(rest) as readonly string[]),
    COPY: () => {
      copy(stage, stages, rest.split(' '));
    },
    RUN: () => {
      runStep(join(stage.folder, stage.workdir), rest);
    },
  };
  const step = steps[name];
  if (step === undefined) throw new Error(`not understood: ${name} ${rest}`);
  step();
}

function copy(stage: Stage, stages: ReadonlyMap<string, Stage>, words: readonly string[]): void {
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
  const paths = from === undefined ? words : words.slice(1);
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    if (from === undefined) expectInContext(path);
    const source = from === undefined ? join(PROJECT, path) : inStage(stages.get(from), path);
    const into = resolve('/', stage.workdir, target);
    // As Docker does: a file goes into a target that ends with a slash, of a directory all that is in it.
    const isInto = lstatSync(source).isFile() && target.endsWith('/');
    const to = join(stage.folder, into, isInto ? basename(source) : '');
    cpSync(source, to, { recursive: true });
  }
}

function inStage(stage: Stage | undefined, path: string): string {
  if (stage === undefined) throw new Error('there is no such stage');
  return join(stage.folder, path);
}

/** What .dockerignore leaves out does not reach the engine. */
function expectInContext(path: string): void {
  if (!textOf('.dockerignore').split('\n').includes(`!${path}`)) {
    throw new Error(`.dockerignore leaves ${path} out`);
  }
}

/** Packages are those that are installed here. */
function runStep(directory: string, command: string): void {
  if (command.startsWith('npm ci ')) {
    symlinkSync(join(PROJECT, 'node_modules'), join(directory, 'node_modules'));
    return;
  }
  const [program = '', ...args] = command.split(' ');
  if (program !== 'node') throw new Error(`not understood: RUN ${command}`);
  execFileSync(process.execPath, args, {
    cwd: directory,
    env: bareEnvironment('/nonexistent'),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export interface RunOptions {
  /** `uid:gid` */
  readonly user: string;
  /** Where directories of this machine are seen inside. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** In the place of the image's own. */
  readonly entrypoint?: readonly string[];
  readonly args?: readonly string[];
}

/**
 * A command that does what `docker run -i --network none --read-only` would: the program is process 1, and
 * sees the image, its mounts and nothing else. Needs root, unshare and chroot.
 */
export function commandOf(image: Image, options: RunOptions): readonly string[] {
  const { user, mounts = {}, entrypoint = image.entrypoint, args = image.command } = options;
  for (const target of Object.values(mounts)) {
    mkdirSync(join(image.folder, target), { recursive: true });
  }
  const at = (path: string): string => `'${join(image.folder, path)}'`;
  // As in the base image; an unknown user has the root as its home.
  const environment = { PATH: `${NODE_FOLDER}:/usr/bin:/bin`, HOME: '/', ...image.env };
  const script = [
    `mount --bind ${at('/')} ${at('/')}`,
    ...SYSTEM.filter((name) => !isLink(name)).map((name) => `mount --rbind '/${name}' ${at(name)}`),
    `mount --bind '${process.execPath}' ${at(`${NODE_FOLDER}/node`)}`,
    `mount -t proc proc ${at('proc')}`,
    `mount -o remount,bind,ro ${at('/')}`,
    ...Object.entries(mounts).map(([from, to]) => `mount --bind '${from}' ${at(to)}`),
    `exec chroot --userspec=${user} --groups= ${at('/')} env -i --chdir='${image.workdir}' "$@"`,
  ].join(' && ');
  const variables = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  const apart = ['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child'];
  return [...apart, 'sh', '-c', script, 'sh', ...variables, ...entrypoint, ...args];
}

const NODE_FOLDER = '/base';
/** What holds the programs of a system, as far as it is there and no link to another. */
const SYSTEM = ['usr', 'bin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`));
const isLink = (name: string): boolean => lstatSync(`/${name}`).isSymbolicLink();

/** In the place of the base image: where the programs of this machine are mounted. */
function layBase(folder: string): void {
  for (const path of ['proc', NODE_FOLDER]) mkdirSync(join(folder, path));
  writeFileSync(join(folder, NODE_FOLDER, 'node'), '');
  for (const name of SYSTEM) {
    if (isLink(name)) symlinkSync(`usr/${name}`, join(folder, name));
    else mkdirSync(join(folder, name));
  }
}
