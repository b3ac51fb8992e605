import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PROGRAM } from '../support/server-process.js';

let dist: string;

beforeEach(() => {
  dist = path.join(fs.mkdtempSync(path.join(tmpdir(), 'lockline-launch-')), 'dist');
  fs.cpSync(path.dirname(PROGRAM), dist, { recursive: true });
});
afterEach(() => {
  fs.rmSync(path.dirname(dist), { recursive: true, force: true });
});

function version(program = path.join(dist, 'lockline.js')): string {
  return execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
}

/** Changes one byte, which V8 itself would not notice. */
function damage(file: string): void {
  const bytes = fs.readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0x55;
  fs.writeFileSync(file, bytes);
}

test('the program starts by a link, as npm makes one', () => {
  const link = path.join(path.dirname(dist), 'lockline');
  fs.symlinkSync(path.join(dist, 'lockline.js'), link);
  expect(version(link)).toBe(version());
  expect(version()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each<[string, (code: string) => void]>([
  ['missing', (code) => fs.rmSync(code)],
  ['cut off', (code) => fs.truncateSync(code, 100_000)],
  ['damaged', damage],
  ['of another bundle', () => fs.appendFileSync(path.join(dist, 'server.js'), '\n')],
  ['no code at all', (code) => fs.writeFileSync(code, '')],
])('compiled code that is %s is left alone', (_, spoil) => {
  spoil(path.join(dist, 'server.cache'));
  expect(version()).toMatch(/^\d+\.\d+\.\d+\n$/);
});
