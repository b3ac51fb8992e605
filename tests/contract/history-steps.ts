import { hashOf, parseHash, type Hash, type HashPrefix } from '../../src/core/hash.js';
import type { FilePath } from '../../src/core/path.js';
import type { Plan } from '../../src/store/store.js';
import type { OpenStore } from './open-store.js';
import { change, contentOf, pathsOf, patient } from './steps.js';
import type { Texts } from './steps.js';

export function hashText(text: string): Hash {
  return hashOf(Buffer.from(text));
}

/** The first digits of a hash, as a caller sends them. */
export function prefixOf(hash: string, digits = 64): HashPrefix {
  const prefix = parseHash(hash.slice(0, digits));
  if (prefix === undefined) throw new Error('no hash');
  return prefix;
}

export async function pathOf({ store }: OpenStore, name: string): Promise<FilePath> {
  const [path] = await pathsOf(store, [name]);
  if (path === undefined) throw new Error('not resolved');
  return path;
}

/** Gives files these texts, as an agent; gives the id of the change. */
export function give(open: OpenStore, texts: Texts, agent = 'ada', more = {}) {
  return change(open.store, Object.keys(texts), () => texts, {
    ...patient,
    author: agent,
    ...more,
  });
}

/** Moves a file and gives it this text. */
export async function move(open: OpenStore, from: string, to: string, text: string) {
  const [source, target] = [await pathOf(open, from), await pathOf(open, to)];
  const plan: Plan = () => [
    { path: source, content: undefined, action: 'move' },
    { path: target, content: contentOf(text), action: 'move', from: source },
  ];
  return open.store.transact([source, target], plan, patient);
}
