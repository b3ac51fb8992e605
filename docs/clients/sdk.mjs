import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'my-agent', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({ command: 'npx', args: ['-y', 'lockline', '/path/to/project'] }),
);
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join('\n'));
await client.close();
