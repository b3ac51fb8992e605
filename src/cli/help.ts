import { optionRows, type OptionRow } from '../config.js';

const USAGE = `Usage:
  lockline [options] [ROOT ...]                  serve MCP over stdio
  lockline --http [HOST:]PORT [ROOT ...]         serve MCP over HTTP, for agents on other machines too
  lockline call [options] TOOL JSON [ROOT ...]   run one tool and print its text; exit 0 done, 1 refused
                                                 JSON may be -, for standard input
  lockline tools                                 print the reference of the tools (Markdown)

ROOT is a directory to work in, by default the working directory. Nothing outside the roots is seen.`;

const ENVIRONMENT = `Each option is also an environment variable: --lock-timeout 5 is LOCKLINE_LOCK_TIMEOUT=5. Lists are then
separated by ";", LOCKLINE_ROOTS as PATH is. Options marked * may be repeated. SIZE takes K, M and G.`;

/** The text of `--help`. */
export function helpText(): string {
  const rows = optionRows.map((row) => ({ form: formOf(row), help: explain(row) }));
  const width = Math.max(...rows.map(({ form }) => form.length));
  const options = rows.map(({ form, help }) => `  ${form.padEnd(width)}  ${help}`);
  return `${USAGE}\n\nOptions:\n${options.join('\n')}\n\n${ENVIRONMENT}\n`;
}

function formOf({ flag, value, list }: OptionRow): string {
  return `${flag}${value === undefined ? '' : ` ${value}`}${list === undefined ? '' : ' *'}`;
}

function explain({ help, initial }: OptionRow): string {
  return initial === undefined ? help : `${help} Default: ${initial}.`;
}

/** What a person reads who starts the server in a terminal, where no client talks to it. */
export function greeting(version: string): string {
  return `lockline ${version}: an MCP server. It waits for a client on standard input; end it with Ctrl-C.
To add it to Claude Code:  claude mcp add lockline -- npx -y lockline /path/to/project
Other clients:             {"mcpServers": {"lockline": {"command": "npx", "args": ["-y", "lockline", "/path/to/project"]}}}
To try a tool here:        lockline call get_text_file_contents '{"files": [{"file_path": "README.md"}]}'
All options:               lockline --help
`;
}
