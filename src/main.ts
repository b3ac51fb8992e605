import { run } from './cli/run.js';

// Whoever read may be gone; that must not end the process in the middle of a commit.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// What was written may still wait to be taken; what else keeps the process alive no longer matters.
void run(process.argv.slice(2), process.env, process).then((code) =>
  process.stdout.write('', () => process.exit(code)),
);
