import type { ViewMeeting, ViewWrite } from '../event.js';
import { agoText, spanText } from './ago.js';
import { button, byId, element } from './element.js';
import { markOf } from './mark.js';
import type { BusyFile, PresentAgent } from './present.js';
import { seenText } from './safe-text.js';

/** What the panels at the side show. Times are those of the server. */
export interface Side {
  readonly agents: readonly PresentAgent[];
  readonly files: readonly BusyFile[];
  readonly writes: readonly ViewWrite[];
  /** The newest first. */
  readonly meetings: readonly ViewMeeting[];
  readonly now: number;
}

/** Names of files shown for one write. */
const FEW_FILES = 3;
const FEW_AGENTS = 3;

/** Draws the panels; `pick` is told of an agent or file that is chosen. */
export function drawSide(side: Side, pick: (name: string) => void): void {
  const { agents, files, writes, meetings, now } = side;
  fill('agents', agents.length, 'Nobody has called yet.', () =>
    agents.map((agent) => agentItem(agent, now, pick)),
  );
  fill('files', files.length, 'None in the last 2 minutes.', () =>
    files.map((file) => fileItem(file, now, pick)),
  );
  fill('meetings', writes.length + meetings.length, 'None.', () => [
    ...writes.map((write) => writeItem(write, now)),
    ...meetings.map((meeting) => meetingItem(meeting, now)),
  ]);
}

/** A list is only made anew where it shows something else, so that the focus stays. */
const shown = new Map<string, string>();

function fill(id: string, count: number, none: string, make: () => readonly HTMLElement[]): void {
  const items = count === 0 ? [element('li', { class: 'none' }, none)] : make();
  const text = items.map((item) => item.outerHTML).join('\n');
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const list = byId(id);
  const [kept, open] = [focusedIn(list), openIn(list)];
  list.replaceChildren(...items);
  byId(`${id}-count`).textContent = count === 0 ? '' : String(count);
  for (const detail of list.querySelectorAll('details')) detail.open = open.has(detail.id);
  if (kept !== undefined)
    [...list.querySelectorAll<HTMLElement>('[data-pick]')]
      .find((one) => one.dataset['pick'] === kept)
      ?.focus({ preventScroll: true });
}

function focusedIn(list: HTMLElement): string | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !list.contains(focused)) return undefined;
  return focused.dataset['pick'];
}

function openIn(list: HTMLElement): ReadonlySet<string> {
  return new Set(
    [...list.querySelectorAll('details')].filter((one) => one.open).map(({ id }) => id),
  );
}

function agentItem(
  { name, time, changes }: PresentAgent,
  now: number,
  pick: (name: string) => void,
): HTMLElement {
  const made = changes === 1 ? '1 change' : `${String(changes)} changes`;
  return element(
    'li',
    {},
    markOf(name),
    picker(name, pick),
    element('span', { class: 'facts' }, `${made}, ${agoText(now - time)}`),
  );
}

function fileItem(
  { name, agents, time, isWritten }: BusyFile,
  now: number,
  pick: (name: string) => void,
): HTMLElement {
  const names = agents.slice(0, FEW_AGENTS).map(seenText).join(', ');
  const more = agents.length > FEW_AGENTS ? ` and ${String(agents.length - FEW_AGENTS)} more` : '';
  const when = isWritten ? 'being written' : agoText(now - time);
  return element(
    'li',
    {},
    picker(name, pick),
    element('span', { class: 'facts' }, `${names}${more}, ${when}`),
  );
}

function picker(name: string, pick: (name: string) => void): HTMLElement {
  const text = seenText(name);
  return button({ class: 'link-like', 'data-pick': name, title: `Show only ${text}` }, text, () => {
    pick(name);
  });
}

function writeItem({ agent, files, since, waits_for }: ViewWrite, now: number): HTMLElement {
  const whom = waits_for === undefined ? '' : `, behind ${seenText(waits_for)}`;
  return element(
    'li',
    { class: 'meeting' },
    element('span', { class: 'badge wait' }, 'WAITS'),
    element('span', {}, `${seenText(agent)}: ${filesText(files)}`),
    element('span', { class: 'facts' }, `${spanText(now - since)}${whom}`),
  );
}

function meetingItem(
  { id, agent, files, code = 'WAITED', message, time }: ViewMeeting,
  now: number,
): HTMLElement {
  const kind = code === 'WAITED' || code === 'BUSY' ? 'wait' : 'conflict';
  return element(
    'li',
    { class: 'meeting' },
    element(
      'details',
      { id: `meeting-${String(id)}` },
      element(
        'summary',
        {},
        element('span', { class: `badge ${kind}` }, code),
        element('span', {}, `${seenText(agent)}: ${filesText(files)}`),
        element('span', { class: 'facts' }, agoText(now - time)),
      ),
      element('pre', { class: 'message' }, message.split('\n').map(seenText).join('\n')),
    ),
  );
}

function filesText(files: readonly string[]): string {
  if (files.length === 0) return 'an undo';
  const names = files.slice(0, FEW_FILES).map(seenText).join(', ');
  return files.length > FEW_FILES ? `${names} and ${String(files.length - FEW_FILES)} more` : names;
}
