import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fc } from '../support/fast-check.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { callTool } from '../../src/tools/index.js';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { at, createDesk, sha256 } from '../support/desk.js';
import { historyOffer, idOf } from '../support/history-desk.js';
import { servedTree, type Served } from '../support/served-tree.js';

// Two servers on one directory: an edit whose answer was lost is sent again to the other one.

let served: Served;
let first: Server;
let second: Server;

/** A server that has its own memory and shares nothing but the files with others. */
type Server = (author: string, tool: string, args: object) => Promise<ToolAnswer>;

function serve(): Server {
  const workspace = createWorkspace(served.serve());
  const { context } = createDesk({});
  const how = { ...context, workspace, offer: historyOffer, onStale: 'rebase' as const };
  return (author, tool, args) => callTool(tool, args, { ...how, author });
}

beforeEach(() => {
  served = servedTree({ 'a.txt': '' });
  [first, second] = [serve(), serve()];
});

afterEach(async () => {
  await served.close();
});

const patchTool = 'patch_text_file_contents';
const text = (): string => readFileSync(served.tree.at('a.txt'), 'utf8');

/** Replaces one line, or inserts before it, as somebody who knows this text. */
function patchOf(known: string, line: number, contents: string, isInsert: boolean): object {
  const whole = known.split(/(?<=\n)/)[line - 1] ?? '';
  const place = isInsert
    ? { start: line, range_hash: '' }
    : { start: line, end: line, range_hash: sha256(whole) };
  return { file_path: 'a.txt', file_hash: sha256(known), patches: [{ ...place, contents }] };
}

const LINES = 5;
const patch = fc.record({
  line: fc.integer({ min: 1, max: LINES }),
  contents: fc.constantFrom('a', 'b', 'a\na', ''),
  isInsert: fc.boolean(),
});

test('an edit is never made twice, in whatever lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a\n', 'b\n'), { minLength: LINES, maxLength: LINES }),
      fc.tuple(patch, patch, patch),
      async (lines, [theirs, mine, later]) => {
        const known = lines.join('');
        writeFileSync(served.tree.at('a.txt'), known);
        const send = (server: Server, author: string, on: string, one: typeof mine) =>
          server(author, patchTool, patchOf(on, one.line, one.contents, one.isInsert));
        await send(first, 'they', known, theirs);
        const between = text();
        const made = await send(first, 'me', known, mine);
        const seen = [text()];
        if (made.isError || seen[0] === between) return;
        await send(second, 'they', text(), later);
        seen.push(text());
        if (seen.includes(known)) return;
        const again = await send(second, 'me', known, mine);
        expect(text()).toBe(seen.at(-1));
        expect(again.text).toContain(`this very edit was made already, as change ${idOf(made)}`);
        expect(at(again, 'retry')).toBeUndefined();
      },
    ),
    { numRuns: 60 },
  );
});

test('in equal lines, where nothing else would show it', async () => {
  const known = 'x\nx\ny\n';
  writeFileSync(served.tree.at('a.txt'), known);
  const append = { file_path: 'a.txt', file_hash: sha256(known), contents: 'x\ny' };
  await first('they', patchTool, patchOf(known, 1, 'z', false));
  expect((await first('me', 'append_text_file_contents', append)).isError).toBe(false);
  const once = text();
  await second('they', 'delete_text_file_contents', {
    file_path: 'a.txt',
    file_hash: sha256(once),
    ranges: [{ start: 2, end: 3, first_line: 'x', last_line: 'y' }],
  });
  const now = text();
  const again = await second('me', 'append_text_file_contents', append);
  expect(again.text).toContain('this very edit was made already');
  expect(text()).toBe(now);
});

test.each<[string, () => void | Promise<unknown>]>([
  ['an editor', () => writeFileSync(served.tree.at('a.txt'), `${text()}tail\n`)],
  ['another server', () => appendTail(second)],
  ['the same server', () => appendTail(first)],
])(
  'what was taken back and made again is taken back again, after %s has appended',
  async (_, add) => {
    const known = 'a\nb\n';
    writeFileSync(served.tree.at('a.txt'), known);
    const make = async () => idOf(await first('me', patchTool, patchOf(known, 2, 'B', false)));
    const undo = (change_id: string) => first('me', 'undo_edit', { change_id });
    const once = await make();
    await undo(once);
    const twice = await make();
    await add();
    expect((await undo(twice)).text).toMatch(/^OK/);
    expect(text()).toBe('a\nb\ntail\n');
  },
);

test('an edit that another server took back is not said to be in place', async () => {
  const known = 'a\nb\n';
  writeFileSync(served.tree.at('a.txt'), known);
  const edit = patchOf(known, 2, 'B', false);
  const change_id = idOf(await first('me', patchTool, edit));
  await second('they', 'undo_edit', { change_id });
  await appendTail(second);
  const again = await first('me', patchTool, edit);
  expect(again.text).toContain('was made already, and perhaps taken back by somebody since');
  expect(again.text).not.toContain('Nothing is left to do');
  expect(again.text).not.toContain('Retry');
  expect(text()).toBe('a\nb\ntail\n');
  // The other one has seen it go.
  expect((await second('me', patchTool, edit)).isError).toBe(false);
  expect(text()).toBe('a\nB\ntail\n');
});

function appendTail(server: Server): Promise<ToolAnswer> {
  const args = { file_path: 'a.txt', file_hash: sha256(text()), contents: 'tail' };
  return server('they', 'append_text_file_contents', args);
}
