/** A system call in a log of strace. */
export interface TracedCall {
  readonly name: string;
  /** Arguments and result as strace prints them. */
  readonly text: string;
  /** Lines of the log on which the call began and ended. */
  readonly begun: number;
  readonly done: number;
}

/** Reads a log of `strace -f -o`: calls that did not fail, in the order in which they began. */
export function readTrace(log: string): readonly TracedCall[] {
  const unfinished = new Map<string, Omit<TracedCall, 'done'>>();
  const calls = log.split('\n').flatMap((line, index): readonly TracedCall[] => {
    const { thread, name, text, isBegun, isResumed } = readLine(line);
    const before = isResumed ? unfinished.get(thread) : undefined;
    if (before !== undefined) return [{ ...before, text: before.text + text, done: index }];
    if (isBegun) unfinished.set(thread, { name, text, begun: index });
    return isBegun || name === '' ? [] : [{ name, text, begun: index, done: index }];
  });
  const worked = calls.filter(({ text }) => !/ = -1 E[A-Z]+ \(/.test(text));
  return worked.toSorted((a, b) => a.begun - b.begun);
}

function readLine(line: string) {
  const [, thread = '', resumed, again = '', name = '', rest = ''] =
    /^(\d+) +(?:(<\.\.\. \w+ resumed>)(.*)|(\w+)\((.*))$/.exec(line) ?? [];
  const isResumed = resumed !== undefined;
  const isBegun = rest.endsWith(' <unfinished ...>');
  const text = isResumed ? again : rest.replace(/ <unfinished \.\.\.>$/, '');
  return { thread, name, text, isBegun, isResumed };
}

/** One step of a sequence: calls of that name whose text fits. */
export interface Step {
  readonly what: string;
  readonly name: string;
  readonly text: RegExp;
  /** How many calls make the step. */
  readonly times: number;
  /** Whether calls that look the same may also come earlier. */
  readonly isAlsoEarlier?: boolean;
}

/** What is wrong with the order of the steps; all of each must be done before any of the next begins. */
export function orderFaults(
  calls: readonly TracedCall[],
  steps: readonly Step[],
): readonly string[] {
  const faults: string[] = [];
  let last = -1;
  let before = 'the start';
  for (const { what, name, text, times, isAlsoEarlier = false } of steps) {
    const fitting = calls.filter((call) => call.name === name && text.test(call.text));
    const step = fitting.filter(({ begun }) => begun > last).slice(0, times);
    const isRight = step.length === times && (isAlsoEarlier || fitting.length === times);
    if (!isRight) {
      const seen = fitting.map((call) => `\n  line ${String(call.begun)}: ${call.text}`).join('');
      faults.push(`${what}: not ${String(times)} times after ${before}, but${seen}`);
    }
    last = Math.max(last, ...step.map(({ done }) => done));
    before = what;
  }
  return faults;
}
