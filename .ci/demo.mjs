// Shows what Lockline is for, in about a screen: two agents, each with a server process of its own,
// edit the same files at once. What is printed is what the servers answer; whatever does not come out
// as it should ends the demo with an error.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const RESULT = 'dev.lockline/result';
const SHA256SUM = 'sha256sum';
const folder = await mkdtemp(path.join(tmpdir(), 'lockline-demo-'));

// Whoever reads may stop reading; the folder is removed all the same.
process.stdout.on('error', () => undefined);
const say = (text = '') => console.log(text);
const WIDTH = 110;
const crop = (line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);
const show = (who, text) => {
  for (const line of text.trimEnd().split('\n')) say(`  ${who} | ${crop(line)}`);
};

async function startAgent(name) {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(root, 'dist', 'lockline.js'), '--agent-id', name, folder],
    }),
  );
  return {
    name,
    close: () => client.close(),
    /** Calls a tool; gives its text and its object. */
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args });
      return {
        text: result.content[0].text,
        isError: result.isError ?? false,
        object: result._meta[RESULT],
      };
    },
    async read(file, start, end) {
      const ranges = [{ start, end }];
      const answer = await this.call('get_text_file_contents', {
        files: [{ file_path: file, ranges }],
      });
      const [read] = answer.object.files;
      return { ...answer, file_hash: read.file_hash, range: read.ranges[0] };
    },
  };
}

/** The patch of one line, with the hashes of the version that its agent knows. */
const patchOf = (line, { file_hash, range_hash }, contents) => ({
  file_hash,
  patches: [{ start: line, end: line, range_hash, contents }],
});

const bytesOf = (file) => readFile(path.join(folder, file));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const linesOf = async (file) => (await bytesOf(file)).toString().split('\n');

async function lineWith(file, words) {
  const index = (await linesOf(file)).findIndex((line) => line.includes(words));
  assert.notEqual(index, -1, `${file} no longer holds ${words}`);
  return index + 1;
}

async function race(ada, ben) {
  const file = 'core/range.ts';
  const line = await lineWith(file, 'export function isGap');
  say(`1. Ada and Ben read a line of ${file}. A read gives hashes.`);
  const [read] = await Promise.all([ada.read(file, line, line), ben.read(file, line, line)]);
  const { content, range_hash } = read.range;
  show('Ada', read.text);

  say(
    '\n2. Both change that line at the same moment. One wins. The other learns what stands there now.',
  );
  const known = { file_hash: read.file_hash, range_hash };
  const edit = (agent, hashes, before) =>
    agent.call('patch_text_file_contents', {
      file_path: file,
      ...patchOf(line, hashes, `${before.trimEnd()} // ${agent.name} was here\n`),
    });
  const answers = await Promise.all([edit(ada, known, content), edit(ben, known, content)]);
  const winner = answers[0].isError ? ben : ada;
  const loser = winner === ada ? ben : ada;
  const [won, lost] = winner === ada ? answers : answers.toReversed();
  assert.deepEqual([won.isError, lost.isError], [false, true]);
  assert.equal(lost.object.code, 'CONFLICT');
  show(winner.name, won.text);
  show(loser.name, lost.text);

  say(
    `\n3. ${loser.name} goes on from that answer, without reading again, and keeps what ${winner.name} did.`,
  );
  const current = lost.object.conflicts.find(({ current }) => current !== undefined);
  const file_hash = lost.object.conflicts.find(({ kind }) => kind === 'file_hash').actual;
  const retried = await edit(loser, { file_hash, range_hash: current.actual }, current.current);
  assert.equal(retried.isError, false, retried.text);
  show(loser.name, retried.text);
  const both = (await linesOf(file))[line - 1];
  assert.match(both, new RegExp(`// ${winner.name} was here // ${loser.name} was here$`));
  return { [file]: retried.object.files[0] };
}

async function transaction(ada, ben) {
  const files = ['core/hash.ts', 'core/path.ts'];
  const reads = await Promise.all(
    files.map(async (file) => {
      const line = await lineWith(file, 'export function');
      return { file, line, ...(await ada.read(file, line, line)) };
    }),
  );
  const edits = (agent) => ({
    files: reads.map(({ file, line, file_hash, range }) => ({
      file_path: file,
      ...patchOf(
        line,
        { file_hash, range_hash: range.range_hash },
        `// ${agent.name}: reviewed\n${range.content}`,
      ),
    })),
  });

  say('\n4. Ada changes two files in one transaction.');
  const done = await ada.call('edit_text_file_contents', edits(ada));
  assert.equal(done.isError, false, done.text);
  show('Ada', done.text);

  say('\n5. Ben still holds the old version of one of the two. His transaction changes neither.');
  const before = await Promise.all(files.map(bytesOf));
  reads[0] = { ...reads[0], ...(await ben.read(files[0], reads[0].line, reads[0].line)) };
  const refused = await ben.call('edit_text_file_contents', edits(ben));
  assert.equal(refused.object.code, 'CONFLICT');
  show('Ben', refused.text.split('\n').slice(0, 6).join('\n'));
  assert.deepEqual(await Promise.all(files.map(bytesOf)), before);
  return Object.fromEntries(files.map((file, index) => [file, done.object.files[index]]));
}

/** The digits that the system's own program prints, if there is one. */
function sha256sum(file) {
  const { stdout, status } = spawnSync(SHA256SUM, [file], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.split(' ')[0] : undefined;
}

async function prove(results) {
  say('\n6. The hashes are those of the files. sha256sum says:');
  for (const [file, { file_hash }] of Object.entries(results)) {
    const digits = sha256sum(file) ?? sha256(await bytesOf(file));
    assert.equal(digits, file_hash);
    say(`      | ${digits}  ${file}`);
  }
}

try {
  await cp(path.join(root, 'src', 'core'), path.join(folder, 'core'), { recursive: true });
  say('Lockline: two agents, two server processes, one directory (a copy of src/core).\n');
  const agents = await Promise.all(['Ada', 'Ben'].map(startAgent));
  try {
    const results = { ...(await race(...agents)), ...(await transaction(...agents)) };
    await prove(results);
  } finally {
    await Promise.all(agents.map((agent) => agent.close()));
  }
  say('\nNothing was lost, and nothing was half done.');
} finally {
  await rm(folder, { recursive: true, force: true });
}
