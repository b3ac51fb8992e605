import { afterEach } from '@jest/globals';
import { type HttpOptions, type HttpService, serveHttp } from '../../src/mcp/http/http.js';
import { noTokens } from '../../src/mcp/http/tokens.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { WorkspaceStore } from '../../src/store/store.js';
import { callTool } from '../../src/tools/index.js';
import type { CallContext, ToolAnswer } from '../../src/tools/tool.js';
import { createView } from '../../src/view/view.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';

const OFFER = { sets: ['lines', 'text', 'history'] as const, readOnly: false, structured: false };
const LIMITS = {
  maxOutputChars: 24_000,
  maxLineChars: 2000,
  maxFiles: 64,
  maxPatches: 100,
  hashLength: 16,
};

/** A service over HTTP in this process, over files in memory. */
export interface TestService extends HttpService {
  /** Who has called, in order. */
  readonly authors: readonly string[];
  /** Calls a tool without HTTP, as an agent of this service. */
  call(author: string, tool: string, args: object): Promise<ToolAnswer>;
}

const running = new Set<HttpService>();

/** Ends what a test has started. */
export function endServicesAfterEach(): void {
  afterEach(async () => {
    for (const service of running) await service.close(0);
    running.clear();
  });
}

export async function startService(
  options: Partial<HttpOptions> = {},
  store: WorkspaceStore = createMemoryStore({ 'a.txt': 'one\ntwo\n' }),
): Promise<TestService> {
  const workspace = createWorkspace(store);
  const view = createView(workspace, { everyMs: 20 });
  const authors: string[] = [];
  const contextFor = (author: string, signal: AbortSignal): CallContext => ({
    workspace: view.workspaceOf(author),
    limits: LIMITS,
    offer: OFFER,
    onStale: 'own',
    author,
    signal,
    report: () => undefined,
  });
  const service = await serveHttp({
    address: { host: '127.0.0.1', port: 0 },
    allowHosts: [],
    allowOrigins: [],
    tokens: noTokens,
    maxBody: 1 << 20,
    version: '1.2.3',
    roots: workspace.roots,
    offer: OFFER,
    agentId: undefined,
    contextFor: ({ author, signal }) => {
      authors.push(author);
      return contextFor(author, signal);
    },
    view,
    hasHistory: true,
    beatMs: 50,
    onError: () => undefined,
    ...options,
  });
  running.add(service);
  return {
    url: service.url,
    close: async (graceMs) => {
      running.delete(service);
      await service.close(graceMs);
    },
    authors,
    call: (author, tool, args) =>
      callTool(tool, args, contextFor(author, new AbortController().signal)),
  };
}
