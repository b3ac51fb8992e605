import { optionRows, type OptionRow } from '../config.js';

const USAGE = `Usage:
  lockline [options] [ROOT ...]                  serve MCP over stdio
  lockline --http [HOST:]PORT [ROOT ...]         serve MCP over HTTP, for agents on other machines too
  lockline call [options] TOOL JSON [ROOT ...]   run one tool and print its text; exit 0 done, 1 refused
                                                 JSON may be -, for standard input
  lockline tools                                 print the reference of the tools (Markdown)
  lockline log [options] [FILE [ROOT ...]]       print who changed what, with diffs
  lockline undo [options] CHANGE_ID [ROOT ...]   take one change back; exit 0 done, 1 refused
  lockline recover [options] ROOT ...            undo what a crash left half done; exit 0 done, 1 if not all

ROOT is a directory to work in, by default the working directory. Nothing outside the roots is seen.`;

const ENVIRONMENT = `Each option is also an environment variable: --lock-timeout 5 is LOCKLINE_LOCK_TIMEOUT=5. Lists are then
separated by ";", LOCKLINE_ROOTS as PATH is. Options marked * may be repeated. SIZE takes K, M and G.`;

/** Characters of a line of the help, so that a terminal need not break it. */
const LINE_CHARS = 120;

/** The text of `--help`. */
export function helpText(): string {
  const rows = optionRows.map((row) => ({ form: formOf(row), help: explain(row) }));
  const width = Math.max(...rows.map(({ form }) => form.length)) + 4;
  const options = rows.map(({ form, help }) => `  ${form}`.padEnd(width) + wrap(help, width));
  return `${USAGE}\n\nOptions:\n${options.join('\n')}\n\n${ENVIRONMENT}\n`;
}

function formOf({ flag, value, list }: OptionRow): string {
  return `${flag}${value === undefined ? '' : ` ${value}`}${list === undefined ? '' : ' *'}`;
}

function explain({ help, initial }: OptionRow): string {
  return initial === undefined ? help : `${help} Default: ${initial}.`;
}

/** Breaks a text at blanks into lines that begin at the column of its first. */
function wrap(text: string, column: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.pop() ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    lines.push(...(column + longer.length > LINE_CHARS ? [last, word] : [longer]));
  }
  return lines.join(`\n${' '.repeat(column)}`);
}

/** What a person reads who starts the server in a terminal, where no client talks to it. */
export function greeting(version: string, roots: readonly string[]): string {
  const [root] = roots;
  const path = root !== undefined && isPlain(root) ? root : '/path/to/project';
  const entry = { mcpServers: { lockline: { command: 'npx', args: ['-y', 'lockline', path] } } };
  return `lockline ${version}: an MCP server. It waits for a client on standard input; end it with Ctrl-C.
What it may see:           ${roots.length === 0 ? NOTHING_SEEN : roots.join(', ')}
To add it to Claude Code:  claude mcp add lockline -- npx -y lockline ${path}
Other clients:             ${JSON.stringify(entry)}
To try a tool here:        lockline call list_directory '{}' ${path}
All options:               lockline --help
`;
}

const NOTHING_SEEN = 'nothing, for this directory is too wide. Name one: lockline /path/to/project';

/** Whether a shell and JSON take the path as it is. */
function isPlain(path: string): boolean {
  return /^[\w./@+-]+$/.test(path);
}
