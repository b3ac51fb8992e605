import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fc } from '../../../support/fast-check.js';
import { asFilePath } from '../../../../src/core/path.js';
import type { LineRange } from '../../../../src/core/range.js';
import { systemClock } from '../../../../src/store/disk/clock.js';
import { type FsPort, nodeFs } from '../../../../src/store/disk/fs-port.js';
import { createScanCache } from '../../../../src/store/disk/read/scan-cache.js';
import { scanFile } from '../../../../src/store/disk/read/scan-file.js';

const BUDGET = { keepLineBytes: 8000, keepRangeBytes: 96_000 };
const SETTLED_MS = 60;
const MIDDLE = { start: 15_000, end: 15_010 };
/** Of a short file, which is read at once, and of one that is read in turns with other work. */
const SIZES = [20_000, 90_000];

let folder: string;
let file: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'lockline-scan-'));
  file = path.join(folder, 'a.txt');
  put(30_000);
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Writes the file, with a time that `utimes` can set to the nanosecond. */
function put(lines: number): void {
  fs.writeFileSync(file, textOf(lines, 'x'));
  fs.utimesSync(file, 1_700_000_000.5, 1_700_000_000.5);
}

function textOf(count: number, letter: string): string {
  return Array.from({ length: count }, (_, line) => `line ${line + 1} ${letter}\n`).join('');
}

/** Reads with a cache of its own, and tells how many bytes that took. */
function reader(around: (port: FsPort) => FsPort = (port) => port) {
  let bytesRead = 0;
  const port: FsPort = around({
    ...nodeFs,
    // Whatever the temporary directory is on.
    fsType: () => 0xef53,
    read: async (fd, into, position) => {
      const count = await nodeFs.read(fd, into, position);
      bytesRead += count;
      return count;
    },
    readSync: (fd, into, position) => {
      const count = nodeFs.readSync(fd, into, position);
      bytesRead += count;
      return count;
    },
  });
  const cache = createScanCache({ fs: port, clock: systemClock });
  return async (ranges: readonly LineRange[] = [MIDDLE]) => {
    bytesRead = 0;
    const fd = port.open(file, fs.constants.O_RDONLY);
    try {
      const request = { path: asFilePath(file), ranges, encoding: 'auto' };
      const options = { budget: BUDGET, cache, at: file };
      const scan = await scanFile(port, { fd, stat: port.fstat(fd) }, request, options);
      const shown = scan.ranges.map(({ lines }) => lines.map(({ bytes }) => bytes.toString()));
      return { scan, shown, bytesRead };
    } finally {
      port.close(fd);
    }
  };
}

function hashOnDisk(): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

describe('the second read of a file that stays as it is', () => {
  test.each(SIZES)(
    'takes the bytes of its ranges only, and says the same (%d lines)',
    async (totalLines) => {
      const read = reader();
      put(totalLines);
      await sleep(SETTLED_MS);
      const first = await read();
      const second = await read();
      const none = await read([]);
      expect(first.bytesRead).toBe(fs.statSync(file).size);
      expect(second.bytesRead).toBeLessThan(first.bytesRead);
      expect(none.bytesRead).toBe(0);
      expect(second.shown).toEqual(first.shown);
      expect(second.shown[0]?.[0]).toBe('line 15000 x\n');
      for (const { scan } of [first, second, none]) {
        expect(scan).toMatchObject({ hash: hashOnDisk(), totalLines, newline: 'lf' });
      }
    },
  );

  test('takes all of them again if it follows the last change at once', async () => {
    const read = reader();
    const now = new Date();
    fs.utimesSync(file, now, now);
    await read();
    expect((await read()).bytesRead).toBe(fs.statSync(file).size);
  });
});

