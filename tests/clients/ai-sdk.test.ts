import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, type Folder } from '../support/client-folder.js';
import { bareEnvironment, PROGRAM } from '../support/server-process.js';

/** A client that shares no code with the SDKs: what its model would see. */

let folder: Folder;
let client: MCPClient;

beforeAll(async () => {
  folder = createFolder();
  const env = bareEnvironment('/nonexistent');
  const server = { command: process.execPath, args: [PROGRAM, folder.path], env };
  client = await createMCPClient({ transport: new StdioTransport(server) });
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

/** Calls a tool as an agent does, and gives what is handed to the model. */
async function seen(name: string, input: object): Promise<string> {
  const tool = (await client.tools())[name];
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const output = await tool.execute(input, { toolCallId: 'call-1', messages: [] });
  if (Symbol.asyncIterator in output) throw new Error('not one result');
  const shown = await tool.toModelOutput?.({ toolCallId: 'call-1', input, output });
  expect(shown).toMatchObject({ type: 'content', value: [{ type: 'text' }] });
  return shown?.type === 'content' ? shown.value.map(textOf).join('') : '';
}

function textOf(block: { readonly type: string; readonly text?: string }): string {
  return block.text ?? '';
}

test('lists the tools and hands on the instructions', async () => {
  const tools = await client.tools();
  expect(Object.keys(tools)).toContain('patch_text_file_contents');
  expect(client.instructions).toContain(folder.path);
});

test('reads, edits and is refused, each as plain text', async () => {
  folder.write('a.txt', 'one\ntwo\nthree\n');
  const read = await seen('get_text_file_contents', { files: [{ file_path: 'a.txt' }] });
  expect(read).toContain(`file_hash ${folder.hash('a.txt').slice(0, 16)}\n`);
  expect(read).toContain('\n1\tone\n2\ttwo\n3\tthree');

  const patch = (contents: string) => ({
    file_path: 'a.txt',
    file_hash: /file_hash (\w+)/.exec(read)?.[1],
    patches: [{ start: 2, end: 2, first_line: 'two', contents }],
  });
  expect(await seen('patch_text_file_contents', patch('TWO\n'))).toMatch(/^OK a\.txt /);
  expect(folder.text('a.txt')).toBe('one\nTWO\nthree\n');
  expect(await seen('patch_text_file_contents', patch('zwei\n'))).toMatch(
    /^ERROR CONFLICT: a\.txt /,
  );
  expect(folder.text('a.txt')).toBe('one\nTWO\nthree\n');
});
