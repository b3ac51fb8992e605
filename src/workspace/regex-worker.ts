import { Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { MOST_COUNTED } from '../core/search/search-hit.js';
import type { Hits } from '../core/search/search-hit.js';
import type { SearchPattern } from '../core/search/search-pattern.js';

/** What became of the search in one file; after the search was given up no other is tried. */
export type RegexOutcome = Hits | 'too_slow' | 'not_tried';

/** Runs one regular expression on many files, in a thread of its own that can be stopped. */
export interface RegexRunner {
  /** Searches files of UTF-8, in order. What would go beyond a limit is given up. */
  run(files: readonly Buffer[]): Promise<readonly RegexOutcome[]>;
  /** Whether a limit for all files was met, so that no further one is tried. */
  hasGivenUp(): boolean;
  close(): Promise<void>;
}

export interface RegexLimits {
  /** For one file. */
  readonly fileMs: number;
  /** For all files together, as long as the thread works. */
  readonly totalMs: number;
  /** So many files may go beyond their limit before no other is tried. */
  readonly mostSlow: number;
  /** Hits of one file that are told one by one. */
  readonly most: number;
}

/** What the thread is given once. */
interface Job {
  readonly source: string;
  readonly flags: string;
  readonly isMultiline: boolean;
  readonly most: number;
  readonly mostCounted: number;
  /** Its only number is the index of the file that is being searched. */
  readonly progress: Int32Array;
}

/** Files that are searched in one go: one after another in `bytes`. */
interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sizes: readonly number[];
}

/** Line, index, length and last line of hit after hit; then the number of all. */
type PackedHits = readonly [places: readonly number[], count: number];

/** A thread that needs more ends like one that takes too long. */
const HEAP = { maxOldGenerationSizeMb: 512 };

export function createRegexRunner(
  { source, flags, isMultiline }: SearchPattern,
  { most, mostSlow, fileMs, totalMs }: RegexLimits,
): RegexRunner {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const job: Job = { source, flags, isMultiline, most, mostCounted: MOST_COUNTED, progress };
  let worker: Worker | undefined;
  let leftMs = totalMs;
  let slow = 0;

  async function stop(): Promise<void> {
    await worker?.terminate();
    worker = undefined;
  }

  const hasGivenUp = (): boolean => leftMs <= 0 || slow >= mostSlow;

  async function run(files: readonly Buffer[]): Promise<readonly RegexOutcome[]> {
    if (hasGivenUp()) return files.map(() => 'not_tried');
    if (files.length === 0) return [];
    worker ??= startWorker(job);
    const begun = performance.now();
    const answers = await ask(worker, { files, progress, fileMs, leftMs });
    leftMs -= performance.now() - begun;
    const done = answers.map(unpack);
    if (done.length === files.length) return done;
    await stop();
    // Where the time for all is used up, the file that it stood at may be as fast as others.
    if (leftMs <= 0) return [...done, ...(await run(files.slice(done.length)))];
    slow += 1;
    return [...done, 'too_slow', ...(await run(files.slice(done.length + 1)))];
  }

  return {
    run,
    hasGivenUp,
    close: () => {
      leftMs = 0;
      return stop();
    },
  };
}

interface Question {
  readonly files: readonly Buffer[];
  readonly progress: Int32Array;
  readonly fileMs: number;
  readonly leftMs: number;
}

const NOT_BEGUN = -1;
/** How often the thread is looked at within the limit of a file. */
const LOOKS = 10;

