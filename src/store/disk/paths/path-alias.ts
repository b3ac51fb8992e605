import { join, posix, win32 } from 'node:path';

/** A directory by the name that callers know it by, and by its name here (a mount in a container). */
export interface PathAlias {
  readonly host: string;
  readonly here: string;
}

/**
 * Maps absolute paths below a `host` directory to `here`, by whole components; the longest `host` wins,
 * and nothing is mapped twice. Other paths come back as they are. A `host` with a drive letter is read as
 * Windows reads it: either slash, any case.
 */
export function createPathMapping(aliases: readonly PathAlias[]): (path: string) => string {
  const longestFirst = aliases.toSorted((a, b) => depth(b.host) - depth(a.host));
  return (path) => {
    for (const { host, here } of longestFirst) {
      const below = componentsBelow(host, path);
      if (below !== undefined) return join(here, ...below);
    }
    return path;
  };
}

function depth(host: string): number {
  return host.split(/[/\\]/).filter((name) => name !== '').length;
}

function componentsBelow(host: string, path: string): readonly string[] | undefined {
  const style = hasDrive(host) ? win32 : posix;
  const isAbsolute = hasDrive(host) ? hasDrive(path) : posix.isAbsolute(path);
  if (!isAbsolute) return undefined;
  const below = style.relative(host, path).split(style.sep);
  if (below[0] === '..' || hasDrive(below.join(style.sep))) return undefined;
  return below;
}

function hasDrive(path: string): boolean {
  return /^[a-z]:[/\\]/i.test(path);
}
