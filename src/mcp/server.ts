import { setImmediate as nextTurn } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { unreachable } from '../core/unreachable.js';
import { isRecord } from '../tools/arguments/record.js';
import type { CallContext, Offer, ToolAnswer } from '../tools/tool.js';
import { nameAgent } from './agent.js';
import { createInFlight } from './in-flight.js';
import { instructionsFor } from './instructions.js';
import { createProgress } from './progress.js';

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
  readonly contextFor: (caller: Caller) => CallContext;
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

/** Programs that hand their model `_meta` along with the text, so that it would read all facts twice. */
const META_SHOWERS: ReadonlySet<string> = new Set(['@langchain/mcp-adapters']);

/** Arguments that are no object are for the tools to refuse: the SDK would do it in the words of a schema. */
const ToolCallSchema = CallToolRequestSchema.extend({
  params: CallToolRequestSchema.shape.params.extend({
    arguments: CallToolRequestSchema.shape.params.shape.arguments.catch(({ input }) =>
      toArguments(input),
    ),
  }),
});

/** Some clients send `null` where there are none, or the text of the object. */
function toArguments(given: unknown): Record<string, unknown> {
  const object = given === null ? {} : typeof given === 'string' ? parsed(given) : given;
  return isRecord(object) ? { ...object } : { arguments: given };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Speaks MCP for the tools, to one client. */
export function createServer(options: ServerOptions): LocklineServer {
  const { offer, contextFor } = options;
  const server = createSdkServer(options);
  const inFlight = createInFlight();
  let agent = options.agentId;

  server.onerror = options.onError;
  server.oninitialized = () => {
    // Who calls first is told if it fails.
    loadTools().catch(() => undefined);
  };
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { listTools } = await loadTools();
    return { tools: [...listTools(offer)] };
  });
  server.setRequestHandler(ToolCallSchema, async ({ params }, extra) => {
    const { signal, requestId } = extra;
    const program = server.getClientVersion()?.name ?? '';
    const author = (agent ??= nameAgent(program));
    const shownChars = MIDDLE_CUTTERS.has(program) ? MIDDLE_CUTTERS_SHOW : undefined;
    const answer = await inFlight.run(signal, async (givenUp) => {
      const { callTool } = await loadTools();
      const context = contextFor({ author, signal: givenUp, shownChars });
      const progress = createProgress(extra._meta?.progressToken, extra.sendNotification);
      return callTool(params.name, params.arguments ?? {}, { ...context, progress });
    });
    const result = toResult(answer, offer, program);
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

/** Only the low-level part of the SDK: schemas, refusals and texts are the tools' own. */
function createSdkServer({ version, roots, offer }: ServerOptions): Server {
  return new Server(
    { name: 'lockline', title: 'Lockline', version },
    {
      capabilities: { tools: {} },
      instructions: instructionsFor({
        roots,
        readOnly: offer.readOnly,
        hasLines: offer.sets.includes('lines'),
      }),
      // For answers to questions that a server asks its client; this one asks none.
      jsonSchemaValidator: { getValidator: () => unreachable('the client is asked nothing') },
    },
  );
}

/** Their schemas take as long to make as all else, so they wait until the client has its first answer. */
function loadTools() {
  return import('../tools/index.js');
}

function toResult(
  { isError, text, result }: ToolAnswer,
  { structured }: Offer,
  program: string,
): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    ...(!META_SHOWERS.has(program) && { _meta: { [RESULT_KEY]: result } }),
    ...(isError && { isError }),
    ...(structured && { structuredContent: result }),
  };
}