/** Gives fewer answers than files where the thread stood at one for too long or used up the time, or died. */
function ask(
  thread: Worker,
  { files, progress, fileMs, leftMs }: Question,
): Promise<readonly PackedHits[]> {
  const answers: PackedHits[] = [];
  Atomics.store(progress, 0, NOT_BEGUN);
  return new Promise((resolve) => {
    const begun = performance.now();
    let seen = NOT_BEGUN;
    let looks = 0;
    const end = (): void => {
      clearInterval(timer);
      thread.off('message', take).off('error', end).off('exit', end);
      resolve(answers);
    };
    const take = (answer: PackedHits): void => {
      answers.push(answer);
      if (answers.length === files.length) end();
    };
    const timer = setInterval(() => {
      const now = Atomics.load(progress, 0);
      // Before the first file it is starting, which on a busy machine takes a moment.
      looks = now === seen && now !== NOT_BEGUN ? looks + 1 : 0;
      seen = now;
      if (looks >= LOOKS || performance.now() - begun > leftMs) end();
    }, fileMs / LOOKS);
    thread.on('message', take).on('error', end).on('exit', end);
    const batch = toBatch(files);
    thread.postMessage(batch, [batch.bytes.buffer]);
  });
}

/** The files one after another, in memory that can be handed over. */
function toBatch(files: readonly Buffer[]): Batch {
  const sizes = files.map(({ length }) => length);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const file of files) {
    bytes.set(file, at);
    at += file.length;
  }
  return { bytes, sizes };
}

function unpack([places, count]: PackedHits): Hits {
  const first = Array.from({ length: places.length / 4 }, (_, hit) => {
    const [line = 0, index = 0, length = 0, lastLine = 0] = places.slice(hit * 4, hit * 4 + 4);
    return { line, index, length, lastLine };
  });
  return { first, count };
}

/** The thread runs the text of two functions of ours, so that the program stays one file. */
function startWorker(job: Job): Worker {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
(${serveSearches.toString()})(parentPort, workerData, ${searchText.toString()});`,
    { eval: true, workerData: job, resourceLimits: HEAP, stdout: true, stderr: true },
  );
  // Nothing may be kept running by it, nor fail by it after it was given up.
  worker.unref();
  worker.on('error', () => undefined);
  return worker;
}

/** What was found so far in a file. */
interface Found {
  readonly places: number[];
  count: number;
}

/** What is searched: a text whose first line has this number, for the pattern of the thread. */
interface Searched {
  readonly text: string;
  readonly firstLine: number;
  readonly regex: RegExp;
}

/** All that the thread does. Like `searchText` it must use nothing of this module: only its text gets there. */
function serveSearches(port: MessagePort, job: Job, search: typeof searchText): void {
  const regex = new RegExp(job.source, job.flags);

  const searchFile = (bytes: Buffer): PackedHits => {
    const decoded = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const text = decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
    const found: Found = { places: [], count: 0 };
    if (job.isMultiline) {
      search({ text, firstLine: 1, regex }, found, job);
      return [found.places, found.count];
    }
    let firstLine = 1;
    for (let start = 0; start < text.length; firstLine += 1) {
      const end = text.indexOf('\n', start);
      const line = end === -1 ? text.slice(start) : text.slice(start, end);
      search({ text: line, firstLine, regex }, found, job);
      start = end === -1 ? text.length : end + 1;
    }
    return [found.places, found.count];
  };

  port.on('message', ({ bytes, sizes }: Batch) => {
    let at = 0;
    for (const [index, size] of sizes.entries()) {
      Atomics.store(job.progress, 0, index);
      const file = Buffer.from(bytes.buffer, bytes.byteOffset + at, size);
      at += size;
      // One by one, so that what is found is not lost when a later file takes too long.
      port.postMessage(searchFile(file));
    }
  });
}

function searchText({ text, firstLine, regex }: Searched, found: Found, job: Job): void {
  let line = firstLine;
  let lineStart = 0;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const { 0: matched, index } = match;
    if (found.count >= job.mostCounted) return;
    found.count += 1;
    if (found.count <= job.most) {
      let end = text.indexOf('\n', lineStart);
      while (end !== -1 && end < index) {
        line += 1;
        lineStart = end + 1;
        end = text.indexOf('\n', lineStart);
      }
      const breaks = matched.slice(0, -1).split('\n').length - 1;
      found.places.push(line, index - lineStart, matched.length, line + breaks);
    }
    if (matched.length > 0) continue;
    // A match of nothing counts once in its line.
    const next = text.indexOf('\n', index);
    if (next === -1) return;
    regex.lastIndex = next + 1;
  }
}
