import { createHash } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A directory for the files of a test. */
export interface Folder {
  readonly path: string;
  write(name: string, content: string | Uint8Array): void;
  text(name: string): string;
  /** SHA-256 of the file, or of its lines `start` to `end`. */
  readonly hash: (name: string, start?: number, end?: number) => string;
  symlink(name: string, target: string): void;
  hardLink(name: string, existing: string): void;
  /** Names of all that stands in it. */
  entries(): readonly string[];
  /** Every file below with its hash; what a refusal must leave as it was. */
  state(): Readonly<Record<string, string>>;
  remove(): void;
}

export function createFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'lockline-test-'));
  const at = (name: string): string => join(path, name);
  const folder: Folder = {
    path,
    write: (name, content) => {
      mkdirSync(join(at(name), '..'), { recursive: true });
      writeFileSync(at(name), content);
    },
    text: (name) => readFileSync(at(name), 'utf8'),
    hash: (name, start = 1, end = Number.POSITIVE_INFINITY) =>
      sha256((folder.text(name).match(/[^\n]*\n|[^\n]+/g) ?? []).slice(start - 1, end).join('')),
    symlink: (name, target) => {
      symlinkSync(target, at(name));
    },
    hardLink: (name, existing) => {
      linkSync(at(existing), at(name));
    },
    entries: () => readdirSync(path),
    state: () => {
      const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
      return Object.fromEntries(
        names
          .filter((name) => statSync(at(name)).isFile())
          .map((name) => [name, sha256(readFileSync(at(name)))]),
      );
    },
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}
