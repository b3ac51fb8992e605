/**
 * The canonical path of a file inside a root. Only a store's `resolve` makes one, and a store
 * accepts nothing else, so no tool can get past the roots.
 */
export type FilePath = string & { readonly __brand: 'FilePath' };

/** Brands a path that has passed every check of a store. For stores only. */
export function asFilePath(checked: string): FilePath {
  return checked as FilePath;
}
