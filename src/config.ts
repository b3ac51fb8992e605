import * as z from 'zod';

/** What is said about an option in the help, the reference and error messages. */
interface About {
  readonly help: string;
  /** Stands for the value; a switch has none. */
  readonly value?: string;
  /** The default as a user would write it. */
  readonly initial?: string;
  readonly list?: true;
  /** Whether only the command line can give it: a variable of that name is likely to mean something else. */
  readonly onlyLine?: true;
}

const about = z.registry<About>();

const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

function toggle(help: string) {
  return z.stringbool('must be true or false').prefault('false').register(about, { help });
}

function command(help: string) {
  return z.stringbool().prefault('false').register(about, { help, onlyLine: true });
}

/** A value whose default depends on more than the configuration. */
function open<T>(type: z.ZodType<T, string>, facts: About) {
  return type.optional().register(about, facts);
}

function choice<const T extends string>(values: readonly T[], initial: T, help: string) {
  const value = values.join('|');
  return z
    .enum(values, `must be ${values.join(' or ')}`)
    .prefault(initial)
    .register(about, { help, value, initial });
}

function whole(from: number, to: number) {
  return z
    .string()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`);
}

function count(initial: number, from: number, to: number, help: string) {
  const facts = { help, value: 'N', initial: String(initial) };
  return whole(from, to).prefault(String(initial)).register(about, facts);
}

/** Bytes. */
function size(initial: string, most: string, help: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,11}[KMG]?$/i, 'must be a size such as 500K, 64M or 1G')
    .transform(bytesOf)
    .refine((bytes) => bytes <= bytesOf(most), `must be at most ${most}`)
    .prefault(initial)
    .register(about, { help, value: 'SIZE', initial });
}

function bytesOf(text: string): number {
  return Number.parseInt(text) * (UNITS[text.slice(-1).toUpperCase()] ?? 1);
}

/** Milliseconds. */
function seconds(initial: string, help: string) {
  return z
    .string()
    .regex(/^\d{1,6}(\.\d+)?$/, 'must be seconds, such as 10 or 0.5')
    .transform((text) => Math.round(Number(text) * 1000))
    .prefault(initial)
    .register(about, { help, value: 'SECONDS', initial });
}

function list<T>(value: string, item: z.ZodType<T, string>, help: string) {
  return z.array(item).readonly().prefault([]).register(about, { help, value, list: true });
}

const pattern = z.string().min(1, 'must not be empty');

const agent = z
  .string()
  .regex(/^[\p{L}\p{N}._@:-]{1,64}$/u, 'must be 1 to 64 letters, digits or . _ - @ :');

const alias = z
  .string()
  .regex(/^[^=]+=(\/|[A-Za-z]:[\\/])/, 'must be HOST=HERE with an absolute path at HERE')
  .transform((text) => ({
    host: text.slice(0, text.indexOf('=')),
    here: text.slice(text.indexOf('=') + 1),
  }));

const toolSets = z
  .array(z.string().regex(/^(lines|all)(,(lines|all))*$/, 'must be lines or all'))
  .transform(() => ['lines'] as const)
  .prefault(['all'])
  .register(about, { help: 'Sets to offer: lines.', value: 'SETS', initial: 'all', list: true });

/** Every option there is. Parsing, `--help`, the environment and the reference derive from this table. */
const settings = z.object({
  readOnly: toggle('Refuse every write and offer only the tools that read.'),
  tools: toolSets,
  agentId: open(agent, { help: 'Name told to others.', value: 'NAME', initial: 'CLIENT-xxxx' }),
  structured: toggle('Also send results as structuredContent, for clients that run code.'),
  hashLength: count(16, 16, 64, 'Digits of a hash in texts.'),
  maxOutputChars: open(whole(1000, 10_000_000), {
    help: 'Characters of a result; 9000 for clients known to cut.',
    value: 'N',
    initial: '24000',
  }),
  maxLineChars: count(2000, 80, 1_000_000, 'Longer lines are shown cropped.'),
  maxFileSize: size('64M', '1G', 'Largest file that can be edited.'),
  // Node has no string of over 512 MiB.
  maxMessage: size('64M', '256M', 'Largest message that a client may send.'),
  maxFiles: count(64, 1, 10_000, 'Files in one call.'),
  maxPatches: count(10_000, 1, 1_000_000, 'Patches in one call.'),
  lockTimeout: seconds('15', 'How long to wait for a file that another is changing.'),
  allowWrite: list('GLOB', pattern, 'Protected files that may be written all the same.'),
  deny: list('GLOB', pattern, 'Files that do not exist for callers.'),
  pathAlias: list('HOST=HERE', alias, 'Read paths of the host as paths of this container.'),
  breakHardLinks: toggle('Edit files with several hard links, as a file of their own.'),
  allowNetworkFs: toggle('Write on NFS and SMB, where locks may not hold.'),
  durability: choice(['full', 'none'], 'full', 'none: skip the syncs; a power cut may lose edits.'),
  logLevel: choice(['debug', 'info', 'warn', 'error'], 'warn', 'What to log, as JSON to stderr.'),
  json: toggle('call: print the result object instead of the text.'),
  help: command('Print this help.'),
  version: command('Print the version.'),
});

/** What a process was started with; frozen. Sizes are bytes, times milliseconds. */
export type Config = Readonly<z.output<typeof settings>> & {
  /** Directories as named, perhaps relative; none = the working directory. */
  readonly roots: readonly string[];
  readonly home: string | undefined;
  /** How long a holder may stand still before others take its locks. */
  readonly staleMs: number;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** One row of the option table. */
export interface OptionRow extends About {
  /** Its name among the fields of the configuration. */
  readonly key: string;
  readonly flag: string;
  /** Empty for one that only the command line can give. */
  readonly variable: string;
}

/** A command line or environment that cannot be meant; the message names the option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** A name that does not exist, and those that do. */
  readonly unknown: { readonly given: string; readonly known: readonly string[] } | undefined;
  constructor(message: string, unknown?: UsageError['unknown']) {
    super(message);
    this.unknown = unknown;
  }
}

const VARIABLE_PREFIX = 'LOCKLINE_';
const ROOTS_VARIABLE = `${VARIABLE_PREFIX}ROOTS`;
/** For tests that cannot wait as long as users should; not an option. */
const STALE_VARIABLE = `${VARIABLE_PREFIX}TEST_STALE_MS`;
const STALE_MS = 10_000;

/** The option table, in the order of the help. */
export const optionRows: readonly OptionRow[] = Object.entries(settings.shape).map(
  ([key, type]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const facts = about.get(type) ?? { help: '' };
    const variable = `${VARIABLE_PREFIX}${name.replaceAll('-', '_').toUpperCase()}`;
    return { ...facts, key, flag: `--${name}`, variable: facts.onlyLine ? '' : variable };
  },
);

/** The environment variables that mean something. */
export const variables: readonly string[] = [
  ROOTS_VARIABLE,
  STALE_VARIABLE,
  ...optionRows.flatMap(({ variable }) => (variable === '' ? [] : [variable])),
];

/** Separates the parts of a list in the environment. Not a colon: paths of Windows hold one. */
const LIST_SEPARATOR = ';';

/** Texts given for options, by key; several for one that takes a list. */
export type Given = ReadonlyMap<string, readonly string[]>;

/**
 * Joins what the command line and the environment say; the command line wins, also over a whole list.
 * `platform` decides how LOCKLINE_ROOTS is separated, as PATH is. Throws `UsageError`.
 */
export function readConfig(
  line: { readonly given: Given; readonly roots: readonly string[] },
  environment: Environment,
  platform: string = process.platform,
): Config {
  const given: Given = new Map([...readEnvironment(environment), ...line.given]);
  const parsed = settings.safeParse(
    Object.fromEntries(optionRows.flatMap((row) => input(row, given))),
  );
  if (!parsed.success) throw invalidValue(parsed.error, given, line.given);
  const inherited = parts(environment[ROOTS_VARIABLE] ?? '', platform === 'win32' ? ';' : ':');
  return Object.freeze({
    ...parsed.data,
    roots: line.roots.length > 0 ? line.roots : inherited,
    home: environment['HOME'] ?? environment['USERPROFILE'],
    staleMs: Number(environment[STALE_VARIABLE]) || STALE_MS,
  });
}

/** The variables that begin like ours but are none of them. */
export function strangeVariables(environment: Environment): readonly string[] {
  return Object.keys(environment).filter(
    (name) => name.startsWith(VARIABLE_PREFIX) && !variables.includes(name),
  );
}

function readEnvironment(environment: Environment): Given {
  const set = optionRows.filter(({ variable }) => (environment[variable] ?? '') !== '');
  return new Map(
    set.map(({ key, variable, list: isList }) => {
      const text = environment[variable] ?? '';
      return [key, isList === undefined ? [text] : parts(text, LIST_SEPARATOR)];
    }),
  );
}

function parts(text: string, separator: string): readonly string[] {
  return text.split(separator).filter((part) => part !== '');
}

/** What the schema of an option takes: a list, or the last of the texts given. */
function input(
  { key, list: isList }: OptionRow,
  given: Given,
): readonly (readonly [string, unknown])[] {
  const texts = given.get(key);
  if (texts === undefined) return [];
  return [[key, isList === undefined ? texts.at(-1) : texts]];
}

/** Names the option as it was given, as a flag of the command line or a variable, and the wrong text. */
function invalidValue(error: z.ZodError, given: Given, line: Given): UsageError {
  const issue = error.issues[0];
  const row = optionRows.find(({ key }) => key === issue?.path[0]);
  if (issue === undefined || row === undefined) return new UsageError(error.message);
  const item = row.list === undefined ? -1 : Number(issue.path[1]);
  const text = given.get(row.key)?.at(item);
  const name = line.has(row.key) ? row.flag : row.variable;
  return new UsageError(`${name} ${issue.message} (given: ${text})`);
}
