// How to drive each client of others, for clients.mjs. `open` starts a client on the server and gives
// what it can do: `tools` lists names, `call` gives the text that the client would hand to its model. A
// command that only shakes hands gives `handshake` instead. `at.load` imports a package of the client,
// `at.run` runs one of its commands in the project; both know nothing of what Lockline itself installs.

const IDENTITY = { name: 'lockline-clients', version: '1' };
const textOf = ({ content }) => content.map(({ text }) => text).join('\n');

/** A client of one of the SDKs, whose results a program hands on as it likes. */
function sdk(client) {
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => textOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

async function openV1({ load, server }) {
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
  const client = new Client(IDENTITY);
  await client.connect(new StdioClientTransport(server));
  return sdk(client);
}

async function openV2({ load, server }) {
  const { Client } = await load('@modelcontextprotocol/client');
  const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
  const client = new Client(IDENTITY, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport(server));
  return sdk(client);
}

/** The message of the tool, as the adapters hand it to a chat model. */
async function openLangChain({ load, server }) {
  const { MultiServerMCPClient } = await load('@langchain/mcp-adapters');
  const mcpServers = { lockline: { transport: 'stdio', ...server } };
  const client = new MultiServerMCPClient({ mcpServers });
  const tools = await client.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    async call(name, args) {
      const tool = tools.find((candidate) => candidate.name === name);
      const call = { type: 'tool_call', id: 'call-1', name, args };
      // An agent hands the message of a failure to the model.
      const message = await tool.invoke(call).catch((error) => ({ content: error.message }));
      return typeof message.content === 'string'
        ? message.content
        : JSON.stringify(message.content);
    },
    close: () => client.close(),
  };
}

async function openAiSdk({ load, server }) {
  const module = await load('@ai-sdk/mcp');
  const create = module.createMCPClient ?? module.experimental_createMCPClient;
  const stdio = await load('@ai-sdk/mcp/mcp-stdio');
  const Transport = stdio.StdioMCPTransport ?? stdio.Experimental_StdioMCPTransport;
  const client = await create({ transport: new Transport(server) });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    async call(name, args) {
      const output = await tools[name].execute(args, { toolCallId: 'call-1', messages: [] });
      const { value } = await tools[name].toModelOutput({ output });
      return value.map(({ text }) => text).join('\n');
    },
    close: () => client.close(),
  };
}

async function openOpenAiAgents({ load, server }) {
  const { MCPServerStdio, RunContext, getAllMcpTools } = await load('@openai/agents');
  const { command, args, env, cwd } = server;
  const mcp = new MCPServerStdio({ name: 'lockline', command, args, env, cwd });
  await mcp.connect();
  const tools = await getAllMcpTools([mcp]);
  return {
    tools: async () => tools.map(({ name }) => name),
    async call(name, args) {
      const tool = tools.find((candidate) => candidate.name === name);
      const output = await tool.invoke(new RunContext(), JSON.stringify(args));
      return output.text ?? output;
    },
    close: () => mcp.close(),
  };
}

/** One server for each command, as somebody would try a server in a terminal. */
async function openInspector({ run, server }) {
  const cli = ['mcp-inspector', '--cli', server.command, ...server.args, '--method'];
  const inspect = (...words) => JSON.parse(run([...cli, ...words]).stdout);
  return {
    tools: async () => inspect('tools/list').tools.map(({ name }) => name),
    async call(name, args) {
      const given = Object.entries(args).flatMap(([key, value]) => [
        '--tool-arg',
        `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ]);
      return textOf(inspect('tools/call', '--tool-name', name, ...given));
    },
    close: () => undefined,
  };
}

async function openMcpc({ run, server, write }) {
  const config = write('mcpc.json', { mcpServers: { lockline: server } });
  run(['mcpc', 'connect', `${config}:lockline`, '@lockline']);
  const mcpc = (...words) => JSON.parse(run(['mcpc', '--json', '@lockline', ...words]).stdout);
  return {
    tools: async () => mcpc('tools-list').map(({ name }) => name),
    call: async (name, args) => textOf(mcpc('tools-call', name, JSON.stringify(args))),
    close: () => run(['mcpc', 'close', '@lockline']),
  };
}

async function openClaude({ run, server }) {
  run(['claude', 'mcp', 'add', 'lockline', '--', server.command, ...server.args]);
  return { handshake: () => run(['claude', 'mcp', 'list']) };
}

async function openGemini({ run, server }) {
  run(['gemini', 'mcp', 'add', 'lockline', server.command, ...server.args]);
  return { handshake: () => run(['gemini', 'mcp', 'list']) };
}

/** Each client, with the packages to install; the first of them names it and its version. */
export const drivers = [
  { name: 'MCP SDK v1', packages: ['@modelcontextprotocol/sdk'], open: openV1 },
  {
    name: 'MCP SDK v2',
    packages: ['@modelcontextprotocol/client'],
    open: openV2,
    note: 'asks for the newest protocol first, then takes the older one',
  },
  {
    name: 'MCP Inspector',
    packages: ['@modelcontextprotocol/inspector'],
    open: openInspector,
    note: 'the command line; a server for each command',
  },
  {
    name: 'LangChain',
    packages: ['@langchain/mcp-adapters', '@langchain/core'],
    open: openLangChain,
    note: 'a refusal is an exception whose message ends with the text',
  },
  { name: 'AI SDK', packages: ['@ai-sdk/mcp', 'zod'], open: openAiSdk },
  {
    name: 'OpenAI Agents',
    packages: ['@openai/agents', 'zod'],
    open: openOpenAiAgents,
    note: 'does not tell its model that a result is an error; the text does',
  },
  { name: 'mcpc', packages: ['@apify/mcpc'], open: openMcpc },
  { name: 'Claude Code', packages: ['@anthropic-ai/claude-code'], open: openClaude },
  { name: 'Gemini CLI', packages: ['@google/gemini-cli'], open: openGemini },
];
