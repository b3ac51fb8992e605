import type { Revision } from '../../../src/core/change.js';
import { reviseLines } from '../../../src/core/edit/revise.js';
import type { LinesRevision } from '../../../src/core/edit/revise.js';
import { snapshot } from '../../support/versions.js';
import { range } from '../fixture.js';

/** Edits as their lines and new contents. */
export type Edits = readonly (readonly [lines: string, contents: string])[];

type Options = Partial<Omit<LinesRevision, 'edits'>>;

/** The revision of `a.txt`; without an encoding named. */
export function revise(file: string | Buffer, edits: Edits, options: Options = {}): Revision {
  return reviseLines(snapshot(file), 'a.txt', {
    encoding: 'auto',
    ...options,
    edits: edits.map(([lines, contents]) => ({ range: range(lines), contents })),
  });
}

export function bytesOf({ content }: Revision): Buffer {
  return Buffer.concat(content.slices);
}

/** The text of the version to come. */
export function after(file: string, edits: Edits, options?: Options): string {
  return bytesOf(revise(file, edits, options)).toString();
}
