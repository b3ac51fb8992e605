import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Folder } from '../support/client-folder.js';
import { makeRefusalFolder, refusals } from '../support/client-refusals.js';
import { type Answer, openSession, type Session } from '../support/client-session.js';

describe.each(['SDK v1', 'client v2'] as const)('%s: refused, and no byte changed', (kind) => {
  let folder: Folder;
  let session: Session;

  beforeAll(async () => {
    folder = makeRefusalFolder();
    const limits = ['--max-files', '3', '--max-file-size', '64K'];
    session = await openSession(kind, [...limits, folder.path]);
  });
  afterAll(async () => {
    await session.close();
    folder.remove();
  });

  function expectRefusal(answer: Answer, code: string): void {
    expect(answer.text).toMatch(new RegExp(`^ERROR ${code}: `));
    expect(answer.isError).toBe(true);
    expect(answer.object['code']).toBe(code);
  }

  test.each(Object.entries(refusals))('%s', async (_, { code, tool, args }) => {
    const before = folder.state();
    expectRefusal(await session.call(tool, args(folder.hash)), code);
    expect(folder.state()).toEqual(before);
  });

  test('one bad file does not spoil a read of two', async () => {
    const files = [{ file_path: 'none.txt' }, { file_path: 'a.txt' }];
    const answer = await session.call('get_text_file_contents', { files });
    expect(answer.isError).toBe(false);
    expect(answer.object).toMatchObject({
      files: [{ error: { code: 'FILE_NOT_FOUND' } }, { file_hash: folder.hash('a.txt') }],
    });
  });
});
