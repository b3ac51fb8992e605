import { run } from '../../src/cli/run.js';

export interface TerminalOptions {
  /** Whether standard output is a terminal that shows colours. */
  readonly isColoured?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process and gives what it printed. */
export async function runCommand(
  argv: readonly string[],
  { isColoured = false, env = {} }: TerminalOptions = {},
): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof printed) =>
    Object.assign(Object.create(process.stdout), {
      isTTY: isColoured,
      hasColors: () => isColoured && env['NO_COLOR'] === undefined,
      write: (text: string) => {
        printed[name] += text;
        return true;
      },
    }) as NodeJS.WriteStream;
  const streams = { stdin: process.stdin, stdout: stream('stdout'), stderr: stream('stderr') };
  const code = await run(argv, env, streams);
  return { code, ...printed };
}
