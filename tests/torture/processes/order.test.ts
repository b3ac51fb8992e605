import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { createFolder, type Folder } from '../../support/client-folder.js';
import { runs, testWith } from '../../support/needs.js';
import { endAgents, openAgent } from './crew/agent.js';
import { edit } from './crew/calls.js';
import { tell } from './crew/scale.js';
import { orderFaults, readTrace, type Step, type TracedCall } from './crew/trace.js';

// In which order a server asks the kernel to write, to make durable, to switch and to answer.

afterEach(endAgents);

const CALLS = 'mkdir,rename,link,unlink,fsync,fdatasync,write,writev';
const withTrace = testWith(
  runs('strace', '-f', '-o', '/dev/null', 'true'),
  'the order of system calls needs strace and the right to use it',
);

/** Edits the first line of every file in one call; gives the system calls of that. */
async function traceEdit(folder: Folder, names: readonly string[]): Promise<readonly TracedCall[]> {
  const place = mkdtempSync(join(tmpdir(), 'lockline-trace-'));
  const log = join(place, 'log');
  const before = ['strace', '-f', '-y', '-s', '4000', '-e', `trace=${CALLS}`, '-o', log];
  const agent = await openAgent({ name: 'traced', args: [folder.path], before });
  const lines = [{ line: 1, old: 'old', text: 'new' }];
  const ending = await edit(
    agent,
    names.map((name) => ({ name, hash: folder.hash(name), lines })),
  );
  expect(ending).toMatchObject({ kind: 'saved' });
  await agent.close();
  const calls = readTrace(readFileSync(log, 'utf8'));
  rmSync(place, { recursive: true });
  // All of an edit begins with its locks.
  return calls.slice(
    calls.findIndex(({ name, text }) => name === 'mkdir' && /lockline/.test(text)),
  );
}

/** A step that syncs this path below the folder. */
function sync(folder: Folder, path: string): Pick<Step, 'name' | 'text' | 'times'> {
  const exact = path.replaceAll(/[.*]/g, (sign) => (sign === '*' ? '[^/>]*' : '\\.'));
  return { name: 'fsync', text: new RegExp(`<${folder.path}${exact}>`), times: 1 };
}

const ANSWER: Step = { what: 'the answer', name: 'write', text: /^1<.*now file_hash/, times: 1 };

withTrace('one file: the new content, the rename, its directory, the answer', async () => {
  const folder = createFolder({ 'dir/f.txt': 'old\nrest\n' });
  const calls = await traceEdit(folder, ['dir/f.txt']);
  const faults = orderFaults(calls, [
    { what: 'sync of the new content', ...sync(folder, '/dir/.f.txt.lockline/.git/lock/new-*') },
    { what: 'rename', name: 'rename', text: /lock\/new-\w+", "[^"]*\/f\.txt"/, times: 1 },
    { what: 'sync of the directory', ...sync(folder, '/dir'), isAlsoEarlier: true },
    ANSWER,
  ]);
  expect(faults).toEqual([]);
  tell(`order of one edit: ${String(calls.length)} calls in the right order`);
  folder.remove();
});

withTrace(
  'two files: all staged, the journal, the renames, the journal gone, the answer',
  async () => {
    const folder = createFolder({ 'a/x.txt': 'old\nrest\n', 'b/y.txt': 'old\nmore\n' });
    const calls = await traceEdit(folder, ['a/x.txt', 'b/y.txt']);
    const locks = ['/a/.x.txt.lockline', '/b/.y.txt.lockline'];
    const journal = calls.find(({ name, text }) => name === 'link' && /journal-/.test(text));
    const coordinator = locks.find((lock) => journal?.text.includes(lock.slice(2))) ?? 'none';
    // Each set of steps before the same next one: their order among themselves does not matter.
    const staged = locks.flatMap((lock): readonly Step[] => [
      { what: `sync of new in ${lock}`, ...sync(folder, `${lock}/.git/lock/new-*`) },
      { what: `sync of ${lock}`, ...sync(folder, `${lock}/.git/lock`), isAlsoEarlier: true },
      { what: `sync of the name of ${lock}`, ...sync(folder, `${lock}/.git`), isAlsoEarlier: true },
      { what: `sync of around ${lock}`, ...sync(folder, lock), isAlsoEarlier: true },
      { what: `sync of beside ${lock}`, ...sync(folder, lock.slice(0, 2)), isAlsoEarlier: true },
    ]);
    const rest: readonly Step[] = [
      { what: 'journal', name: 'link', text: /lock\/journal-/, times: 1 },
      {
        what: 'sync of the journal',
        ...sync(folder, `${coordinator}/.git/lock`),
        isAlsoEarlier: true,
      },
      { what: 'renames', name: 'rename', text: /lock\/new-\w+", "[^"]*\/[xy]\.txt"/, times: 2 },
    ];
    const ending: readonly Step[] = [
      { what: 'end of the journal', name: 'unlink', text: /lock\/journal-/, times: 1 },
      { what: 'sync of its end', ...sync(folder, `${coordinator}/.git/lock`), isAlsoEarlier: true },
      ANSWER,
    ];
    const parents = ['/a', '/b'].map((parent): Step => ({
      what: `sync of ${parent}`,
      ...sync(folder, parent),
      isAlsoEarlier: true,
    }));
    const faults = [
      ...staged.flatMap((step) => orderFaults(calls, [step, ...rest])),
      ...parents.flatMap((step) => orderFaults(calls, [...rest, step, ...ending])),
    ];
    expect(faults).toEqual([]);
    tell(`order of an edit of two files: ${String(calls.length)} calls in the right order`);
    folder.remove();
  },
);
