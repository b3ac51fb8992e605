import { element } from './element.js';

const COLOURS = 12;

/** A coloured letter by which the eye finds an agent again. */
export function markOf(agent: string): HTMLElement {
  const letter = /[\p{L}\p{N}]/u.exec(agent)?.[0] ?? '?';
  const colour = String(colourOf(agent));
  return element(
    'span',
    { class: `mark colour-${colour}`, 'aria-hidden': 'true' },
    letter.toUpperCase(),
  );
}

function colourOf(agent: string): number {
  let sum = 0;
  for (const character of agent) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % COLOURS;
}
