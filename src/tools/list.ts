import { shapeOf, wireSchema } from './shape.js';
import type { WireSchema } from './shape.js';
import type { Effect, Offer, Tool } from './tool.js';

/** A tool as clients see it in `tools/list`. */
export interface WireTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: WireSchema & { readonly type: 'object' };
  readonly outputSchema?: WireSchema & { readonly type: 'object' };
  readonly annotations: Annotations;
  readonly _meta?: { readonly [key: string]: number };
}

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Without this, Claude Code puts long lines of a file into another file and shows its path instead. */
const RESULT_SIZE = { 'anthropic/maxResultSizeChars': 500_000 };

/** The tools that are offered, in the order of the registry. */
export function offered<T extends Pick<Tool<unknown>, 'set' | 'effect'>>(
  tools: readonly T[],
  { sets, readOnly }: Pick<Offer, 'sets' | 'readOnly'>,
): readonly T[] {
  return tools.filter(({ set, effect }) => sets.includes(set) && (!readOnly || effect === 'read'));
}

/** Which tools there are beside one, and in which form it is to be told. */
interface Listing extends Pick<Offer, 'structured' | 'sets'> {
  /** Of all tools that are offered. */
  readonly names: readonly string[];
}

/** A tool in the form of `tools/list`, all of it derived from the tool itself. */
export function wireTool(tool: Tool<unknown>, { structured, sets, names }: Listing): WireTool {
  const { name, title, input, effect, set } = tool;
  return {
    name,
    title,
    description: describeTool(tool, names),
    inputSchema: { ...wireSchema(shapeOf(input), sets), type: 'object' },
    ...(structured && { outputSchema: OUTPUT }),
    annotations: annotations(effect),
    ...(effect === 'read' && set === 'lines' && { _meta: RESULT_SIZE }),
  };
}

/** No tool is named that is not offered: a model would call it. */
function describeTool({ does, instead, outcome }: Tool<unknown>, names: readonly string[]): string {
  const known = instead.filter(([, tool]) => names.includes(tool));
  const pointers = known.map(([need, tool]) => `${need}: ${tool}`).join('; ');
  return [does, ...(pointers === '' ? [] : [`For ${pointers}.`]), outcome].join(' ');
}

function annotations(effect: Effect): Annotations {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'edit',
    idempotentHint: effect === 'read',
    openWorldHint: false,
  };
}

/**
 * What results have in common. Nothing is required, and more may come: some clients throw away an error
 * whose object does not fit the schema of the tool.
 */
const OUTPUT: WireSchema & { readonly type: 'object' } = {
  type: 'object',
  properties: {
    result: { type: 'string', description: 'ok or error; absent for a read' },
    files: { type: 'array', items: { type: 'object' } },
    code: { type: 'string', description: 'Of an error' },
    message: { type: 'string' },
    hint: { type: 'string' },
    conflicts: { type: 'array', items: { type: 'object' } },
  },
};
