import { thisMachine } from '../../src/store/disk/machine.js';
import type { DiskStoreOptions } from '../../src/store/disk/store.js';
import type { ListOptions, Page } from '../../src/store/store.js';
import { patient } from '../contract/steps.js';
import { openStore } from './machines.js';

/** Everything, as deep as it goes. */
export const WHOLE: ListOptions = { depth: Infinity, sizes: false, signal: patient.signal };

export interface Where {
  readonly start?: string;
  readonly options?: Partial<DiskStoreOptions>;
  readonly machine?: ReturnType<typeof thisMachine>;
}

/** The pages of a listing on the disk. */
export async function pagesOf(
  root: string,
  { start = '.', options = {}, machine }: Where = {},
): Promise<readonly Page[]> {
  const store = openStore(root, machine ?? thisMachine(), options);
  const { path } = await store.resolve(start, 'read');
  const pages: Page[] = [];
  for await (const page of store.list(path, WHOLE)) pages.push(page);
  await store.close();
  return pages;
}

/** All entries: directories with a slash, links with an @, other things with a bar. */
export async function walked(root: string, where: Where = {}): Promise<readonly string[]> {
  const signs = { file: '', directory: '/', symlink: '@', other: '|' };
  const pages = await pagesOf(root, where);
  return pages.flatMap(({ entries }) => entries.map(({ shown, kind }) => shown + signs[kind]));
}
