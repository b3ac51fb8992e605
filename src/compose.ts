import { type Config, UsageError } from './config.js';
import { describeError } from './core/messages/describe.js';
import { isLocklineError } from './core/errors.js';
import { nodeFs } from './store/disk/fs-port.js';
import { createDiskStore, type DiskStoreOptions, type Log } from './store/disk/store.js';
import type { OnDoubt, RecoveryReport, WorkspaceStore } from './store/store.js';
import type { CallContext, Offer } from './tools/tool.js';
import { createWorkspace } from './workspace/store-workspace.js';
import type { Workspace } from './workspace/workspace.js';

/** Who calls, for one call. */
interface Caller {
  readonly author: string;
  /** Fires when the caller gives up. */
  readonly signal: AbortSignal;
  /** Characters of a result that the caller is known to show whole. */
  readonly shownChars?: number | undefined;
}

/** The parts of one process, joined. */
export interface Composition {
  /** Absolute; none when nothing was named and the working directory is too wide to open. */
  readonly roots: readonly string[];
  readonly offer: Offer;
  readonly workspace: Workspace;
  /** What a tool gets to work with. */
  readonly contextFor: (caller: Caller) => CallContext;
  /** Undoes and removes what processes that are gone have left behind, as far as it gets. */
  readonly sweep: (signal: AbortSignal) => Promise<void>;
  /** The same, with a report. */
  readonly recover: (onDoubt: OnDoubt, signal: AbortSignal) => Promise<RecoveryReport>;
  /** Waits for commits in flight. */
  readonly close: () => Promise<void>;
}

const OUTPUT_CHARS = 24_000;

/** Joins store, workspace and tools as configured. Throws `UsageError` for a root that cannot be opened. */
export function compose(config: Config, log: Log): Composition {
  const store = openStore({ ...chooseRoots(config), ...storeOptions(config), log });
  const workspace = createWorkspace(store);
  const sets = config.tools.filter((set) => set !== 'history' || !config.noHistory);
  const offer = { sets, readOnly: config.readOnly, structured: config.structured };
  return {
    roots: workspace.roots,
    offer,
    workspace,
    contextFor: ({ author, signal, shownChars }) => ({
      workspace,
      limits: {
        maxOutputChars: config.maxOutputChars ?? shownChars ?? OUTPUT_CHARS,
        maxLineChars: config.maxLineChars,
        maxFiles: config.maxFiles,
        maxPatches: config.maxPatches,
        hashLength: config.hashLength,
      },
      offer,
      onStale: config.onStale,
      author,
      signal,
      report: (bug, reference) => {
        const stack = bug instanceof Error ? bug.stack : String(bug);
        log('error', 'a call failed because of a bug', { reference, stack });
      },
    }),
    sweep: async (signal) => {
      if (config.readOnly) return;
      const { resolved, left } = await store.recover('refuse', signal);
      if (resolved.length > 0) log('warn', 'cleaned up after a process that is gone', { resolved });
      if (left.length > 0) log('info', 'left locks as they are', { left });
    },
    recover: (onDoubt, signal) => store.recover(onDoubt, signal),
    close: () => workspace.close(),
  };
}

/** What a person is told of an expected failure; `undefined` for a bug. */
export function refusalText(error: unknown): string | undefined {
  if (!isLocklineError(error)) return undefined;
  const { message, hint } = describeError(error);
  return `${message} ${hint}`;
}

type Place = Pick<DiskStoreOptions, 'roots' | 'directory'>;

/**
 * The roots named, or else the working directory, unless it is one in which clients start servers for want
 * of a better place.
 */
function chooseRoots({ roots, home }: Config): Place {
  if (roots.length > 0) return { roots, directory: '.' };
  const directory = nodeFs.realpath('.');
  const isTop = nodeFs.realpath(`${directory}/..`) === directory;
  return { roots: isTop || directory === realHome(home) ? [] : [directory], directory };
}

function realHome(home: string | undefined): string | undefined {
  try {
    return home === undefined || home === '' ? undefined : nodeFs.realpath(home);
  } catch {
    return undefined;
  }
}

function storeOptions(config: Config): Omit<DiskStoreOptions, keyof Place | 'log'> {
  return {
    readOnly: config.readOnly,
    allowWrite: config.allowWrite,
    deny: config.deny,
    pathAliases: config.pathAlias,
    maxFileSize: config.maxFileSize,
    lockTimeoutMs: config.lockTimeout,
    staleMs: config.staleMs,
    durability: config.durability,
    allowNetworkFs: config.allowNetworkFs,
    breakHardLinks: config.breakHardLinks,
    history: config.noHistory
      ? undefined
      : { maxBytes: config.historySize, maxDays: config.historyDays },
    maxLineChars: config.maxLineChars,
    maxOutputChars: config.maxOutputChars ?? OUTPUT_CHARS,
  };
}

function openStore(options: DiskStoreOptions): WorkspaceStore {
  try {
    return createDiskStore(options);
  } catch (error) {
    const refusal = refusalText(error);
    if (refusal === undefined) throw error;
    throw new UsageError(refusal);
  }
}
