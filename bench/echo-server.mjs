// The least that a server on the official SDK can do: it answers every call with the same text.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const text = 'x'.repeat(Number(process.argv[2]));
const server = new Server({ name: 'echo', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text', text }] }));
await server.connect(new StdioServerTransport());
