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

ROOT is a directory to work in, by default the working directory. Nothing outside the roots is seen.

To try it:              lockline call list_directory '{}'
To add it to a client:  claude mcp add lockline -- npx -y lockline .
Other clients, guides:  https://github.com/lockline/lockline`;

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

/** What a greeting tells. */
interface Start {
  readonly version: string;
  readonly roots: readonly string[];
  /** Where the program lies, as it was started. */
  readonly script: string;
}

/** What a person reads who starts the server in a terminal, where no client talks to it. */
export function greeting({ version, roots, script }: Start): string {
  const [root = ''] = roots;
  const path = isPlain(root) ? root : SOME_ROOT;
  const words = wordsToStart(script);
  const again = words.join(' ');
  const [command, ...args] = [...words, path];
  const entry = { mcpServers: { lockline: { command, args } } };
  return `lockline ${version}: an MCP server. It waits for a client on standard input; end it with Ctrl-C.
What it may see:           ${roots.length === 0 ? `nothing, for this directory is too wide. Name one: ${again} ${path}` : roots.join(', ')}
To add it to Claude Code:  claude mcp add lockline -- ${again} ${path}
Other clients:             ${JSON.stringify(entry)}
To try a tool here:        ${again} call list_directory '{}' ${path}
All options:               ${again} --help
`;
}

const SOME_ROOT = '/path/to/project';

/** What starts it again: npx fetched it, npm installed it as a command, or it lies in a clone. */
function wordsToStart(script: string): readonly string[] {
  if (/[\\/]_npx[\\/]/.test(script)) return ['npx', '-y', 'lockline'];
  if (/[\\/]node_modules[\\/]/.test(script) || !script.endsWith('.js')) return ['lockline'];
  return ['node', isPlain(script) ? script : '/path/to/lockline/dist/lockline.js'];
}

/** Whether a shell and JSON take the path as it is. */
function isPlain(path: string): boolean {
  return /^[\w./@+-]+$/.test(path);
}
