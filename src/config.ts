import {
  type About,
  choice,
  command,
  count,
  list,
  matching,
  open,
  type Option,
  readOptions,
  seconds,
  size,
  toggle,
  type Values,
  whole,
} from './option.js';

const pattern = matching(/./s, 'must not be empty');

const agent = matching(
  /^[\p{L}\p{N}._@:-]{1,64}$/u,
  'must be 1 to 64 letters, digits or . _ - @ :',
);

const aliasForm = matching(
  /^[^=]+=(\/|[A-Za-z]:[\\/])/,
  'must be HOST=HERE with an absolute path at HERE',
);

function alias(text: string): { readonly host: string; readonly here: string } {
  const at = aliasForm(text).indexOf('=');
  return { host: text.slice(0, at), here: text.slice(at + 1) };
}

const SETS = ['lines', 'search', 'text', 'history'] as const;
const setNames = [...SETS, 'all'].join('|');
const setsForm = matching(new RegExp(`^(${setNames})(,(${setNames}))*$`), `must be ${setNames}`);

const toolSets: Option<readonly (typeof SETS)[number][]> = {
  help: 'Sets to offer.',
  value: setNames,
  initial: 'all',
  list: true,
  fallback: SETS,
  read: (texts) => {
    const named = texts.flatMap((text) => setsForm(text).split(','));
    return SETS.filter((set) => named.includes(set) || named.includes('all'));
  },
};

const httpForm = matching(
  /^(\[[0-9a-fA-F:.]+\]:|[^:[\]\s]+:)?\d{1,5}$/,
  'must be PORT or HOST:PORT, such as 8080 or 127.0.0.1:8080',
);

/** Every option there is. Parsing, `--help`, the environment and the reference derive from this table. */
const settings = {
  readOnly: toggle('Refuse every write and offer only the tools that read.'),
  tools: toolSets,
  agentId: open(agent, { help: 'Name told to others.', value: 'NAME', initial: 'CLIENT-xxxx' }),
  structured: toggle('Also send results as structuredContent, for clients that run code.'),
  hashLength: count(16, [16, 64], 'Digits of a hash in texts.'),
  maxOutputChars: open(whole(1000, 10_000_000), {
    help: 'Characters of a result; 9000 for clients known to cut.',
    value: 'N',
    initial: '24000',
  }),
  maxLineChars: count(2000, [80, 1_000_000], 'Longer lines are shown cropped.'),
  maxFileSize: size('64M', '1G', 'Largest file that can be edited.'),
  // Node has no string of over 512 MiB.
  maxMessage: size('64M', '256M', 'Largest message that a client may send.'),
  maxFiles: count(64, [1, 10_000], 'Files in one call.'),
  maxPatches: count(10_000, [1, 1_000_000], 'Patches in one call.'),
  lockTimeout: seconds(15, 'How long to wait for a file that another is changing.'),
  allowWrite: list('GLOB', pattern, 'Protected files that may be written all the same.'),
  deny: list('GLOB', pattern, 'Files that do not exist for callers.'),
  pathAlias: list('HOST=HERE', alias, 'Read paths of the host as paths of this container.'),
  breakHardLinks: toggle('Edit files with several hard links, as a file of their own.'),
  allowNetworkFs: toggle('Write on NFS and SMB, where locks may not hold.'),
  noHistory: toggle('Keep no former versions and no log of changes.'),
  historySize: size('256M', '1000G', 'Most that the history of a root may take.'),
  historyDays: count(30, [1, 36_500], 'Days after which the history forgets.'),
  onStale: choice(
    ['own', 'rebase', 'refuse'],
    'own',
    'Move an edit over newer changes: only of the same agent, of all, or never.',
  ),
  durability: choice(['full', 'none'], 'full', 'none: skip the syncs; a power cut may lose edits.'),
  http: open(httpForm, {
    help: 'Serve over Streamable HTTP instead: POST /mcp, GET /healthz, live view at /.',
    value: '[HOST:]PORT',
  }),
  tokenFile: open(pattern, {
    help: 'Agents and their secrets, one NAME=TOKEN a line.',
    value: 'FILE',
  }),
  allowHost: list('HOST', pattern, 'Other names under which HTTP clients may call.'),
  allowOrigin: list('ORIGIN', pattern, 'Origins whose pages may call over HTTP.'),
  maxBody: size('64M', '256M', 'Largest body of an HTTP request.'),
  logLevel: choice(['debug', 'info', 'warn', 'error'], 'warn', 'What to log, as JSON to stderr.'),
  json: toggle('call, log: print the result object instead of the text.'),
  limit: count(20, [1, 100_000], 'log: changes to print, the newest first.'),
  acceptCurrent: command('recover: keep what is there now where nothing can be undone.'),
  help: command('Print this help.'),
  version: command('Print the version.'),
};

/** What a process was started with; frozen. Sizes are bytes, times milliseconds. */
export type Config = Values<typeof settings> & {
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
export const optionRows: readonly OptionRow[] = Object.entries<About>(settings).map(
  ([key, about]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const variable = `${VARIABLE_PREFIX}${name.replaceAll('-', '_').toUpperCase()}`;
    return { ...about, key, flag: `--${name}`, variable: about.onlyLine ? '' : variable };
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
  const values = readOptions(settings, given, (key, { message, text }) => {
    const row = optionRows.find((candidate) => candidate.key === key);
    const name = line.given.has(key) ? row?.flag : row?.variable;
    return new UsageError(`${name} ${message} (given: ${text})`);
  });
  const inherited = parts(environment[ROOTS_VARIABLE] ?? '', platform === 'win32' ? ';' : ':');
  return Object.freeze({
    ...values,
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
