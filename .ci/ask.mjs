// Talks to a server as a client does, for the scripts that try what is published.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'release', version: '1' },
};

export function bareEnvironment(home) {
  return { PATH: process.env.PATH, HOME: home };
}

/** A folder that is gone when the work in it is done. */
export function inEmptyFolder(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockline-release-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts a server in an empty folder, with a bare environment unless one is given. Gives the results of
 * the handshake and of the requests, each a method with its parameters, in their order.
 */
export function ask([command, ...args], requests = [], env = bareEnvironment('/nonexistent')) {
  const all = [['initialize', HELLO], ...requests];
  const input = all
    .map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    .join('');
  const stdio = ['pipe', 'pipe', 'inherit'];
  const output = inEmptyFolder((cwd) =>
    execFileSync(command, args, { cwd, env, input, stdio, encoding: 'utf8', timeout: 60_000 }),
  );
  const answers = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return all.map((_, id) => answers.find((answer) => answer.id === id).result);
}

/** Runs a check and prints what became of it; one that fails ends the process with 1, after the others. */
export function check(name, run) {
  try {
    console.log(`pass  ${name} (${run()})`);
  } catch (error) {
    console.log(`FAIL  ${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
