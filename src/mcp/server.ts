import { setImmediate as nextTurn } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { callTool, listTools } from '../tools/index.js';
import type { Offer, ToolAnswer, ToolContext } from '../tools/tool.js';
import { nameAgent } from './agent.js';
import { createInFlight } from './in-flight.js';
import { instructionsFor } from './instructions.js';

/** Who calls, and how. */
export interface Caller {
  readonly author: string;
  /** Fires when the caller gives up. */
  readonly signal: AbortSignal;
  /** Characters of a result that the caller's program shows whole; absent when it is not known to cut. */
  readonly shownChars: number | undefined;
}

export interface ServerOptions {
  readonly version: string;
  /** Absolute; none when nothing was named. */
  readonly roots: readonly string[];
  readonly offer: Offer;
  /** The agent's name, if it was given one. */
  readonly agentId: string | undefined;
  readonly contextFor: (caller: Caller) => ToolContext;
  readonly onError: (error: Error) => void;
}

/** A server for one client. */
export interface LocklineServer {
  /** Begins to answer what comes over the transport. */
  connect(transport: Transport): Promise<void>;
  /** Gives calls in flight `graceMs` to end, then tells them to give up; ends when all are answered. */
  close(graceMs: number): Promise<void>;
}

/** Where programs find the facts that the text tells a model. */
export const RESULT_KEY = 'dev.lockline/result';

/** Programs that cut the middle out of results over 10 KB, by the names that they give themselves. */
const MIDDLE_CUTTERS: ReadonlySet<string> = new Set([
  'codex-mcp-client',
  'github-copilot-developer',
]);
const MIDDLE_CUTTERS_SHOW = 9000;

/** Speaks MCP for the tools, to one client. */
export function createServer(options: ServerOptions): LocklineServer {
  const { version, roots, offer, contextFor } = options;
  // Only its low-level part: schemas, refusals and texts are the tools' own.
  const { server } = new McpServer(
    { name: 'lockline', title: 'Lockline', version },
    { instructions: instructionsFor({ roots, readOnly: offer.readOnly }) },
  );
  server.registerCapabilities({ tools: {} });
  const tools = [...listTools(offer)];
  const inFlight = createInFlight();
  let agent = options.agentId;

  server.onerror = options.onError;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
    const program = server.getClientVersion()?.name ?? '';
    const author = (agent ??= nameAgent(program));
    const shownChars = MIDDLE_CUTTERS.has(program) ? MIDDLE_CUTTERS_SHOW : undefined;
    const answer = await inFlight.run(signal, (givenUp) =>
      callTool(
        params.name,
        params.arguments ?? {},
        contextFor({ author, signal: givenUp, shownChars }),
      ),
    );
    const result = toResult(answer, offer);
    if (signal.aborted && answer.result['result'] === 'ok') {
      // The SDK drops the answer of a cancelled call, but this one had passed the point of no return.
      await server.transport?.send({ jsonrpc: '2.0', id: requestId, result });
    }
    return result;
  });

  return {
    connect: (transport) => server.connect(transport),
    async close(graceMs) {
      // Calls that have come in begin within this turn, and answers go out within that of their result.
      await nextTurn();
      await inFlight.drain(graceMs);
      await nextTurn();
      await server.close();
    },
  };
}

function toResult({ isError, text, result }: ToolAnswer, { structured }: Offer): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    _meta: { [RESULT_KEY]: result },
    ...(isError && { isError }),
    ...(structured && { structuredContent: result }),
  };
}
