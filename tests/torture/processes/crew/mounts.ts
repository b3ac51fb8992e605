import { spawnSync } from 'node:child_process';
import { isRoot, runs } from '../../../support/needs.js';

/** Whether this process may mount in a namespace of its own, where nothing of it is left behind. */
export const canMount = isRoot && runs('unshare', '-m', 'true');

/** Whether it may also start processes that count their pids anew. */
export const canNest = canMount && runs('unshare', '-mpf', '--kill-child', '--mount-proc', 'true');

/**
 * A command that makes mounts which only the program after it sees. In the script `$1` and so on are the
 * arguments.
 */
export function withMounts(script: string, args: readonly string[]): readonly string[] {
  return ['unshare', '-m', ...shell(script, args)];
}

/** The same with pids of its own, as in a container. The program ends when the command is killed. */
export function inContainer(script: string, args: readonly string[]): readonly string[] {
  return ['unshare', '-mpf', '--kill-child', '--mount-proc', ...shell(script, args)];
}

function shell(script: string, args: readonly string[]): readonly string[] {
  return ['sh', '-e', '-c', `${script}\nshift ${String(args.length)}\nexec "$@"`, 'sh', ...args];
}

/** Runs a command that must succeed. */
export function mustRun(...[command = '', ...args]: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
}
