import { describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type Caller, createServer, RESULT_KEY } from '../../src/mcp/server.js';
import { createMemoryStore, type MemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';

interface Options {
  readonly name?: string;
  readonly agentId?: string;
  readonly structured?: boolean;
  readonly store?: MemoryStore;
}

/** A client, a server over a store in memory, and what was between them. */
async function connect(options: Options = {}) {
  const { name = 'some-client', agentId, structured = false } = options;
  const { store = createMemoryStore({ 'a.txt': 'one\ntwo\n' }) } = options;
  const workspace = createWorkspace(store);
  const offer = { sets: ['lines'] as const, readOnly: false, structured };
  const callers: Caller[] = [];
  const server = createServer({
    version: '1.2.3',
    roots: workspace.roots,
    offer,
    agentId,
    contextFor: (caller) => {
      callers.push(caller);
      return {
        workspace,
        limits: {
          maxOutputChars: 24_000,
          maxLineChars: 2000,
          maxFiles: 64,
          maxPatches: 100,
          hashLength: 16,
        },
        offer,
        onStale: 'own',
        author: caller.author,
        signal: caller.signal,
        report: () => undefined,
      };
    },
    onError: () => undefined,
  });
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const sent: JSONRPCMessage[] = [];
  const send = serverEnd.send.bind(serverEnd);
  serverEnd.send = (message, more) => {
    sent.push(message);
    return send(message, more);
  };
  const client = new Client({ name, version: '1' });
  await server.connect(serverEnd);
  await client.connect(clientEnd);
  return { client, server, callers, sent, store };
}

const read = { name: 'get_text_file_contents', arguments: { files: [{ file_path: 'a.txt' }] } };
const create = { name: 'create_text_file', arguments: { file_path: 'n.txt', contents: 'x\n' } };
const again = { name: 'create_text_file', arguments: { file_path: 'a.txt', contents: 'x\n' } };

test('it says who it is and what the protocol is', async () => {
  const { client } = await connect();
  expect(client.getServerVersion()).toEqual({
    name: 'lockline',
    title: 'Lockline',
    version: '1.2.3',
  });
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  expect(client.getInstructions()).toContain('relative to /memory');
});

describe('results', () => {
  test.each([
    ['a success', read, false],
    ['a refusal', again, true],
  ])('%s is one block of text, and an object for programs', async (_, call, isError) => {
    const { client } = await connect();
    const result = await client.callTool(call);
    expect(result['content']).toEqual([{ type: 'text', text: expect.any(String) }]);
    expect(result['_meta']).toEqual({ [RESULT_KEY]: expect.any(Object) });
    expect(result['isError'] ?? false).toBe(isError);
    expect(result).not.toHaveProperty('structuredContent');
  });

  test.each([read, again])('structured, the object fits its schema, also of %j', async (call) => {
    const { client } = await connect({ structured: true });
    const { tools } = await client.listTools();
    expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true);
    // The client checks it against the schema.
    const result = await client.callTool(call);
    expect(result['structuredContent']).toEqual(result['_meta']?.[RESULT_KEY]);
  });
});

describe('arguments that are no object', () => {
  const ask = async (given: unknown) => {
    const { client } = await connect();
    const params = { name: 'get_text_file_contents', arguments: given };
    return client.request({ method: 'tools/call', params }, CallToolResultSchema);
  };

  test('are taken if they are the text of one', async () => {
    expect((await ask('{"file_path": "a.txt"}')).isError).toBeUndefined();
  });

  test.each([null, 'a.txt', '["a.txt"]', ['a.txt'], 5])(
    '%j is refused in the words of the tool',
    async (given) => {
      const { isError, content } = await ask(given);
      expect(isError).toBe(true);
      const [block] = content;
      expect(block?.type === 'text' && block.text).toMatch(
        /^ERROR INVALID_ARGUMENT: .*(files is missing|"arguments" is not an argument)/,
      );
    },
  );
});

describe('agents', () => {
  test('are named after their program, the same for every call', async () => {
    const { client, callers } = await connect({ name: 'claude-code' });
    await client.callTool(read);
    await client.callTool(read);
    expect(callers[0]?.author).toMatch(/^claude-code-\w{4}$/);
    expect(callers[1]?.author).toBe(callers[0]?.author);
  });

  test('keep the name that they were given', async () => {
    const { client, callers } = await connect({ agentId: 'ada' });
    await client.callTool(read);
    expect(callers[0]?.author).toBe('ada');
  });

  test.each([
    ['codex-mcp-client', 9000],
    ['github-copilot-developer', 9000],
    ['claude-code', undefined],
  ])('whose program is %s are shown %s characters', async (name, chars) => {
    const { client, callers } = await connect({ name });
    await client.callTool(read);
    expect(callers[0]?.shownChars).toBe(chars);
  });

  test.each([
    ['@langchain/mcp-adapters', false],
    ['claude-code', true],
  ])('whose program is %s get the object for programs: %s', async (name, isSent) => {
    const { client } = await connect({ name });
    const result = await client.callTool(read);
    expect(result._meta !== undefined).toBe(isSent);
  });
});

describe('a call that its client gives up', () => {
  /** A store whose transactions wait, without heeding the signal, and whose reads wait for it. */
  function slowStore() {
    const store = createMemoryStore({ 'a.txt': 'one\n' });
    let proceed: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const slow: MemoryStore = {
      ...store,
      transact: async (paths, plan, options) => {
        await gate;
        return store.transact(paths, plan, { ...options, signal: new AbortController().signal });
      },
      read: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('given up'));
          });
        }),
    };
    return {
      store: slow,
      proceed: () => {
        proceed();
      },
    };
  }

  async function giveUp(call: typeof read | typeof create) {
    const slow = slowStore();
    const { client, server, sent, store } = await connect(slow);
    const controller = new AbortController();
    const answer = client.callTool(call, undefined, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(answer).rejects.toThrow('abort');
    slow.proceed();
    await server.close(1000);
    return { answers: sent.filter((message) => 'id' in message && message.id === 1), store };
  }

  test('is not answered when it has changed nothing', async () => {
    expect((await giveUp(read)).answers).toEqual([]);
  });

  test('is answered when it was too late to give it up', async () => {
    const { answers, store } = await giveUp(create);
    expect(store.bytes('n.txt')?.toString()).toBe('x\n');
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ result: { _meta: { [RESULT_KEY]: { result: 'ok' } } } });
  });
});

test('closing waits for calls that have just come in, and answers them', async () => {
  const { client, server } = await connect();
  const answer = client.callTool(create);
  await server.close(1000);
  expect((await answer)['isError'] ?? false).toBe(false);
});
