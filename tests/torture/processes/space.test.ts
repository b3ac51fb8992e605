import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { sha256 } from '../../support/client-folder.js';
import { testWith } from '../../support/needs.js';
import { endAgents, openAgent, type Agent } from './crew/agent.js';
import { edit } from './crew/calls.js';
import { createTally } from './crew/figures.js';
import { leftovers } from './crew/ground.js';
import { canMount, withMounts } from './crew/mounts.js';
import { PATIENCE_MS, tell } from './crew/scale.js';

// A small file system runs full at every point of an edit: the files stay as they were or are changed as a
// whole, and nothing is left in the way.

afterEach(endAgents);

const withSpace = testWith(canMount, 'full file systems need root and unshare');
const FILLER = `${'.'.repeat(99)}\n`.repeat(600);
const NAMES = ['one.txt', 'two.txt'];

function firstLine(version: number): string {
  return `version ${String(version).padStart(6, '0')}`;
}

function textOf(version: number): string {
  return `${firstLine(version)}\n${FILLER}`;
}

interface Small {
  readonly agent: Agent;
  /** Path of an entry of the file system, which only the server has mounted. */
  readonly at: (name: string) => string;
  close(): Promise<void>;
}

async function openSmall(options: string): Promise<Small> {
  const place = mkdtempSync(join(tmpdir(), 'lockline-space-'));
  const before = withMounts('mount -t tmpfs -o "$2" none "$1"', [place, options]);
  const agent = await openAgent({ name: 'small', args: [place], before });
  const at = (name: string): string => `/proc/${String(agent.pid)}/root${place}/${name}`;
  for (const name of NAMES) writeFileSync(at(name), textOf(0));
  return {
    agent,
    at,
    close: async () => {
      await agent.close();
      rmSync(place, { recursive: true });
    },
  };
}

/** Edits one or both files; they must be all old or all new, as the answer says, with nothing beside them. */
async function editWhole(small: Small, count: number, version: number): Promise<string> {
  const names = NAMES.slice(0, count);
  const read = (name: string): string => readFileSync(small.at(name), 'utf8');
  const before = names.map(read);
  const edits = names.map((name) => {
    const [old = ''] = read(name).split('\n', 1);
    return { name, hash: sha256(read(name)), lines: [{ line: 1, old, text: firstLine(version) }] };
  });
  const ending = await edit(small.agent, edits);
  expect(ending.kind).not.toBe('unknown');
  const wanted = ending.kind === 'saved' ? names.map(() => textOf(version)) : before;
  expect(names.map(read).map(sha256)).toEqual(wanted.map(sha256));
  expect(leftovers(small.at('.'))).toEqual([]);
  return ending.kind === 'saved' ? 'saved' : ending.code;
}

/** How many edits must succeed in a row until it is taken that there is enough room. */
const ENOUGH = 4;

withSpace.each([
  ['bytes', 'size=1m', 8192],
  ['inodes', 'size=8m,nr_inodes=64', 1],
] as const)(
  'a file system runs out of %s',
  async (what, options, step) => {
    const small = await openSmall(options);
    const endings = createTally();
    let version = 0;
    for (const count of [1, 2]) {
      let saved = 0;
      for (let free = 0; saved < ENOUGH; free += step) {
        fill(small, what, free);
        version += 1;
        const ending = await editWhole(small, count, version);
        endings.add(`${String(count)} ${ending}`);
        expect(['saved', 'NO_SPACE']).toContain(ending);
        saved = ending === 'saved' ? saved + 1 : 0;
      }
      expect(endings.of(`${String(count)} NO_SPACE`)).toBeGreaterThan(0);
    }
    tell(`out of ${what}: ${endings.text()}`);
    await small.close();
  },
  PATIENCE_MS,
);

/** Leaves so many bytes or inodes free. */
function fill({ at }: Small, what: 'bytes' | 'inodes', free: number): void {
  rmSync(at('filler'), { force: true });
  for (let n = 0; existsSync(at(`filler-${String(n)}`)); n += 1) rmSync(at(`filler-${String(n)}`));
  const { bavail, bsize, ffree } = statfsSync(at('.'));
  if (what === 'bytes') {
    const size = bavail * bsize - free;
    if (size > 0) writeFileSync(at('filler'), Buffer.alloc(size));
    return;
  }
  for (let n = 0; n < ffree - free; n += 1) writeFileSync(at(`filler-${String(n)}`), '');
}
