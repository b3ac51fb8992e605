import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { systemProcesses, type Holder } from '../../../../src/store/disk/lock/processes.js';
import { testWith } from '../../../support/needs.js';

const testProc = testWith(process.platform === 'linux', 'processes are looked at through /proc');
const processes = systemProcesses();
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Runs a shell line that prints a pid and then stays. */
async function pidFrom(line: string): Promise<number> {
  const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  const [output]: unknown[] = await once(child.stdout, 'data');
  return Number(String(output));
}

const holder = (facts: Partial<Holder>): Holder => ({ ...processes.self, ...facts });

testProc('a process knows itself, and that it is alive', () => {
  expect(processes.self.pid).toBe(process.pid);
  expect(processes.self.started).toMatch(/^\d+$/);
  expect(processes.isDead(processes.self)).toBe(false);
  expect(Math.abs(processes.bootedAt - Date.now())).toBeGreaterThan(0);
});

describe('dead is', () => {
  testProc('a process that has ended', () => {
    const { pid } = spawnSync('true');
    expect(processes.isDead(holder({ pid, started: '1' }))).toBe(true);
  });

  testProc('a process that its parent has not waited for', async () => {
    // The shell becomes a program that waits for nobody.
    const pid = await pidFrom('true & echo $!; exec sleep 60');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(processes.isDead(holder({ pid, started: '' }))).toBe(true);
  });

  testProc('a process whose pid another has now', () => {
    expect(processes.isDead(holder({ started: '1' }))).toBe(true);
  });
});

describe('nobody knows that it is dead of', () => {
  testProc('a process that runs', async () => {
    const pid = await pidFrom('echo $$; exec sleep 60');
    expect(processes.isDead(holder({ pid, started: '' }))).toBe(false);
  });

  test.each([
    ['another boot', { boot: 'another' }],
    ['another machine of the same name', { boot: '' }],
    ['another container', { pidNamespace: 'pid:[1]' }],
  ])('a process of %s', (_, facts) => {
    const { pid } = spawnSync('true');
    expect(processes.isDead(holder({ pid, started: '1', ...facts }))).toBe(false);
  });

  testProc('a process whose start nobody wrote down', () => {
    expect(processes.isDead(holder({ started: '' }))).toBe(false);
  });
});
