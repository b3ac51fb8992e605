/** What a campaign of injected faults found. */
export interface Report {
  /** How many runs with a fault there were. */
  points: number;
  /** How each run ended, by a word. */
  readonly endings: Map<string, number>;
  readonly violations: string[];
}

export function newReport(): Report {
  return { points: 0, endings: new Map(), violations: [] };
}

export function count(report: Report, ending: string): void {
  report.endings.set(ending, (report.endings.get(ending) ?? 0) + 1);
}

/** Every `stride`-th number from 1 to `last`, beginning somewhere that depends on `salt`. */
export function* everyNth(last: number, stride: number, salt: number): Generator<number> {
  for (let n = 1 + (salt % stride); n <= last; n += stride) yield n;
}

/** One line for people. */
export function summary(name: string, report: Report): string {
  const endings = [...report.endings]
    .map(([ending, times]) => `${ending} ${String(times)}`)
    .join(', ');
  return `${name}: ${String(report.points)} points, ${String(report.violations.length)} violations (${endings})`;
}
