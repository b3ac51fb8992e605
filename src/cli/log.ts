const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

export type Log = (level: Level, message: string, facts?: Record<string, unknown>) => void;

/** Writes what is at least at `threshold` as lines of JSON. */
export function createLog(threshold: Level, write: (line: string) => void): Log {
  return (level, message, facts = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(threshold)) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`);
  };
}
