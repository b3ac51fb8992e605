import type { ViewEvent } from '../event.js';
import { makeCard, refreshAge, type CardActions } from './card.js';
import { createCards } from './cards.js';
import type { Changes } from './changes.js';
import { byId, inputById } from './element.js';
import { createFeedList } from './feed-list.js';
import { noticeText } from './sentences.js';
import type { LocklineServer } from './server.js';

export type Hello = Extract<ViewEvent, { readonly kind: 'hello' }>;

/** The list of changes, with its filter. */
export interface ChangesPanel {
  /** Draws what is known now; `isCut` says that some are missing. */
  show(isCut: boolean): void;
  /** Draws a change anew. */
  renew(id: string): void;
  /** Shows only what is about an agent or a file, or all again. */
  pick(name: string): void;
  /** Brings times up to date. */
  refresh(): void;
}

export interface ChangesPanelOptions {
  readonly server: LocklineServer;
  readonly hello: Hello;
  readonly changes: Changes;
  /** The time of the server. */
  readonly now: () => number;
  readonly say: (text: string) => void;
}

export function createChangesPanel(options: ChangesPanelOptions): ChangesPanel {
  const { server, hello, changes, now, say } = options;
  const filter = inputById('filter');
  const cards = createCards({ server, canUndo: hello.can_undo, renew: (id) => list.renew(id) });
  const actions: CardActions = {
    undo: async (id) => say(`Change ${id} is ${(await cards.undo(id)) ? '' : 'not '}taken back`),
    expand: (id) => cards.expand(id),
    goTo: (id) => {
      if (filter.value !== '') pick('');
      list.goTo(id);
    },
  };
  const list = createFeedList({
    scroller: byId('scroller'),
    runway: byId('runway'),
    make: (id) => makeCard(cards.state(changes.get(id) ?? missing(id)), actions, now()),
    onSight: (ids, isAtTop) => {
      cards.want(ids);
      byId('newest').hidden = isAtTop;
    },
  });
  let hasGap = false;
  const show = (isCut = false): void => {
    hasGap ||= isCut;
    const shown = changes.matching(filter.value);
    list.show(shown.map(({ change_id }) => change_id));
    tellCount(shown.length, changes.all().length);
    tell(noticeText({ ...hello, hasGap, shown: shown.length, isFiltered: filter.value !== '' }));
  };
  const pick = (name: string): void => {
    filter.value = filter.value === name ? '' : name;
    show();
    list.goToTop();
  };
  filter.addEventListener('input', () => {
    show();
    list.goToTop();
  });
  byId('newest').addEventListener('click', () => list.goToTop());
  return {
    show,
    pick,
    renew: (id) => list.renew(id),
    refresh: () => {
      for (const item of list.items()) refreshAge(item, now());
    },
  };
}

function missing(id: string): never {
  throw new Error(`change ${id} is not known`);
}

function tellCount(shown: number, all: number): void {
  const part = shown === all ? '' : `${String(shown)} of `;
  byId('changes-count').textContent = `${part}${String(all)}`;
}

function tell(notice: string): void {
  byId('notice').textContent = notice;
  byId('notice').hidden = notice === '';
}
