import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { compose } from '../src/compose.js';
import { readConfig, UsageError } from '../src/config.js';
import { callTool } from '../src/tools/index.js';
import { createFolder, type Folder } from './support/client-folder.js';

let folder: Folder;

beforeEach(() => {
  folder = createFolder({ 'a.txt': 'one\n' });
});
afterEach(() => {
  folder.remove();
});

const composed = (given: Readonly<Record<string, string>> = {}, roots = [folder.path]) => {
  const texts = Object.entries(given).map(([key, text]) => [key, [text]] as const);
  const logged: unknown[] = [];
  const config = readConfig({ given: new Map(texts), roots }, {});
  return { ...compose(config, (...entry) => logged.push(entry)), logged };
};

const caller = { author: 'ada', signal: new AbortController().signal };

describe('what a tool gets', () => {
  test('is who calls, what is offered, and the limits as configured', () => {
    const { contextFor, offer } = composed({ hashLength: '20', maxFiles: '3', onStale: 'rebase' });
    const context = contextFor(caller);
    const sets = ['lines', 'search', 'text', 'history'];
    expect(context).toMatchObject({ author: 'ada', onStale: 'rebase', offer: { sets } });
    expect(offer.readOnly).toBe(false);
    expect(context.offer).toBe(offer);
    expect(context.limits).toEqual({
      maxOutputChars: 24_000,
      maxLineChars: 2000,
      maxFiles: 3,
      maxPatches: 10_000,
      hashLength: 20,
    });
  });

  test.each([
    ['a client that cuts gets less', {}, 9000, 9000],
    ['unless the length was set', { maxOutputChars: '30000' }, 9000, 30_000],
    ['as for every other', { maxOutputChars: '30000' }, undefined, 30_000],
  ])('%s', (_, given, shownChars, chars) => {
    const { limits } = composed(given).contextFor({ ...caller, shownChars });
    expect(limits.maxOutputChars).toBe(chars);
  });

  test('is one workspace for all calls, over the root', async () => {
    const { contextFor } = composed();
    const { workspace } = contextFor(caller);
    expect(contextFor(caller).workspace).toBe(workspace);
    const [read] = await workspace.read([{ path: 'a.txt', encoding: 'auto' }], caller.signal);
    expect(read).toMatchObject({ shown: 'a.txt', scan: { totalLines: 1 } });
  });

  test('is a place to tell bugs, with their stack', () => {
    const { contextFor, logged } = composed();
    contextFor(caller).report(new RangeError('oh'), 'abc');
    const facts = { reference: 'abc', stack: expect.stringMatching(/^RangeError: oh\n/) };
    expect(logged).toEqual([['error', expect.any(String), facts]]);
  });
});

describe('a root', () => {
  test.each([
    ['none', 'does not exist'],
    ['a.txt', 'is not a directory'],
    ['/', 'is a whole file system'],
  ])('%s is a mistake of usage', (name, fault) => {
    const path = name.startsWith('/') ? name : `${folder.path}/${name}`;
    expect(() => composed({}, [path])).toThrow(UsageError);
    expect(() => composed({}, [path])).toThrow(fault);
  });
});

describe('a history', () => {
  const histories = async (given: Readonly<Record<string, string>>) => {
    const { contextFor, close } = composed(given);
    const answer = await callTool(
      'create_text_file',
      { file_path: 'b.txt', contents: 'b' },
      contextFor(caller),
    );
    await close();
    expect(answer.isError).toBe(false);
    return readdirSync(folder.path).filter((name) => name.includes('lockline'));
  };

  test('is kept', async () => {
    expect(await histories({})).toEqual(['.lockline']);
  });

  test('is not, if the user wants none', async () => {
    expect(await histories({ noHistory: 'true' })).toEqual([]);
    expect(composed({ noHistory: 'true' }).offer.sets).not.toContain('history');
  });
});

test('a sweep of a tidy directory finds nothing to tell', async () => {
  const { sweep, logged } = composed();
  await sweep(caller.signal);
  expect(logged).toEqual([]);
});