test.each(SIZES)('a change in the midst of a second read is seen (%d lines)', async (lines) => {
  let during: (() => void) | undefined;
  const read = reader((port) => ({
    ...port,
    read: async (fd, into, position) => {
      const count = await port.read(fd, into, position);
      during?.();
      during = undefined;
      return count;
    },
    readSync: (fd, into, position) => {
      const count = port.readSync(fd, into, position);
      during?.();
      during = undefined;
      return count;
    },
  }));
  put(lines);
  await sleep(SETTLED_MS);
  await read();
  during = () => {
    fs.appendFileSync(file, 'more\n');
  };
  const { scan } = await read();
  expect(scan).toMatchObject({ hash: hashOnDisk(), totalLines: lines + 1 });
});

/** Everything that other programs do to a file; most of it keeps the size, and much sets the times back. */
const WRITERS: Readonly<Record<string, () => void>> = {
  'leave it': () => undefined,
  'append to it': () => {
    fs.appendFileSync(file, 'more\n');
  },
  'write it anew, as long as it was': () => {
    fs.writeFileSync(
      file,
      textOf(countLines(), fs.readFileSync(file, 'latin1').includes('y') ? 'x' : 'y'),
    );
  },
  'change a byte in place': () => {
    changeByte(file);
  },
  'change a byte in place and set the times back': () => {
    const { atime, mtime } = fs.statSync(file);
    changeByte(file);
    fs.utimesSync(file, atime, mtime);
  },
  'change a byte through another name': () => {
    const other = path.join(folder, 'b.txt');
    fs.linkSync(file, other);
    changeByte(other);
    fs.unlinkSync(other);
  },
  'put another file of the same size and time in its place': () => {
    const { atime, mtime } = fs.statSync(file);
    const other = path.join(folder, 'b.txt');
    fs.copyFileSync(file, other);
    changeByte(other);
    fs.utimesSync(other, atime, mtime);
    fs.renameSync(other, file);
  },
  'cut it and fill it again': () => {
    const bytes = fs.readFileSync(file);
    fs.truncateSync(file, 0);
    bytes[10] = 0x7a;
    fs.appendFileSync(file, bytes);
  },
  'touch it': () => {
    const now = new Date();
    fs.utimesSync(file, now, now);
  },
  'change its mode': () => {
    fs.chmodSync(file, fs.statSync(file).mode ^ 0o100);
  },
};

function countLines(): number {
  return fs.readFileSync(file, 'latin1').split('\n').length - 1;
}

/** Changes a letter in the midst of the file, and which lines there are. */
function changeByte(name: string): void {
  const fd = fs.openSync(name, 'r+');
  const at = Math.floor(fs.fstatSync(fd).size / 2);
  const byte = Buffer.alloc(1);
  fs.readSync(fd, byte, 0, 1, at);
  fs.writeSync(fd, Buffer.of(byte[0] === 0x0a ? 0x62 : 0x0a), 0, 1, at);
  fs.closeSync(fd);
}

const anyStep = fc.record({
  writer: fc.constantFrom(...Object.keys(WRITERS)),
  waitMs: fc.constantFrom(0, 0, 5, SETTLED_MS),
});

test('whatever others do to the file, and whenever, a read gives what is there', async () => {
  let hits = 0;
  const anySteps = fc.array(anyStep, { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anySteps, fc.constantFrom(...SIZES), async (steps, size) => {
      const read = reader();
      put(size);
      for (const { writer, waitMs } of steps) {
        WRITERS[writer]?.();
        await sleep(waitMs);
        const lines = fs.readFileSync(file, 'utf8').split('\n');
        const middle = lines.slice(MIDDLE.start - 1, MIDDLE.end - 1);
        for (const { scan, shown, bytesRead } of [await read(), await read()]) {
          expect(scan).toMatchObject({ hash: hashOnDisk(), totalLines: lines.length - 1 });
          expect(shown).toEqual([middle.map((line) => `${line}\n`)]);
          if (bytesRead < scan.size) hits += 1;
        }
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
  expect(hits).toBeGreaterThan(20);
}, 60_000);
