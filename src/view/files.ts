import { readFile } from 'node:fs/promises';

/** Where the files of the page are, relative to the program. The build puts it in the place of the name. */
declare const __LOCKLINE_VIEW__: string;

/** A file of the page. It holds no data. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const PLACES: ReadonlyMap<string, { readonly name: string; readonly type: string }> = new Map([
  ['/', { name: 'index.html', type: 'text/html; charset=utf-8' }],
  ['/view.css', { name: 'view.css', type: 'text/css; charset=utf-8' }],
  ['/view.js', { name: 'view.js', type: 'text/javascript; charset=utf-8' }],
  ['/icon.svg', { name: 'icon.svg', type: 'image/svg+xml' }],
]);

/** The paths under which the page and its parts are served. */
export const PAGE_PATHS: readonly string[] = [...PLACES.keys()];

/** Reads a file of the page; `undefined` for any other path. */
export async function readPageFile(path: string): Promise<PageFile | undefined> {
  const place = PLACES.get(path);
  if (place === undefined) return undefined;
  const bytes = await readFile(new URL(place.name, new URL(__LOCKLINE_VIEW__, import.meta.url)));
  return { type: place.type, bytes };
}
