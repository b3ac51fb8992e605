// What the command runs: the bundle beside it, with the code that V8 made of it when it was built.
// A V8 that is not the same rejects that code and compiles the text, as all do where there is none.
'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

const filename = path.join(__dirname, 'server.js');
const source = readFileSync(filename);
const cachedData = builtCode();
const script = new Script(wrap(source.toString('latin1')), {
  filename,
  ...(cachedData && { cachedData }),
});
script.runInThisContext()(exports, require, module, filename, __dirname);

/**
 * The code, if it is whole and was made of this very source: it begins with the hash of both. V8 itself
 * would believe code that is damaged.
 */
function builtCode() {
  try {
    const file = readFileSync(path.join(__dirname, 'server.cache'));
    const [hash, code] = [file.subarray(0, 64).toString('latin1'), file.subarray(64)];
    const digest = createHash('sha256').update(source).update(code).digest('hex');
    return digest === hash ? code : undefined;
  } catch {
    return undefined;
  }
}
