import type { Config } from '../config.js';
import { listTools } from '../tools/index.js';
import type { WireTool } from '../tools/list.js';
import type { WireSchema } from '../tools/shape.js';

/** The reference of all tools that are offered, as Markdown. */
export function toolReference({ tools, readOnly, structured }: Config): string {
  return listTools({ sets: tools, readOnly, structured }).map(describe).join('\n');
}

function describe({ name, title, description, inputSchema, annotations }: WireTool): string {
  const rows = argumentRows(inputSchema, '').map((row) => `| ${row.map(asCell).join(' | ')} |`);
  return `### \`${name}\`

**${title}** (${effectText(annotations)}). ${description}

| argument | type | meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function effectText({ readOnlyHint, destructiveHint }: WireTool['annotations']): string {
  if (readOnlyHint) return 'reads';
  return destructiveHint ? 'changes files' : 'adds files';
}

/** Name, type and meaning of each argument; what is in lists and objects follows its holder. */
function argumentRows(schema: WireSchema, prefix: string): readonly (readonly string[])[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const mark = required.has(name) ? '' : '?';
    const row = [`\`${path}${mark}\``, typeText(field), meaningText(field)];
    const inner = field.items ?? field;
    const deeper = `${path}${field.items === undefined ? '' : '[]'}.`;
    return [row, ...argumentRows(inner, deeper)];
  });
}

function typeText({ type, items, enum: choices }: WireSchema): string {
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  return items === undefined ? String(type) : `${typeText(items)}[]`;
}

function meaningText({ description = '', default: initial }: WireSchema): string {
  if (initial === undefined) return description;
  return `${description === '' ? '' : `${description}. `}Default: \`${String(initial)}\``;
}

function asCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
