import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';

/*
 * tests/ mirrors src/: what `src/a/b.ts` does is shown by `tests/a/b.test.ts`. Files of types and constants
 * need no test, and a part may be tested through the whole that it belongs to.
 */

/** Parts by their whole: the whole uses them and has a test, they have none of their own. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'cli/run.ts': ['cli/undo.ts'],
  'config.ts': ['option.ts'],
  'core/messages/describe.ts': ['core/errors.ts'],
  'core/text/match.ts': ['core/text/window.ts', 'core/text/words.ts'],
  'core/near/near-miss.ts': [
    'core/near/comparison.ts',
    'core/near/near-place.ts',
    'core/near/variants.ts',
    'core/messages/quote-line.ts',
  ],
  'core/patch/patch-format.ts': [
    'core/patch/git-header.ts',
    'core/patch/hunks.ts',
    'core/patch/patch-path.ts',
    'core/patch/reader.ts',
    'core/patch/unified-diff.ts',
  ],
  'core/patch/apply-hunks.ts': ['core/patch/place-hunk.ts'],
  'core/replace/replace.ts': [
    'core/replace/occurrences.ts',
    'core/edit/splice.ts',
    'core/replace/tally.ts',
    'core/unreachable.ts',
  ],
  'mcp/http/http.ts': ['mcp/http/answer-call.ts', 'mcp/http/exchange.ts'],
  'store/disk/paths/confine.ts': ['core/path.ts'],
  'store/disk/history/history.ts': ['store/history.ts'],
  'store/disk/read/scan-file.ts': ['store/disk/read/scratch.ts'],
  'store/memory.ts': ['store/memory-files.ts', 'store/memory-history.ts'],
  'tools/answers/error-answer.ts': ['tools/answers/shown-conflicts.ts'],
  'tools/answers/since-lines.ts': ['tools/answers/kept-lines.ts'],
  'tools/answers/read-answer.ts': ['tools/answers/file-facts.ts', 'tools/answers/shown-file.ts'],
  'tools/answers/write-answer.ts': ['tools/answers/written-file.ts'],
  'tools/arguments/arguments.ts': [
    'tools/arguments/issues.ts',
    'tools/arguments/names.ts',
    'tools/arguments/strays.ts',
  ],
  'tools/edit-text-file-contents.ts': [
    'tools/changes/commit.ts',
    'tools/changes/counts.ts',
    'tools/changes/file-changes.ts',
    'tools/schema.ts',
  ],
  'tools/get-history.ts': ['tools/answers/history-answer.ts'],
  'tools/list-directory.ts': ['tools/answers/tree-answer.ts'],
  'tools/outline-files.ts': ['tools/answers/outline-answer.ts'],
  'tools/retries/retry.ts': [
    'tools/retries/bounds.ts',
    'tools/retries/counted.ts',
    'tools/retries/moved.ts',
  ],
  // In a browser.
  'view/page/main.ts': [
    'view/page/announcer.ts',
    'view/page/board.ts',
    'view/page/card.ts',
    'view/page/changes-panel.ts',
    'view/page/element.ts',
    'view/page/feed-items.ts',
    'view/page/feed-list.ts',
    'view/page/focus.ts',
    'view/page/mark.ts',
    'view/page/server.ts',
    'view/page/side.ts',
    'view/page/sign-in.ts',
    'view/page/viewport.ts',
  ],
  'workspace/commit.ts': ['workspace/bases.ts', 'workspace/explain.ts', 'workspace/targets.ts'],
  'workspace/history.ts': ['workspace/versions.ts'],
  'workspace/outline/outline.ts': ['workspace/outline/queries.ts'],
};

/** The program itself, which tests run as one (tests/cli). */
const PROGRAM = 'main.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts'),
);

const textOf = (source: string): string => readFileSync(join(root, 'src', source), 'utf8');
const hasMirror = (source: string): boolean =>
  existsSync(join(root, 'tests', source.replace(/\.ts$/, '.test.ts')));

/** Whether anything of a file is left that does something, once its types are taken away. */
function hasLogic(source: string): boolean {
  return /=>|\bfunction\b|\bclass\b/.test(transformSync(textOf(source), { loader: 'ts' }).code);
}

/** What a file uses, and what that uses. */
function usedBy(source: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, path = ''] of textOf(source).matchAll(/(?:from |import\()'(\.[^']+)\.js'/g)) {
    const used = join(dirname(source), `${path}.ts`);
    if (!found.has(used)) usedBy(used, found.add(used));
  }
  return found;
}

const parts = Object.values(PARTS).flat();

test('every source file with logic has its mirror, or is a part of one that has', () => {
  const bare = sources.filter(
    (source) => source !== PROGRAM && hasLogic(source) && !hasMirror(source),
  );
  expect(bare.filter((source) => !parts.includes(source))).toEqual([]);
});

describe('the list of parts', () => {
  test('has nothing that is gone or has a mirror by now', () => {
    expect(parts.filter((part) => !sources.includes(part) || hasMirror(part))).toEqual([]);
  });

  test.each(Object.entries(PARTS))('%s is tested and uses its parts', (whole, own) => {
    expect(hasMirror(whole)).toBe(true);
    const used = usedBy(whole);
    expect(own.filter((part) => !used.has(part))).toEqual([]);
  });
});
