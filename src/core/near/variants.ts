import type { Lines } from '../text/lines.js';
import { findText } from '../text/match.js';
import type { Occurrence } from '../text/match.js';

/** A text as it may have been meant. */
interface Variant {
  /** What was done to it, to begin a sentence. */
  readonly how: string;
  readonly text: string;
}

/** A text that does not occur as given, but does so when it is read in another way. */
export interface FoundVariant extends Variant {
  readonly first: Occurrence;
}

/**
 * The way to read a text (with LF only) in which it occurs: models copy line numbers along, escape once too
 * often or not at all, and lose the Unicode form. For a hint, never to act upon.
 */
export function findVariant(lines: Lines, text: string): FoundVariant | undefined {
  const tried = new Set(['', text]);
  for (const variant of variantsOf(text)) {
    if (tried.has(variant.text)) continue;
    tried.add(variant.text);
    for (const first of findText(lines, variant.text)) return { ...variant, first };
  }
  return undefined;
}

function variantsOf(text: string): readonly Variant[] {
  return [
    { how: 'Without its line numbers', text: withoutNumbers(text) },
    { how: String.raw`With \n, \t and \" in it read as escapes`, text: unescaped(text) },
    {
      how: String.raw`With its line breaks and tabs written as \n and \t`,
      text: text.replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`),
    },
    { how: 'With its HTML entities resolved', text: withoutEntities(text) },
    { how: 'Without the line breaks at its ends', text: text.replaceAll(/^\n+|\n+$/g, '') },
    { how: 'In the Unicode form NFC', text: text.normalize('NFC') },
    { how: 'In the Unicode form NFD', text: text.normalize('NFD') },
  ];
}

function withoutNumbers(text: string): string {
  const pieces = text.split('\n');
  const isNumbered = pieces.every((piece) => piece === '' || /^ *\d+\t/.test(piece));
  return isNumbered ? pieces.map((piece) => piece.replace(/^ *\d+\t/, '')).join('\n') : text;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);

function unescaped(text: string): string {
  return text.replaceAll(/\\(["'\\nt])/g, (_, sign: string) => ESCAPES.get(sign) ?? sign);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&apos;', "'"],
  ['&amp;', '&'],
]);

function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(lt|gt|quot|#39|apos|amp);/g,
    (entity) => ENTITIES.get(entity) ?? entity,
  );
}
