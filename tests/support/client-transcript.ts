import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Runs the commands of a transcript and gives it back with what they really print. In a transcript (Markdown
 * with `console` blocks) `$ ` begins a command, `> ` goes on with it, and what follows up to the next command
 * or fence is its output. All run in one directory, which is empty at first; `lockline` is `program`. Ids of
 * changes are made by chance: those of the transcript stand for the real ones, in commands and in output.
 * Agents without a name have the one `lockline-call-x2k1`, and what happened just now was `3 s ago`.
 */
export async function replay(markdown: string, program: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'lockline-example-'));
  const shell = { directory: join(place, 'project'), bin: join(place, 'bin'), home: place };
  mkdirSync(shell.directory);
  mkdirSync(shell.bin);
  symlinkSync(program, join(shell.bin, 'lockline'));
  try {
    let replayed = '';
    const ids = new Map<string, string>();
    for (const part of markdown.split(/^(?=\$ |```)/m)) {
      const [command] = COMMAND.exec(part) ?? [];
      if (command === undefined) {
        replayed += part;
        continue;
      }
      const printed = withoutChance(await run(withIds(command, ids), shell));
      const told = idsIn(part.slice(command.length));
      for (const [index, id] of idsIn(printed).entries()) ids.set(told[index] ?? id, id);
      replayed +=
        command + withIds(printed, new Map([...ids].map(([shown, real]) => [real, shown])));
    }
    return replayed;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const COMMAND = /^\$ .*\n(?:> .*\n)*/;

/** The ids of changes that a text tells, each once. */
function idsIn(text: string): readonly string[] {
  return [
    ...new Set(Array.from(text.matchAll(/\bchange ([a-z][0-9a-z]{7})\b/g), ([, id = '']) => id)),
  ];
}

function withIds(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\b[a-z][0-9a-z]{7}\b/g, (word) => ids.get(word) ?? word);
}

function withoutChance(text: string): string {
  return text
    .replaceAll(/\b\d+ m?s ago\b/g, '3 s ago')
    .replaceAll(/\b(lockline-[a-z]+)-[a-z0-9]{4}\b/g, '$1-x2k1');
}

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
