import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that polls stamped files, as an editor or a build would. */
export interface Poller {
  /** Ends it; gives how often it read a file, and every time that one was missing or not whole. */
  stop(): Promise<{ readonly reads: number; readonly torn: readonly string[] }>;
}

export function startPoller(files: readonly string[]): Poller {
  const program = fileURLToPath(new URL('poller.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => {
      resolve();
    });
  });
  return {
    stop: async () => {
      child.stdin.end();
      await closed;
      const report: { readonly reads: number; readonly torn: readonly string[] } =
        JSON.parse(printed);
      return report;
    },
  };
}
