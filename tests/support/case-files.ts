import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from './desk.js';
import { runs } from './needs.js';

/** What is, or is to be, at a path of a case. */
export type Content =
  | string
  | { readonly base64: string }
  | {
      readonly unit: string;
      readonly times: number;
      readonly prefix?: string;
      readonly suffix?: string;
    }
  | { readonly text: string; readonly mode: string }
  | { readonly link: string }
  | { readonly hardLink: string }
  | { readonly special: 'directory' | 'fifo' };

/** By path: relative to the root, or beginning with `{OUTSIDE}`. */
export type Contents = Readonly<Record<string, Content>>;

/** What `{ROOT}` and `{OUTSIDE}`, a directory beside it, stand for. */
export interface Places {
  readonly root: string;
  readonly outside: string;
}

/** The text with the places put in. */
export function placed(text: string, { root, outside }: Places): string {
  return text.replaceAll('{ROOT}', root).replaceAll('{OUTSIDE}', outside);
}

/** Makes the files, and the directories above them. */
export function plant(contents: Contents, places: Places): void {
  for (const [path, content] of Object.entries(contents)) {
    const at = path.startsWith('{') ? placed(path, places) : join(places.root, path);
    mkdirSync(dirname(at), { recursive: true });
    plantOne(at, content, places);
  }
}

function plantOne(at: string, content: Content, places: Places): void {
  if (typeof content === 'string') writeFileSync(at, content);
  else if ('base64' in content) writeFileSync(at, Buffer.from(content.base64, 'base64'));
  else if ('unit' in content) writeFileSync(at, repeated(content));
  else if ('link' in content) symlinkSync(placed(content.link, places), at);
  else if ('hardLink' in content) linkSync(join(places.root, content.hardLink), at);
  else if ('special' in content) plantSpecial(at, content.special);
  else {
    writeFileSync(at, content.text);
    chmodSync(at, Number.parseInt(content.mode, 8));
  }
}

function repeated(content: Extract<Content, { readonly unit: string }>): string {
  const { prefix = '', unit, times, suffix = '' } = content;
  return `${prefix}${unit.repeat(times)}${suffix}`;
}

function plantSpecial(at: string, kind: 'directory' | 'fifo'): void {
  if (kind === 'directory') mkdirSync(at);
  else runs('mkfifo', at);
}

const LONG_FILE = 2000;

/** What the history is kept in: the only thing of Lockline's own that stays. */
const HISTORY = /^\.lockline($|[\\/])/;

/** All that is in the places, by path, in a form that can be compared with that of other places. */
export function treeOf({ root, outside }: Places): Readonly<Record<string, string>> {
  const below = (top: string, shown: string) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => !HISTORY.test(name))
      .map((name) => {
        const state = stateOf(join(top, name))
          .replaceAll(outside, '{OUTSIDE}')
          .replaceAll(root, '{ROOT}');
        return [`${shown}/${name}`, state] as const;
      });
  const all = [...below(root, '{ROOT}'), ...below(outside, '{OUTSIDE}')];
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function stateOf(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  if (stat.isDirectory()) return 'directory';
  if (!stat.isFile()) return 'special';
  const bytes = readFileSync(path);
  const mode = (stat.mode & 0o777).toString(8);
  const text = bytes.length > LONG_FILE ? sha256(bytes) : JSON.stringify(bytes.toString('latin1'));
  return `${mode} ${text}`;
}
