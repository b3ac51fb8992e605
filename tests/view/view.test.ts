import { afterEach, expect, test } from '@jest/globals';
import type { ViewChange, ViewEvent } from '../../src/view/event.js';
import { createView } from '../../src/view/view.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { change } from '../contract/steps.js';
import { servedTree, type Served } from '../support/served-tree.js';

let served: Served | undefined;
let stop = (): void => undefined;
afterEach(async () => {
  stop();
  await served?.close();
});

async function until<T>(ask: () => T | undefined): Promise<T> {
  for (const begun = Date.now(); Date.now() - begun < 10_000;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('waited for 10 s in vain');
}

test('a change through another store on the same files is told, with what it did', async () => {
  served = servedTree({ 'a.txt': 'one\n', 'secret.txt': 'x\n' });
  const view = createView(createWorkspace(served.serve(['.'], { deny: ['secret.txt'] })), {
    everyMs: 10,
  });
  const told: ViewEvent[] = [];
  stop = view.watch((events) => told.push(...events));
  const other = served.serve();
  const changes = (): readonly ViewChange[] =>
    told.flatMap((event) => (event.kind === 'changes' ? event.changes : []));

  await change(other, ['secret.txt'], () => ({ 'secret.txt': 'y\n' }));
  const id = await change(other, ['a.txt'], () => ({ 'a.txt': 'two\n' }));
  const [first] = await until(() => (changes().length > 0 ? changes() : undefined));
  // The other one is of a file that this server must not show.
  expect(first).toMatchObject({ change_id: id, files: [{ file_path: 'a.txt' }] });
  expect(await view.diffs(id ?? '', new AbortController().signal)).toEqual([
    { file_path: 'a.txt', diff: expect.stringMatching(/-one\n\+two/) },
  ]);
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('an undo is told as one, and what it took back as undone to those who come later', async () => {
  served = servedTree({ 'a.txt': 'one\n' });
  const workspace = createWorkspace(served.serve());
  const view = createView(workspace, { everyMs: 10 });
  const id = (await change(served.serve(), ['a.txt'], () => ({ 'a.txt': 'two\n' }))) ?? '';
  const { signal } = new AbortController();
  await view.workspaceOf('ada').undo(id, { author: 'ada', tool: 'undo_edit', signal });
  const told: ViewEvent[] = [];
  stop = view.watch((events) => told.push(...events));
  const event = await until(() => told.find(({ kind }) => kind === 'changes'));
  expect(event).toMatchObject({
    changes: [
      { change_id: id, undone_by: expect.any(String) },
      { undoes: id, agent: 'ada' },
    ],
  });
});
