import { run } from './cli/run.js';

const OLDEST_NODE = 20;

async function main(): Promise<number> {
  const { node } = process.versions;
  if (Number.parseInt(node) >= OLDEST_NODE) return run(process.argv.slice(2), process.env, process);
  process.stderr.write(
    `lockline: needs Node.js ${OLDEST_NODE} or newer, and this is ${node} (${process.execPath}). Get one from https://nodejs.org, and name it where the server is configured.\n`,
  );
  return 1;
}

// Whoever read may be gone; that must not end the process in the middle of a commit.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// What was written may still wait to be taken; what else keeps the process alive no longer matters.
void main().then((code) => process.stdout.write('', () => process.exit(code)));
