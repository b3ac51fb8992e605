import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Runs the commands of a transcript and gives it back with what they really print. In a transcript (Markdown
 * with `console` blocks) `$ ` begins a command, `> ` goes on with it, and what follows up to the next command
 * or fence is its output. All run in one directory, which is empty at first; `lockline` is `program`.
 */
export async function replay(markdown: string, program: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'lockline-example-'));
  const shell = { directory: join(place, 'project'), bin: join(place, 'bin'), home: place };
  mkdirSync(shell.directory);
  mkdirSync(shell.bin);
  symlinkSync(program, join(shell.bin, 'lockline'));
  try {
    let replayed = '';
    for (const part of markdown.split(/^(?=\$ |```)/m)) {
      const [command] = COMMAND.exec(part) ?? [];
      replayed += command === undefined ? part : command + (await run(command, shell));
    }
    return replayed;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const COMMAND = /^\$ .*\n(?:> .*\n)*/;

interface Shell {
  readonly directory: string;
  readonly bin: string;
  readonly home: string;
}

function run(command: string, { directory, bin, home }: Shell): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command.replaceAll(/^[$>] /gm, '')], {
      cwd: directory,
      env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    child.on('error', reject);
    child.on('close', () => {
      resolve(printed);
    });
  });
}
