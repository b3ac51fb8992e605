// What the command runs: the bundle beside it, with the code that V8 made of it when it was built.
// A V8 that is not the same rejects that code and compiles the text, as all do where there is none.
'use strict';

const OLDEST_NODE = 20;

const { node } = process.versions;
if (Number.parseInt(node, 10) >= OLDEST_NODE) start();
else refuse();

function start() {
  const { readFileSync } = require('node:fs');
  const { wrap } = require('node:module');
  const path = require('node:path');
  const { Script } = require('node:vm');

  const filename = path.join(__dirname, 'server.js');
  const source = readFileSync(filename);
  const cachedData = builtCode(source);
  const script = new Script(wrap(source.toString('latin1')), {
    filename,
    ...(cachedData && { cachedData }),
  });
  script.runInThisContext()(exports, require, module, filename, __dirname);
}

/**
 * The code, if it is whole and was made of this very source: it begins with the hash of both. V8 itself
 * would believe code that is damaged.
 */
function builtCode(source) {
  const { createHash } = require('node:crypto');
  const { readFileSync } = require('node:fs');
  try {
    const file = readFileSync(`${__dirname}/server.cache`);
    const [hash, code] = [file.subarray(0, 64).toString('latin1'), file.subarray(64)];
    const digest = createHash('sha256').update(source).update(code).digest('hex');
    return digest === hash ? code : undefined;
  } catch {
    return undefined;
  }
}

/** An old Node could not even parse the bundle, and its user would read that instead. */
function refuse() {
  process.stderr.write(
    `lockline: needs Node.js ${OLDEST_NODE} or newer, and this is ${node} (${process.execPath}). Get one from https://nodejs.org, and name it where the server is configured.\n`,
  );
  process.exitCode = 1;
}
