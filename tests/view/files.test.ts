import { expect, test } from '@jest/globals';
import { PAGE_PATHS, readPageFile } from '../../src/view/files.js';

test.each(PAGE_PATHS)('%s is a file of the page', async (path) => {
  const file = await readPageFile(path);
  expect(file?.bytes.length).toBeGreaterThan(100);
  expect(file?.type).toMatch(/^(text|image)\//);
});

test.each(['', '/index.html', '/../package.json', '/view/view.js', '/nothing'])(
  '%j is none',
  async (path) => {
    expect(await readPageFile(path)).toBeUndefined();
  },
);
