import { describe, expect, test } from '@jest/globals';
import { hashOf } from '../../src/core/hash.js';
import { inclusive } from '../../src/core/range.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { createWorkspace } from '../../src/workspace/store-workspace.js';
import { patient as transacting } from '../contract/steps.js';
import { create, replace } from '../support/changes.js';

const patient = { ...transacting, onStale: 'own' } as const;

describe('createWorkspace', () => {
  test('has the roots of its store', () => {
    const store = createMemoryStore();
    expect(createWorkspace(store).roots).toEqual(store.roots);
  });

  test('commits what it previews', async () => {
    const store = createMemoryStore({ 'a.txt': 'a\n' });
    const workspace = createWorkspace(store);
    const changes = [replace('a.txt', 'a\n', 'b\n'), create('new.txt', 'n\n')];
    const previewed = await workspace.preview(changes, patient);
    expect(store.bytes('a.txt')?.toString()).toBe('a\n');
    expect(store.bytes('new.txt')).toBeUndefined();
    expect((await workspace.commit(changes, patient)).files).toEqual(previewed);
    expect(store.bytes('a.txt')?.toString()).toBe('b\n');
  });

  test('a preview is refused as the commit would be', async () => {
    const workspace = createWorkspace(createMemoryStore({ 'a.txt': 'a\n' }));
    const work = workspace.preview([replace('a.txt', 'old\n', 'b\n')], patient);
    await expect(work).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a hash that a write returns is the hash that the next read returns', async () => {
    const workspace = createWorkspace(createMemoryStore({ 'a.txt': 'a\n' }));
    const { files } = await workspace.commit([replace('a.txt', 'a\n', 'b\nc\n')], patient);
    const [result] = files;
    const request = { path: 'a.txt', ranges: [inclusive(1, 1)], encoding: 'auto' };
    const [answer] = await workspace.read([request], patient.signal);
    if (answer === undefined || 'error' in answer) throw new Error('not read');
    expect(answer.scan.hash).toBe(result?.revision?.content.hash);
    expect(answer.scan.ranges[0]?.hashThrough(1)).toBe(result?.ranges[0]?.hash);
    expect(result?.ranges[0]?.hash).toBe(hashOf(Buffer.from('b\n')));
  });

  test('close waits for the commits in flight', async () => {
    const store = createMemoryStore();
    const workspace = createWorkspace(store);
    const commit = workspace.commit([create('new.txt', 'n\n')], patient);
    await workspace.read([{ path: 'new.txt', encoding: 'auto' }], patient.signal);
    await workspace.close();
    expect(store.bytes('new.txt')?.toString()).toBe('n\n');
    await commit;
  });
});
