import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStore } from '../../src/store/disk/store.js';
import { callTool } from '../../src/tools/index.js';
import type { ToolAnswer } from '../../src/tools/tool.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { LIMITS } from './desk.js';

/** The tools over a real directory, which has another one beside it that no root holds. */
export interface DiskDesk {
  readonly root: string;
  readonly outside: string;
  call(tool: string, args: unknown): Promise<ToolAnswer>;
  remove(): Promise<void>;
}

export function createDiskDesk(): DiskDesk {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'lockline-case-')));
  const root = join(top, 'root');
  const outside = join(top, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  const { maxLineChars, maxOutputChars } = LIMITS;
  const workspace = createWorkspace(
    createDiskStore({
      roots: [root],
      directory: root,
      readOnly: false,
      allowWrite: [],
      deny: [],
      pathAliases: [],
      maxFileSize: 64 * 1024 * 1024,
      lockTimeoutMs: 15_000,
      staleMs: 10_000,
      durability: 'none',
      allowNetworkFs: false,
      breakHardLinks: false,
      history: { maxBytes: 2 ** 28, maxDays: 30 },
      maxLineChars,
      maxOutputChars,
      log: () => undefined,
    }),
  );
  const context = {
    workspace,
    limits: LIMITS,
    offer: {
      sets: ['lines', 'search', 'text', 'history'] as const,
      readOnly: false,
      structured: false,
    },
    onStale: 'own' as const,
    author: 'tester',
    signal: new AbortController().signal,
    report: (bug: unknown) => {
      throw bug;
    },
  };
  return {
    root,
    outside,
    call: (tool, args) => callTool(tool, args, context),
    remove: async () => {
      await workspace.close();
      rmSync(top, { recursive: true, force: true });
    },
  };
}
