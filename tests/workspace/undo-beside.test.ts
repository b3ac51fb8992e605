import { expect, test } from '@jest/globals';
import { hashOf, matches } from '../../src/core/hash.js';
import type { History } from '../../src/store/history.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { createDesk, sha256 } from '../support/desk.js';
import { historyDesk, historyOffer, idOf, replaceAs, undo } from '../support/history-desk.js';

// An undo where a program that knows nothing of Lockline has written the file since.

const ONE = 'one\ntwo\nthree\nfour\nfive\n';

test('what another program has changed since stays, as a formatter does right after the change', async () => {
  const desk = historyDesk({ 'a.txt': ONE });
  const change = await replaceAs(desk, 'tester', ['two', '2']);
  desk.put('a.txt', `// formatted\n${desk.text('a.txt') ?? ''}`);
  expect((await undo(desk, change)).text).toContain('\nrebased');
  expect(desk.text('a.txt')).toBe(`// formatted\n${ONE}`);
});

test('it stays in another process, too, which knows only what is kept', async () => {
  const desk = historyDesk({ 'a.txt': ONE });
  const change = await replaceAs(desk, 'tester', ['two', '2']);
  desk.put('a.txt', `${desk.text('a.txt') ?? ''}six\n`);
  const undone = await desk.callAnew('codex', 'undo_edit', { change_id: idOf(change) });
  expect(undone.isError).toBe(false);
  expect(desk.text('a.txt')).toBe(`${ONE}six\n`);
});

test('nothing is taken back where the version that the change made is not kept', async () => {
  const store = createMemoryStore({ 'a.txt': ONE });
  const made = hashOf(Buffer.from(`${ONE}six\n`));
  const version: History['version'] = async (path, hash) =>
    matches(made, hash) ? undefined : store.history.version(path, hash);
  const serve = () => {
    const workspace = createWorkspace({ ...store, history: { ...store.history, version } });
    return createDesk({}, { context: { offer: historyOffer, workspace } });
  };
  const append = { file_path: 'a.txt', file_hash: sha256(ONE), contents: 'six' };
  const change = await serve().call('append_text_file_contents', append);
  store.put('a.txt', Buffer.from(`zero\n${ONE}six\n`));
  const answer = await serve().call('undo_edit', { change_id: idOf(change) });
  expect(answer.text).toContain(
    '\nthe version that it made is not kept, so its lines cannot be found in this one\n',
  );
  expect(store.bytes('a.txt')?.toString()).toBe(`zero\n${ONE}six\n`);
});
