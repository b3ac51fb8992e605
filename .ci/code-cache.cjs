// Runs the bundle as a client would use it and writes the code that V8 made of it meanwhile:
// node code-cache.cjs BUNDLE CACHE FOLDER. FOLDER is the root of the server that is run. The launcher
// says what is in CACHE.
'use strict';
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const path = require('node:path');
const readline = require('node:readline');
const { PassThrough } = require('node:stream');
const { Script } = require('node:vm');

const [bundle, cache, folder] = process.argv.slice(2);
const source = readFileSync(bundle);
const script = new Script(wrap(source.toString('latin1')), { filename: bundle });

const stdin = new PassThrough();
const stdout = new PassThrough();
Object.defineProperty(process, 'stdin', { value: stdin });
Object.defineProperty(process, 'stdout', { value: stdout });
process.argv = [process.execPath, bundle, folder];
script.runInThisContext()({}, createRequire(bundle), {}, bundle, path.dirname(bundle));

const answers = readline.createInterface({ input: stdout })[Symbol.asyncIterator]();

async function ask(method, params) {
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`);
  const { value } = await answers.next();
  const { result, error } = JSON.parse(value);
  if (!result || result.isError) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`);
  return result;
}

async function call(name, args) {
  const { _meta } = await ask('tools/call', { name, arguments: args });
  return _meta['dev.lockline/result'].files[0];
}

async function work() {
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'build', version: '1' },
  });
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  await ask('tools/list', {});
  const file_path = 'a.txt';
  await call('create_text_file', { file_path, contents: 'one\ntwo\nthree\n' });
  const { file_hash } = await call('get_text_file_contents', {
    files: [{ file_path, ranges: [{ start: 1, end: 2 }] }],
  });
  const patches = [{ start: 2, end: 2, first_line: 'two', contents: 'TWO' }];
  await call('patch_text_file_contents', { file_path, file_hash, patches });
  const code = script.createCachedData();
  const hash = createHash('sha256').update(source).update(code).digest('hex');
  writeFileSync(cache, Buffer.concat([Buffer.from(hash), code]));
}

work().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
