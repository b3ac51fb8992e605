import { appendFileSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { encodeLine, type LogFile } from '../../../../src/store/disk/history/log-line.js';
import { codeOf, contentOf, patient, pathsOf } from '../../../contract/steps.js';
import { give, recalled, servedTree, shownBy, type Served } from '../../../support/served-tree.js';
import type { Plant } from '../../../support/tree.js';

let served: Served;

function plant(plants: Readonly<Record<string, Plant>>): void {
  served = servedTree(plants);
}

const at = (path: string): string => served.tree.at(path);

afterEach(async () => {
  await served.close();
});

describe('what must not be told', () => {
  test('hidden files are left out, and changes of nothing else', async () => {
    plant({ 'a.txt': '0', 'secret.txt': '0' });
    await give(served.serve(), { 'secret.txt': '1' });
    await give(served.serve(), { 'secret.txt': '2', 'a.txt': '3' });
    const store = served.serve(['.'], { deny: ['secret*'] });
    expect(await shownBy(store)).toEqual([['a.txt']]);
    const [told] = await store.history.changes({ limit: 1 });
    expect(told?.isPartial).toBe(true);
    expect(await recalled(store, 'a.txt', '1')).toBeUndefined();
  });

  test('where a file was moved from is left out if that is hidden', async () => {
    plant({ 'secret.txt': '0' });
    const writer = served.serve();
    const [from, to] = await pathsOf(writer, ['secret.txt', 'open.txt']);
    if (from === undefined || to === undefined) throw new Error('not resolved');
    await writer.transact(
      [from, to],
      () => [
        { path: from, content: undefined, action: 'move' },
        { path: to, content: contentOf('0'), action: 'move', from },
      ],
      patient,
    );
    const [told] = await served.serve(['.'], { deny: ['secret*'] }).history.changes({ limit: 1 });
    expect(told?.files).toMatchObject([{ shown: 'open.txt' }]);
    expect(told?.files[0]).not.toHaveProperty('from');
    expect(told?.isPartial).toBe(true);
  });

  test.each(['../outside', '/etc/passwd', 'a/../../outside', '.lockline/log/x', '.git/../..'])(
    'a path that a log has no business to name: %s',
    async (path) => {
      plant({ 'root/a.txt': '' });
      const store = served.serve(['root']);
      await give(store, { 'a.txt': '1' });
      const day = readdirSync(at('root/.lockline/log')).find((name) => !name.includes('deltas'));
      const file: LogFile = { path, action: 'patch' };
      const line = { id: 'evil', time: Date.now(), agent: 'x', tool: 'y', files: [file] };
      appendFileSync(at(`root/.lockline/log/${day ?? ''}`), encodeLine(line));
      expect(await shownBy(store)).toEqual([['a.txt']]);
    },
  );

  test('the history itself cannot be read, written or listed', async () => {
    plant({ 'a.txt': '0' });
    const store = served.serve();
    await give(store, { 'a.txt': '1' });
    const version = `.lockline/versions/${served.kept()[0] ?? ''}`;
    expect(await codeOf(store.resolve(version, 'read'))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(store.resolve(version, 'write'))).toBe('PROTECTED_PATH');
    const { path } = await store.resolve('.', 'read');
    const options = { depth: Infinity, sizes: false, signal: patient.signal };
    const names = [];
    for await (const page of store.list(path, options)) names.push(...page.entries);
    expect(names.map(({ shown }) => shown)).toEqual(['a.txt']);
  });
});
