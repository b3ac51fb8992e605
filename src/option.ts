/** What is said about an option in the help, the reference and error messages. */
export interface About {
  readonly help: string;
  /** Stands for the value; a switch has none. */
  readonly value?: string;
  /** The default as a user would write it. */
  readonly initial?: string;
  readonly list?: true;
  /** Whether only the command line can give it: a variable of that name is likely to mean something else. */
  readonly onlyLine?: true;
}

/** One option. It is read without a schema library: every start waits for this table. */
export interface Option<T> extends About {
  /** Its value where it is not given. */
  readonly fallback: T;
  /** Its value from the texts given, at least one. Throws `Unfit`. */
  readonly read: (texts: readonly string[]) => T;
}

/** Gives the value that a text stands for. Throws `Unfit`. */
type Read<T> = (text: string) => T;

/** A text that is no value of its option. The message says what it must be. */
export class Unfit extends Error {
  readonly text: string;
  constructor(must: string, text: string) {
    super(must);
    this.text = text;
  }
}

const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
const YES = ['true', '1', 'yes', 'on', 'y', 'enabled'];
const NO = ['false', '0', 'no', 'off', 'n', 'disabled'];

/** The last of the texts counts. */
function single<T>(fallback: T, read: Read<T>, about: About): Option<T> {
  return { ...about, fallback, read: (texts) => read(texts.at(-1) ?? '') };
}

/** A switch. */
export function toggle(help: string): Option<boolean> {
  return single(false, readSwitch, { help });
}

/** A switch that makes the program do something else than serve. */
export function command(help: string): Option<boolean> {
  return single(false, readSwitch, { help, onlyLine: true });
}

function readSwitch(text: string): boolean {
  const word = text.toLowerCase();
  if (!YES.includes(word) && !NO.includes(word)) throw new Unfit('must be true or false', text);
  return YES.includes(word);
}

/** A value whose default depends on more than the configuration. */
export function open<T>(read: Read<T>, about: About): Option<T | undefined> {
  return single<T | undefined>(undefined, read, about);
}

/** One of some words. */
export function choice<const T extends string>(
  values: readonly T[],
  initial: T,
  help: string,
): Option<T> {
  const read: Read<T> = (text) => {
    const chosen = values.find((value) => value === text);
    if (chosen === undefined) throw new Unfit(`must be ${values.join(' or ')}`, text);
    return chosen;
  };
  return single(initial, read, { help, value: values.join('|'), initial });
}

/** A whole number, bounds included. */
export function whole(from: number, to: number): Read<number> {
  return (text) => {
    const n = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (n >= from && n <= to) return n;
    throw new Unfit(`must be a whole number from ${from} to ${to}`, text);
  };
}

/** The same as an option, with its default. */
export function count(
  initial: number,
  bounds: readonly [number, number],
  help: string,
): Option<number> {
  return single(initial, whole(...bounds), { help, value: 'N', initial: String(initial) });
}

/** Bytes. */
export function size(initial: string, most: string, help: string): Option<number> {
  const read: Read<number> = (text) => {
    if (!/^[1-9]\d{0,11}[KMG]?$/i.test(text)) {
      throw new Unfit('must be a size such as 500K, 64M or 1G', text);
    }
    if (bytesOf(text) > bytesOf(most)) throw new Unfit(`must be at most ${most}`, text);
    return bytesOf(text);
  };
  return single(bytesOf(initial), read, { help, value: 'SIZE', initial });
}

function bytesOf(text: string): number {
  return Number.parseInt(text) * (UNITS[text.slice(-1).toUpperCase()] ?? 1);
}

/** Milliseconds. */
export function seconds(initial: number, help: string): Option<number> {
  const about = { help, value: 'SECONDS', initial: String(initial) };
  const matched = matching(/^\d{1,6}(\.\d+)?$/, 'must be seconds, such as 10 or 0.5');
  return single(initial * 1000, (text) => Math.round(Number(matched(text)) * 1000), about);
}

/** All texts count. */
export function list<T>(value: string, read: Read<T>, help: string): Option<readonly T[]> {
  const readAll = (texts: readonly string[]) => Object.freeze(texts.map(read));
  return { help, value, list: true, fallback: Object.freeze([]), read: readAll };
}

/** The text itself, if it has the form. */
export function matching(form: RegExp, must: string): Read<string> {
  return (text) => {
    if (!form.test(text)) throw new Unfit(must, text);
    return text;
  };
}

/** The values of all options of a table. */
export type Values<Options> = {
  readonly [Key in keyof Options]: Options[Key] extends Option<infer T> ? T : never;
};

/**
 * Reads every option of a table, those without a text as their fallback. `failed` makes what is thrown of
 * the option's key and what is wrong.
 */
export function readOptions<Options extends Readonly<Record<string, Option<unknown>>>>(
  options: Options,
  given: ReadonlyMap<string, readonly string[]>,
  failed: (key: string, error: Unfit) => Error,
): Values<Options>;
// The compiler cannot follow that every key gets the value of its own option.
export function readOptions(
  options: Readonly<Record<string, Option<unknown>>>,
  given: ReadonlyMap<string, readonly string[]>,
  failed: (key: string, error: Unfit) => Error,
): unknown {
  return Object.fromEntries(
    Object.entries(options).map(([key, option]) => {
      const texts = given.get(key);
      if (texts === undefined) return [key, option.fallback];
      try {
        return [key, option.read(texts)];
      } catch (error) {
        throw error instanceof Unfit ? failed(key, error) : error;
      }
    }),
  );
}
