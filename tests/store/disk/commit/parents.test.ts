import { beforeEach, describe, expect, test } from '@jest/globals';
import { asFilePath } from '../../../../src/core/path.js';
import { makeParents, type MadeParents } from '../../../../src/store/disk/commit/parents.js';
import { createBench, type Bench, type Worker } from '../../../support/bench.js';
import { faulty } from '../../../support/faulty-fs.js';
import type { Control } from '../../../support/faulty-fs.js';

let bench: Bench;
beforeEach(() => {
  bench = createBench({ 's/a': '' });
});

const tree = (): readonly string[] => Object.keys(bench.sim.tree('/w'));

function make(names: readonly string[], control?: Control): Promise<MadeParents> {
  const { fs, anchors }: Worker = bench.start('maker', (port) => faulty(port, control).fs);
  const paths = names.map((name) => asFilePath(`/w/${name}`));
  return makeParents(paths, fs, anchors);
}

test('missing directories above files are made, and those that are there are left', async () => {
  await make(['s/new/er/b', 's/new/c', 'x/d', 's/e']);
  expect(tree()).toEqual(expect.arrayContaining(['s/new/er/', 'x/']));
  expect(tree()).toHaveLength(5);
});

test('each is durable in the one above', async () => {
  await make(['new/er/est/b']);
  expect(bench.sim.powerLoss(() => 1).tree('/w')).toHaveProperty(['new/er/est/']);
});

describe('those that nothing was put into', () => {
  test('are taken back, but not those that others have made', async () => {
    const { removeEmpty } = await make(['s/new/er/b', 'x/c']);
    removeEmpty();
    expect(tree()).toEqual(['s/', 's/a']);
  });

  test('are all that is taken back', async () => {
    const { removeEmpty } = await make(['new/er/b', 'x/c']);
    bench.sim.put({ '/w/new/other': '' });
    removeEmpty();
    expect(tree()).toEqual(['s/', 's/a', 'new/', 'new/other']);
  });

  test('are left where they cannot be removed', async () => {
    const { removeEmpty } = await make(['x/c'], ({ name }) =>
      name === 'rmdir' ? { kind: 'error', code: 'EIO' } : undefined,
    );
    removeEmpty();
    expect(tree()).toContain('x/');
  });

  test('are taken back when the next cannot be made', async () => {
    let made = 0;
    const work = make(['new/er/b'], ({ name }) => {
      if (name === 'mkdir') made += 1;
      return name === 'mkdir' && made === 2 ? { kind: 'error', code: 'ENOSPC' } : undefined;
    });
    await expect(work).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(tree()).toEqual(['s/', 's/a']);
  });
});

test('one that another process removes again is left to the caller, who finds it missing', async () => {
  const other = bench.sim.process().fs;
  let hasRemoved = false;
  await make(['new/er/b'], ({ name }) => {
    if (name !== 'fsync' || hasRemoved) return undefined;
    hasRemoved = true;
    return {
      kind: 'stall',
      meanwhile: () => {
        other.rmdir('/w/new');
      },
    };
  });
  expect(tree()).toEqual(['s/', 's/a']);
});
