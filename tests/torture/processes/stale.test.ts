import { afterEach, expect, test } from '@jest/globals';
import { createFolder, type Folder } from '../../support/client-folder.js';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { createTally } from './crew/figures.js';
import { leftovers } from './crew/ground.js';
import { createMarker, type Marker } from './crew/marker.js';
import { functionsOf, markedText } from './crew/marks.js';
import { PATIENCE_MS, scaled, tell } from './crew/scale.js';

// Six servers on one file. Each agent changes its own functions and never reads: all its hashes are stale.

const AGENTS = ['ada', 'ben', 'cyd', 'dan', 'eve', 'fay'];
const LINES = 2000;
const CHANGES = scaled(8, 50);
const FILE = 'all.js';

afterEach(endAgents);

interface Work {
  readonly folder: Folder;
  readonly markers: readonly Marker[];
  /** Calls for each change. */
  readonly calls: number;
  readonly line: string;
}

async function workTogether(onStale: string): Promise<Work> {
  const folder = createFolder({ [FILE]: markedText(LINES, () => []) });
  const startHash = folder.hash(FILE);
  const endings = createTally();
  const args = ['--on-stale', onStale, folder.path];
  const agents = await Promise.all(AGENTS.map((name) => openAgent({ name, args })));
  const markers = agents.map((agent) => createMarker(agent, { startHash, endings }));
  const started = performance.now();
  await Promise.all(
    markers.map((marker, seat) => marker.work(functionsOf(seat, AGENTS.length, LINES), CHANGES)),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  await Promise.all(agents.map((agent) => agent.close()));
  const total = AGENTS.length * CHANGES;
  const sent = endings.words().reduce((sum, word) => sum + endings.of(word), 0);
  const line = `stale, ${onStale}: ${String(total)} changes of ${String(AGENTS.length)} agents without a read in ${seconds} s, ${String(sent)} calls, ${(sent / total).toFixed(2)} for each (${endings.text()})`;
  return { folder, markers, calls: sent / total, line };
}

/** Marks that are not in the file, or not where they belong. */
function lostMarks({ folder, markers }: Work): readonly string[] {
  const marksOf = new Map(markers.flatMap(({ marks }) => [...marks]));
  const text = folder.text(FILE);
  if (text === markedText(LINES, (one) => marksOf.get(one) ?? [])) return [];
  const all = markers.flatMap(({ made }) => [...made.values()]);
  const lost = all.filter((mark) => !text.includes(`// ${mark}\n`));
  return lost.length > 0 ? lost : ['none, but the file is another'];
}

interface LoggedChange {
  readonly change_id: string;
  readonly files: readonly { readonly previous_hash: string; readonly file_hash: string }[];
}

/** Each change as the history tells it: one way from the first version to the last, and each with its own mark. */
async function checkHistory({ folder, markers }: Work): Promise<void> {
  const start = createFolder({ [FILE]: markedText(LINES, () => []) });
  const reader = await openAgent({ name: 'reader', args: ['--read-only', folder.path] });
  const ask = (more: object) => reader.call('get_history', { file_path: FILE, ...more });
  const { changes = [] } = ((await ask({ limit: 1000 }))?.object ?? {}) as {
    readonly changes?: readonly LoggedChange[];
  };
  const marks = new Map(markers.flatMap(({ made }) => [...made]));
  expect(new Set(changes.map(({ change_id }) => change_id))).toEqual(new Set(marks.keys()));
  expect(changes).toHaveLength(marks.size);
  let hash = start.hash(FILE);
  for (const { change_id, files } of changes.toReversed()) {
    const [step] = files;
    expect(step?.previous_hash).toBe(hash);
    hash = step?.file_hash ?? '';
    await expectOnly(reader, change_id, marks.get(change_id) ?? '');
  }
  expect(hash).toBe(folder.hash(FILE));
  await reader.close();
  start.remove();
}

/** A change, by the versions that are kept, adds its mark and nothing else. */
async function expectOnly(reader: Agent, changeId: string, mark: string): Promise<void> {
  const answer = await reader.call('get_history', { change_id: changeId });
  const changed = (answer?.text ?? '').split('\n').filter((line) => /^[-+]/.test(line));
  expect(changed).toEqual([`+  // ${mark}`]);
}

test(
  'with --on-stale rebase every change is made, in one call',
  async () => {
    const work = await workTogether('rebase');
    const lost = lostMarks(work);
    tell(`${work.line}; ${String(lost.length)} lost`);
    expect(lost).toEqual([]);
    expect(work.calls).toBeLessThanOrEqual(1.1);
    await checkHistory(work);
    expect(leftovers(work.folder.path)).toEqual([]);
    work.folder.remove();
  },
  PATIENCE_MS,
);

test(
  'with --on-stale own every change is made, by what the conflicts offer alone',
  async () => {
    const work = await workTogether('own');
    const lost = lostMarks(work);
    tell(`${work.line}; ${String(lost.length)} lost`);
    expect(lost).toEqual([]);
    expect(work.line).toContain('CONFLICT');
    await checkHistory(work);
    expect(leftovers(work.folder.path)).toEqual([]);
    work.folder.remove();
  },
  PATIENCE_MS,
);
