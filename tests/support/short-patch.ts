import { expect } from '@jest/globals';
import { parsePatch } from '../../src/core/patch/patch-format.js';
import type { FilePatch, Hunk } from '../../src/core/patch/patch-format.js';
import { refusalOf } from './thrown.js';

/** A part of a patch in short: hunks as their lines with signs, their line number before them. */
function short(part: FilePatch): unknown {
  if (part.kind === 'create') return part;
  return { ...part, hunks: part.hunks.map(shortHunk) };
}

const SIGNS = { kept: ' ', old: '-', new: '+' } as const;

function shortHunk({ start, anchors, lines, isAtEnd }: Hunk): string {
  const texts = lines.map(({ kind, text, isOpen }) => `${SIGNS[kind]}${text}${isOpen ? '\\' : ''}`);
  const titles = [...(start === undefined ? [] : [String(start)]), ...anchors.map((a) => `@@${a}`)];
  return [...titles, ...texts, ...(isAtEnd ? ['END'] : [])].join('|');
}

/** The parts of a patch in short. */
export function parsed(text: string): readonly unknown[] {
  return parsePatch(text).map(short);
}

/** What is wrong with a patch that is refused. */
export function fault(text: string): string {
  const { code, details } = refusalOf(() => parsePatch(text));
  expect(code).toBe('INVALID_ARGUMENT');
  return String(details['what']);
}
