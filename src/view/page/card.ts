import type { ViewChange, ViewDiff, ViewFile } from '../event.js';
import { agoText } from './ago.js';
import type { CardState } from './card-state.js';
import { countLines, diffLines, type DiffLine } from './diff-lines.js';
import { button, element } from './element.js';
import { markOf } from './mark.js';
import { seenText } from './safe-text.js';

export interface CardActions {
  readonly undo: (id: string) => Promise<void>;
  readonly expand: (id: string) => void;
  readonly goTo: (id: string) => void;
}

/** Lines of a diff that are shown before it is expanded. */
const FEW_LINES = 14;
const VERBS: Readonly<Record<string, string>> = {
  patch: 'edited',
  create: 'made',
  replace: 'rewrote',
  delete: 'deleted',
  move: 'moved',
};

/** Makes the card of a change. `now` is the time of the server. */
export function makeCard(state: CardState, actions: CardActions, now: number): HTMLElement {
  const { change } = state;
  const title = `change-${change.change_id}`;
  const about = {
    class: change.undone_by === undefined ? 'card' : 'card undone',
    tabindex: '0',
    'aria-labelledby': title,
    'data-key': change.change_id,
  };
  const header = element(
    'header',
    {},
    markOf(change.agent),
    element('h3', { id: title }, ...titleOf(change)),
    ageOf(change, now),
    undoButton(state, actions),
  );
  return element('article', about, header, ...notesOf(state, actions), ...bodyOf(state, actions));
}

/** Brings the times of a card up to date. */
export function refreshAge(card: HTMLElement, now: number): void {
  const age = card.querySelector('time');
  if (age !== null) age.textContent = agoText(now - Date.parse(age.dateTime));
}

function titleOf({ agent, undoes, files }: ViewChange): readonly (Node | string)[] {
  const [first, ...others] = files;
  const name = element('b', {}, seenText(agent));
  if (first === undefined) return [name];
  const verb = undoes === undefined ? (VERBS[first.action] ?? first.action) : 'took back in';
  const more = others.length === 0 ? [] : [` and ${String(others.length)} more`];
  return [name, ` ${verb} `, ...nameOf(first), ...more];
}

function nameOf({ file_path, previous_path }: ViewFile): readonly (Node | string)[] {
  const path = (text: string): Node => element('bdi', { class: 'path' }, seenText(text));
  return previous_path === undefined
    ? [path(file_path)]
    : [path(previous_path), ' to ', path(file_path)];
}

function ageOf({ time, tool, change_id }: ViewChange, now: number): Node {
  const date = new Date(time);
  return element(
    'time',
    {
      datetime: date.toISOString(),
      title: `${date.toLocaleString()}, ${tool}, change ${change_id}`,
    },
    agoText(now - time),
  );
}

function undoButton({ change, undo }: CardState, actions: CardActions): Node | string {
  if (undo.kind === 'impossible' || change.undone_by !== undefined) return '';
  const isRunning = undo.kind === 'running';
  const label = `Undo change ${change.change_id} by ${seenText(change.agent)}`;
  const made = button(
    { class: 'undo', 'aria-label': label, 'data-control': 'undo' },
    isRunning ? 'Undoing…' : 'Undo',
    () => {
      if (!isRunning) void actions.undo(change.change_id);
    },
  );
  // A disabled button would lose the focus.
  if (isRunning) made.setAttribute('aria-disabled', 'true');
  return made;
}

function notesOf({ change, undo }: CardState, { goTo }: CardActions): readonly Node[] {
  const note = (...parts: readonly (Node | string)[]): Node =>
    element('p', { class: 'note' }, ...parts);
  const link = (id: string): Node =>
    button({ class: 'link-like', 'data-control': `to-${id}` }, id, () => {
      goTo(id);
    });
  const { undoes, undone_by, is_partial } = change;
  const notes = [];
  if (undoes !== undefined) notes.push(note('Undo of change ', link(undoes)));
  if (undone_by !== undefined) notes.push(note('Taken back by change ', link(undone_by)));
  if (is_partial === true) notes.push(note('Also changed files that cannot be seen here.'));
  if (undo.kind === 'refused') notes.push(refusalOf(undo.text));
  return notes;
}

function refusalOf(text: string): Node {
  return element(
    'div',
    { class: 'refusal', role: 'alert' },
    element('b', {}, 'Not undone.'),
    element('pre', {}, text.split('\n').map(seenText).join('\n')),
  );
}

function bodyOf(state: CardState, actions: CardActions): readonly Node[] {
  const { diffs, change } = state;
  if (diffs === 'waiting') return [element('p', { class: 'note' }, 'Reading the diff…')];
  if (diffs === 'unknown')
    return [element('p', { class: 'note' }, 'What it did is not known any more.')];
  const isOne = change.files.length === 1;
  return diffs.flatMap((one, index) => {
    const file = change.files[index];
    const name = isOne || file === undefined ? [] : [element('h4', {}, ...nameOf(file))];
    return [...name, ...diffOf(one, state, actions)];
  });
}

function diffOf({ diff }: ViewDiff, state: CardState, actions: CardActions): readonly Node[] {
  if (diff === undefined)
    return [element('p', { class: 'note' }, 'The versions before and after it are not all kept.')];
  const lines = diffLines(diff);
  if (lines.length === 0)
    return [element('p', { class: 'note' }, 'No line that can be shown has changed.')];
  const shown = state.isExpanded ? lines : lines.slice(0, FEW_LINES);
  const left = lines.length - shown.length;
  const { added, removed } = countLines(lines);
  const what = `Diff: ${String(added)} lines added, ${String(removed)} removed`;
  const text = element('pre', { class: 'diff', role: 'group', 'aria-label': what });
  text.append(...shown.map(lineOf));
  if (left === 0) return [text];
  const id = state.change.change_id;
  const more = button(
    { class: 'link-like', 'data-control': 'more' },
    `Show ${String(left)} more lines`,
    () => {
      actions.expand(id);
    },
  );
  return [text, more];
}

function lineOf({ kind, text }: DiffLine): Node {
  return element('span', { class: `line ${kind}` }, `${seenText(text)}\n`);
}
