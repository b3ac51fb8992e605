import { expect, test } from '@jest/globals';
import { createMemoryStore } from '../../src/store/memory.js';
import { callTool } from '../../src/tools/index.js';
import { createActivity } from '../../src/view/activity.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { createDesk } from '../support/desk.js';

function watched() {
  let time = 0;
  const workspace = createWorkspace(createMemoryStore({ 'a.txt': 'one\n' }));
  const activity = createActivity(workspace, () => (time += 1));
  const { context } = createDesk({});
  const offer = { sets: ['lines', 'history'] as const, readOnly: false, structured: false };
  return {
    activity,
    call: (author: string, tool: string, args: object) =>
      callTool(tool, args, { ...context, offer, author, workspace: activity.workspaceOf(author) }),
  };
}

const create = (file_path: string) => ({ file_path, contents: 'x\n' });

test('agents are told in the order of their last calls', async () => {
  const { activity, call } = watched();
  await call('ada', 'get_text_file_contents', { file_path: 'a.txt' });
  await call('ben', 'create_text_file', create('b.txt'));
  await call('ada', 'get_text_file_contents', { file_path: 'b.txt' });
  expect(activity.agents()).toMatchObject([
    { name: 'ben', call: 2 },
    { name: 'ada', call: 3 },
  ]);
});

test('only so many agents are remembered', () => {
  const { activity } = watched();
  for (let index = 0; index < 300; index += 1) activity.workspaceOf(`agent-${String(index)}`);
  expect(activity.agents()).toHaveLength(200);
  expect(activity.agents().at(-1)?.name).toBe('agent-299');
});

test('a refused edit and a refused undo are told, and all answers stay as they are', async () => {
  const { activity, call } = watched();
  const made = await call('ada', 'create_text_file', create('b.txt'));
  const { change_id, files } = made.result as {
    readonly change_id: string;
    readonly files: readonly { readonly file_hash: string }[];
  };
  const known = { file_path: 'b.txt', file_hash: files[0]?.file_hash ?? '' };
  expect(
    (await call('ben', 'append_text_file_contents', { ...known, contents: 'y\n' })).isError,
  ).toBe(false);
  expect(
    (await call('ada', 'append_text_file_contents', { ...known, contents: 'z\n' })).text,
  ).toMatch(/^ERROR CONFLICT/);
  expect((await call('cho', 'undo_edit', { change_id })).text).toMatch(/^ERROR CONFLICT/);
  expect(activity.meetings()).toMatchObject([
    { agent: 'ada', tool: 'append_text_file_contents', files: ['b.txt'], code: 'CONFLICT' },
    { agent: 'cho', tool: 'undo_edit', files: [], code: 'CONFLICT' },
  ]);
  expect(activity.writes(0)).toEqual([]);
});
