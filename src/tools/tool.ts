import type * as z from 'zod';
import type { OnStale, Workspace } from '../workspace/workspace.js';

/** A value that JSON can hold. */
export type Json =
  string | number | boolean | readonly Json[] | { readonly [key: string]: Json | undefined };

/** What a tool does to files; the annotations of MCP are derived from it. */
export type Effect = 'read' | 'create' | 'edit';

/** Groups of tools that `--tools` switches on. */
export type ToolSet = 'lines' | 'search' | 'text' | 'history';

/** Bounds and switches of the server, as configured. */
export interface Limits {
  readonly maxOutputChars: number;
  readonly maxLineChars: number;
  readonly maxFiles: number;
  readonly maxPatches: number;
  /** Hex digits of a hash in texts, 16 to 64. */
  readonly hashLength: number;
}

/** Which tools a server offers, and in which form; the others are not listed and refuse to run. */
export interface Offer {
  readonly sets: readonly ToolSet[];
  /** Leaves out every tool that changes files. */
  readonly readOnly: boolean;
  /** Whether results come as objects too, so that each tool is listed with the schema of its results. */
  readonly structured: boolean;
}

/** What one call has at its disposal, whatever tool it names. */
export interface CallContext {
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly offer: Offer;
  /** What becomes of a change with a stale hash, where the call does not say it. */
  readonly onStale: OnStale;
  /** Name of the agent that calls. */
  readonly author: string;
  /** Fires when the caller gives up. */
  readonly signal: AbortSignal;
  /** Takes how much of a long call is done; absent where nobody asked for it. */
  readonly progress?: ((done: number) => void) | undefined;
  /** Logs a bug under the reference that the caller is told; the caller sees nothing else of it. */
  report(bug: unknown, reference: string): void;
}

/** What a tool may use; there is nothing else. */
export interface ToolContext extends CallContext {
  /** Name of the tool that runs. */
  readonly tool: string;
}

/** What a caller gets: one text made for a model, and the same facts as an object for programs. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly result: { readonly [key: string]: Json | undefined };
}

/** A need, as it stands after `for`, and the tool that meets it better than the one described. */
type Instead = readonly [need: string, tool: string];

/** A tool as a plain object. Everything else about it (wire schema, annotations, reference, CLI) is derived. */
export interface Tool<Input> {
  readonly name: string;
  readonly title: string;
  /** What it does, in sentences. */
  readonly does: string;
  /** What it does not do, or not so well; told where the other tool is offered too. */
  readonly instead: readonly Instead[];
  /** What it returns and refuses, and whether it can be undone, in sentences. */
  readonly outcome: string;
  readonly set: ToolSet;
  readonly effect: Effect;
  readonly input: z.ZodType<Input>;
  /** The list in the input whose only item may be given by its fields, without the list. */
  readonly lone?: string;
  run(input: Input, context: ToolContext): Promise<ToolAnswer>;
}
