import { describe, expect, test } from '@jest/globals';
import { createMemoryStore } from '../../src/store/memory.js';
import { change, codeOf } from '../contract/steps.js';

describe('the store in memory', () => {
  test('begins with the files given, as text or bytes', () => {
    const store = createMemoryStore({ 'a.txt': 'ä', '/memory/sub/b.txt': Buffer.of(0xff) });
    expect(store.bytes('a.txt')).toEqual(Buffer.from('ä'));
    expect(store.bytes('/memory/a.txt')).toEqual(Buffer.from('ä'));
    expect(store.bytes('sub/b.txt')).toEqual(Buffer.of(0xff));
    expect(store.bytes('c.txt')).toBeUndefined();
  });

  test('can be written from outside', () => {
    const store = createMemoryStore({ 'a.txt': 'a', 'b.txt': 'b' });
    store.put('a.txt', Buffer.from('new'));
    store.put('./b.txt', undefined);
    expect(store.bytes('a.txt')).toEqual(Buffer.from('new'));
    expect(store.bytes('b.txt')).toBeUndefined();
  });

  test('shares no bytes with those who write', async () => {
    const own = Buffer.from('a');
    const store = createMemoryStore({ 'a.txt': own });
    store.put('b.txt', own);
    own.fill('x');
    expect([store.bytes('a.txt'), store.bytes('b.txt')].join()).toBe('a,a');
  });

  test('makes no file below another', async () => {
    const store = createMemoryStore();
    const work = change(store, ['a', 'a/b'], () => ({ a: 'x', 'a/b': 'y' }));
    expect(await codeOf(work)).toBe('NOT_A_FILE');
    expect(store.bytes('a')).toBeUndefined();
  });

  test('has nothing to recover', async () => {
    const { signal } = new AbortController();
    const report = await createMemoryStore().recover('refuse', signal);
    expect(report).toEqual({ resolved: [], left: [] });
  });
});
