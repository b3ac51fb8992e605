import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { hashOf } from '../../../../src/core/hash.js';
import { nodeFs } from '../../../../src/store/disk/fs-port.js';
import {
  appendLine,
  dayFile,
  dayFiles,
  readLines,
  readLinesNow,
  type LogQuery,
} from '../../../../src/store/disk/history/change-log.js';
import type { Home } from '../../../../src/store/disk/history/home.js';
import { encodeLine, pathMark, type LogLine } from '../../../../src/store/disk/history/log-line.js';
import { historyFixture, type HistoryFixture } from '../../../support/history-fixture.js';
import { runs } from '../../../support/needs.js';

const NOON = Date.UTC(2026, 10, 30, 12);
const DAY = 86_400_000;

let at: HistoryFixture;
let home: Home;

beforeEach(async () => {
  at = historyFixture();
  home = await at.home();
});

afterEach(() => {
  at.close();
});

function line(id: string, more: Partial<LogLine> = {}): LogLine {
  const files = [{ path: 'a.txt', action: 'patch' as const, after: hashOf(Buffer.from(id)) }];
  return { id, time: NOON, agent: 'ada', tool: 'edit', files, ...more };
}

function add(...lines: readonly LogLine[]): void {
  for (const one of lines) appendLine(nodeFs, home.log, one);
}

async function idsOf(query: LogQuery = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of readLines(nodeFs, home.log, query)) ids.push(id);
  return ids;
}

describe('a line that is added', () => {
  test('is read back', async () => {
    const one = line('k7m2q', { undoes: 'other' });
    add(one);
    const found = [];
    for await (const read of readLines(nodeFs, home.log, {})) found.push(read);
    expect(found).toEqual([one]);
  });

  test('stands in the file of its day, by UTC', () => {
    add(line('a', { time: NOON }), line('b', { time: NOON + DAY }));
    expect(at.names('log')).toEqual(['2026-11-30.jsonl', '2026-12-01.jsonl']);
    expect(dayFile(Date.UTC(2026, 10, 30, 23, 59, 59, 999))).toBe('2026-11-30.jsonl');
  });

  test('does not suffer from half a line before it', async () => {
    const whole = encodeLine(line('torn'));
    for (let length = 1; length < whole.length; length += 40) {
      appendFileSync(at.tree.at('.lockline/log/2026-11-30.jsonl'), whole.subarray(0, length));
      add(line(`n${String(length)}`));
    }
    const ids = await idsOf();
    expect(ids).not.toContain('torn');
    expect(ids).toHaveLength(Math.ceil((whole.length - 1) / 40));
  });

  test('of which only a part fits is told', () => {
    const half = { ...nodeFs, append: (_: number, bytes: Uint8Array) => bytes.length - 1 };
    expect(() => {
      appendLine(half, home.log, line('a'));
    }).toThrow(expect.objectContaining({ code: 'NO_SPACE' }));
  });

  test('is for all who may write in the root', async () => {
    at.close();
    at = historyFixture();
    runs('chmod', '2777', at.tree.top);
    home = await at.home();
    add(line('a'));
    const { mode } = statSync(at.tree.at('.lockline/log/2026-11-30.jsonl'));
    expect(mode & 0o777).toBe(0o666);
  });
});

describe('what somebody has put in the place of the day', () => {
  const day = () => at.tree.at('.lockline/log/2026-11-30.jsonl');

  test('is not followed if it is a link', async () => {
    writeFileSync(at.tree.at('victim'), 'x');
    symlinkSync(at.tree.at('victim'), day());
    expect(() => {
      add(line('a'));
    }).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(readFileSync(at.tree.at('victim'), 'utf8')).toBe('x');
    expect(await idsOf()).toEqual([]);
  });

  test('does not block if it is a pipe', async () => {
    runs('mkfifo', day());
    expect(() => {
      add(line('a'));
    }).toThrow(expect.objectContaining({ code: 'ENXIO' }));
    expect(await idsOf()).toEqual([]);
  });

  test('fails if it is a directory', () => {
    mkdirSync(day());
    expect(() => {
      add(line('a'));
    }).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });
});

describe('reading', () => {
  test('goes from the newest line of the newest day to the oldest', async () => {
    add(line('c', { time: NOON + DAY }), line('a'), line('b'), line('d', { time: NOON + DAY }));
    expect(await idsOf()).toEqual(['d', 'c', 'b', 'a']);
  });

  test('passes over lines without the mark', async () => {
    const other = [{ path: 'a.txt2', action: 'delete' as const }];
    add(line('a'), line('b', { files: other }), line('c'));
    expect(await idsOf({ mark: pathMark('a.txt') })).toEqual(['c', 'a']);
  });

  test('finds the same without giving way', async () => {
    const other = [{ path: 'a.txt2', action: 'delete' as const }];
    add(line('a'), line('b', { files: other }), line('c', { time: NOON + DAY }));
    const found = [...readLinesNow(nodeFs, home.log, pathMark('a.txt'))];
    expect(found.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  test('ends where lines are older than is asked for, give or take', async () => {
    for (let hour = -30; hour <= 0; hour += 1)
      add(line(`h${String(-hour)}`, { time: NOON + hour * 3_600_000 }));
    expect(await idsOf({ since: NOON - 2.5 * 3_600_000 })).toEqual(['h0', 'h1', 'h2']);
    expect(await idsOf({ since: NOON + DAY })).toEqual([]);
  });

  test('knows only files of days', () => {
    add(line('a'));
    for (const name of ['x', '2026-11-30.jsonl~', '2026-11-3.jsonl'])
      writeFileSync(at.tree.at(`.lockline/log/${name}`), '{}');
    expect(dayFiles(nodeFs, home.log)).toEqual(['2026-11-30.jsonl']);
  });

  test('takes apart only lines that hold the mark, however many there are', async () => {
    const hash = hashOf(Buffer.from('x'));
    const lines = Array.from({ length: 10_000 }, (_, n) => {
      const path = `packages/app/src/module-${String(n % 500)}.ts`;
      return line(`n${String(n)}`, {
        files: [{ path, action: 'patch', before: hash, after: hash }],
      });
    });
    const text = Buffer.concat(lines.map(encodeLine));
    writeFileSync(at.tree.at('.lockline/log/2026-11-30.jsonl'), text);
    const parse = jest.spyOn(JSON, 'parse');
    try {
      expect(await idsOf({ mark: pathMark('packages/app/src/module-7.ts') })).toHaveLength(20);
      expect(parse).toHaveBeenCalledTimes(20);
    } finally {
      parse.mockRestore();
    }
  });
});
