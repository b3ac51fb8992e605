import { countText } from '../../core/messages/phrase.js';
import type { Tree, TreeEntry } from '../../workspace/list-tree.js';
import type { Json, Limits, ToolAnswer } from '../tool.js';
import { pathText } from './layout.js';

/** Characters kept free for the first line and the last. */
const FRAME_CHARS = 1000;

/** The answer with a directory as a tree. Where not all fits, upper levels go before those below them. */
export function treeAnswer(
  tree: Tree,
  roots: readonly string[],
  { maxOutputChars }: Limits,
): ToolAnswer {
  const chosen = choose(tree.entries, maxOutputChars - FRAME_CHARS);
  const lines = treeLines(tree.entries, chosen, 0);
  const entries = objectsOf(tree.entries, chosen);
  const leftOut = countAll(tree.entries) - entries.length + tree.leftOut;
  return {
    isError: false,
    text: [headLine(tree, roots), ...lines, ...tailLines(tree, leftOut)].join('\n'),
    result: {
      path: tree.shown,
      root: roots[0] ?? '',
      entries,
      left_out: leftOut,
      ...(tree.ignored > 0 && { ignored: tree.ignored }),
    },
  };
}

/** The entries that fit, level by level; in each, directories take turns. */
function choose(entries: readonly TreeEntry[], room: number): ReadonlySet<TreeEntry> {
  const chosen = new Set<TreeEntry>();
  let left = room;
  let level: readonly (readonly TreeEntry[])[] = [entries];
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const entry of inTurns(level)) {
      left -= entryLine(entry, depth, COUNT_CHARS).length + 1;
      if (left < 0) return chosen;
      chosen.add(entry);
    }
    level = level.flat().flatMap(({ children = [] }) => (children.length > 0 ? [children] : []));
  }
  return chosen;
}

/** The first of each list, then the second of each, and so on. */
function* inTurns(lists: readonly (readonly TreeEntry[])[]): Generator<TreeEntry> {
  let rest = lists;
  for (let turn = 0; rest.length > 0; turn += 1) {
    for (const list of rest) yield* list.slice(turn, turn + 1);
    rest = rest.filter(({ length }) => length > turn + 1);
  }
}

/** Stands for the longest note that says how many entries of a directory are left out. */
const COUNT_CHARS = '  (1,234,567 not shown)';

function treeLines(
  entries: readonly TreeEntry[],
  chosen: ReadonlySet<TreeEntry>,
  depth: number,
): readonly string[] {
  return entries.flatMap((entry) => {
    if (!chosen.has(entry)) return [];
    const children = entry.children ?? [];
    const unchosen = children.filter((child) => !chosen.has(child)).length;
    const hidden = unchosen + (entry.leftOut ?? 0);
    const note = hidden > 0 ? `  (${hidden.toLocaleString('en-GB')} not shown)` : '';
    return [entryLine(entry, depth, note), ...treeLines(children, chosen, depth + 1)];
  });
}

function entryLine({ name, kind, size, isUnreadable }: TreeEntry, depth: number, note: string) {
  const sign = {
    file: '',
    directory: '/',
    symlink: '  (symbolic link)',
    other: '  (special file)',
  };
  const facts = [
    ...(size === undefined ? [] : [`  ${size}`]),
    ...(isUnreadable === true ? ['  (cannot be read)'] : []),
  ];
  const isDirectory = kind === 'directory';
  return `${'  '.repeat(depth)}${pathText(name)}${sign[kind]}${facts.join('')}${isDirectory ? note : ''}`;
}

function objectsOf(entries: readonly TreeEntry[], chosen: ReadonlySet<TreeEntry>): readonly Json[] {
  return entries.flatMap((entry): readonly Json[] => {
    if (!chosen.has(entry)) return [];
    const { shown, kind, size, children = [] } = entry;
    const own = { path: shown, type: kind, ...(size !== undefined && { size }) };
    return [own, ...objectsOf(children, chosen)];
  });
}

function countAll(entries: readonly TreeEntry[]): number {
  return entries.reduce((sum, { children = [] }) => sum + 1 + countAll(children), 0);
}

function headLine(
  { shown, files, directories }: Tree,
  [first = '', ...others]: readonly string[],
): string {
  return [
    `${pathText(shown)}  root ${pathText(first)}`,
    ...(others.length > 0 ? [`also open: ${others.map(pathText).join(', ')}`] : []),
    `${countText(files, 'file')}, ${countText(directories, 'directory').replace('directorys', 'directories')}`,
  ].join('  ');
}

function tailLines({ ignored }: Tree, leftOut: number): readonly string[] {
  return [
    ...(ignored > 0 ? [`ignored by .gitignore: ${ignored}`] : []),
    ...(leftOut > 0
      ? [
          `… ${countText(leftOut, 'entry').replace('entrys', 'entries')} not shown: list a directory of this tree, or send a glob or a smaller depth`,
        ]
      : []),
  ];
}
