import { LocklineError } from '../errors.js';

/** The lines of a patch, one after the other. */
export interface PatchReader {
  /** The next line, or one further on, without taking it. */
  peek(ahead?: number): string | undefined;
  /** Takes the next line. */
  take(): string;
  /** Whether the next line, or one further on, ends with CRLF. */
  hasCrlf(ahead?: number): boolean;
  /** How many lines have been taken. */
  position(): number;
  /** Goes back to a position. */
  rewind(position: number): void;
  /** INVALID_ARGUMENT at the next line. `fault` goes on after its number, `hint` says what to do. */
  refuse(fault: string, hint: string): never;
}

/** Reads a patch from its first line on, without a fence of Markdown around it. */
export function createPatchReader(text: string): PatchReader {
  const { lines, skipped } = withoutFence(splitLines(text));
  let next = 0;
  return {
    peek: (ahead = 0) => lines[next + ahead]?.text,
    take() {
      next += 1;
      return lines[next - 1]?.text ?? '';
    },
    hasCrlf: (ahead = 0) => lines[next + ahead]?.isCrlf === true,
    position: () => next,
    rewind(position) {
      next = position;
    },
    refuse(fault, hint) {
      const number = skipped + next + 1;
      throw new LocklineError('INVALID_ARGUMENT', {
        what: `Line ${number} of patch ${fault}`,
        hint,
      });
    },
  };
}

interface PatchText {
  readonly text: string;
  readonly isCrlf: boolean;
}

function splitLines(text: string): readonly PatchText[] {
  const pieces = text.split(/(\r\n|\n|\r)/);
  const lines: PatchText[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    lines.push({ text: pieces[index] ?? '', isCrlf: pieces[index + 1] === '\r\n' });
  }
  return lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
}

function withoutFence(lines: readonly PatchText[]): {
  readonly lines: readonly PatchText[];
  readonly skipped: number;
} {
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  const last = lines.findLastIndex(({ text }) => text.trim() !== '');
  const isFenced =
    lines[first]?.text.startsWith('```') === true && lines[last]?.text.trim() === '```';
  if (!isFenced || last <= first) return { lines, skipped: 0 };
  return { lines: lines.slice(first + 1, last), skipped: first + 1 };
}
