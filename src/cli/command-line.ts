import { parseArgs } from 'node:util';
import { type Given, optionRows, type OptionRow, UsageError } from '../config.js';

/** How many words each command takes before the roots. Without its name it is `serve`. */
const OPERANDS = { call: 2, tools: 0, log: 1, undo: 1, recover: 0 } as const;

type Command = 'serve' | keyof typeof OPERANDS;

/** The first words that are no root. */
export const commands: readonly string[] = Object.keys(OPERANDS);

/** A command line, taken apart. */
export interface CommandLine {
  readonly command: Command;
  /** What the command takes before the roots; perhaps fewer than it needs. */
  readonly operands: readonly string[];
  readonly roots: readonly string[];
  readonly given: Given;
}

/** Takes the arguments after the program's name apart. Throws `UsageError`. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const kind = ({ value }: OptionRow) => (value === undefined ? 'boolean' : 'string');
  const { tokens, positionals } = parseArgs({
    args: argv.map((word, index) => (isCallForHelp(word, index) ? '--help' : word)),
    options: Object.fromEntries(optionRows.map((row) => [nameOf(row), { type: kind(row) }])),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const given = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const row = optionRows.find((candidate) => nameOf(candidate) === token.name);
    if (row === undefined) throw unknownOption(token.rawName);
    given.set(row.key, [...(given.get(row.key) ?? []), valueOf(row, token)]);
  }
  return { given, ...readWords(positionals) };
}

function isCallForHelp(word: string, index: number): boolean {
  return word === '-h' || (word === 'help' && index === 0);
}

function nameOf({ flag }: OptionRow): string {
  return flag.slice('--'.length);
}

function unknownOption(given: string): UsageError {
  return new UsageError(`there is no option ${given}`, {
    given,
    known: optionRows.map(({ flag }) => flag),
  });
}

interface OptionToken {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf({ flag, value: form }: OptionRow, { value, inlineValue }: OptionToken): string {
  if (form === undefined) return value ?? 'true';
  const isNextOption = inlineValue !== true && /^-./.test(value ?? '');
  if (value === undefined || isNextOption) {
    throw new UsageError(`${flag} needs a value: ${flag}=${form}`);
  }
  return value;
}

function readWords(words: readonly string[]): Omit<CommandLine, 'given'> {
  const [first = ''] = words;
  if (!isNamed(first)) return { command: 'serve', operands: [], roots: words };
  const rootsFrom = 1 + OPERANDS[first];
  return { command: first, operands: words.slice(1, rootsFrom), roots: words.slice(rootsFrom) };
}

function isNamed(word: string): word is keyof typeof OPERANDS {
  return Object.hasOwn(OPERANDS, word);
}
