// What the command runs: the bundle beside it, with the code that V8 made of it when it was built.
// A V8 that is not the same rejects that code and compiles the text, as all do where there is none.
'use strict';
const { readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

const filename = path.join(__dirname, 'server.js');
const source = readFileSync(filename, 'latin1');
const cachedData = builtCode();
const script = new Script(wrap(source), { filename, ...(cachedData && { cachedData }) });
script.runInThisContext()(exports, require, module, filename, __dirname);

/** The code, if it was made of this very source: both begin with the same line. */
function builtCode() {
  try {
    const code = readFileSync(path.join(__dirname, 'server.cache'));
    const mark = code.toString('latin1', 0, code.indexOf('\n') + 1);
    return source.startsWith(mark) ? code.subarray(mark.length) : undefined;
  } catch {
    return undefined;
  }
}
