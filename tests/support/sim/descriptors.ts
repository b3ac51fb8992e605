import { Errno } from './errno.js';
import type { InodeId } from './image.js';

/** A name in a directory. */
export interface Home {
  readonly directory: InodeId;
  readonly name: string;
}

/** An open file or directory; keeps its inode whatever becomes of the names. */
export interface Descriptor {
  readonly inode: InodeId;
  readonly flags: number;
  /** The name by which it was opened, followed through renames. */
  home: Home;
  isDeleted: boolean;
}

/** The open files of one process. */
export type DescriptorTable = Map<number, Descriptor>;

/** Standard input, output and error are taken. */
const FIRST = 3;

/** The number that the next file gets. */
export function lowestFree(table: DescriptorTable): number {
  let fd = FIRST;
  while (table.has(fd)) fd += 1;
  return fd;
}

export function openFile(table: DescriptorTable, fd: number): Descriptor {
  const descriptor = table.get(fd);
  if (descriptor === undefined) throw new Errno('EBADF');
  return descriptor;
}

/** Tells open files that the name they were opened by is gone. */
export function followRemoval(tables: Iterable<DescriptorTable>, home: Home, inode: InodeId): void {
  for (const descriptor of openedAs(tables, home, inode)) descriptor.isDeleted = true;
}

/** Tells open files that the name they were opened by has moved. */
export function followRename(
  tables: Iterable<DescriptorTable>,
  from: Home,
  to: Home,
  inode: InodeId,
): void {
  for (const descriptor of openedAs(tables, from, inode)) descriptor.home = to;
}

function* openedAs(
  tables: Iterable<DescriptorTable>,
  { directory, name }: Home,
  inode: InodeId,
): Generator<Descriptor> {
  for (const table of tables)
    for (const descriptor of table.values()) {
      const { home, isDeleted } = descriptor;
      const isHome = home.directory === directory && home.name === name;
      if (descriptor.inode === inode && isHome && !isDeleted) yield descriptor;
    }
}
