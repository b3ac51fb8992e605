import { createFeedItems } from './feed-items.js';
import { focusedKey, nextIndex } from './focus.js';
import { createLayout, type Layout } from './layout.js';
import { createViewport } from './viewport.js';

/** A list of any length, of which only what is in sight is in the page. */
export interface FeedList {
  /** Shows these items, in this order. What is in sight stays where it is, unless that is the top. */
  show(keys: readonly string[]): void;
  /** Makes an item anew. */
  renew(key: string): void;
  /** Brings an item into sight and gives it the focus, if it is in the list. */
  goTo(key: string): void;
  goToTop(): void;
  /** What is in the page now. */
  items(): Iterable<HTMLElement>;
}

export interface FeedListOptions {
  readonly scroller: HTMLElement;
  readonly runway: HTMLElement;
  readonly make: (key: string) => HTMLElement;
  /** Told what is in sight after the list was drawn. */
  readonly onSight: (keys: readonly string[], isAtTop: boolean) => void;
}

/** In pixels. */
const USUAL_HEIGHT = 150;
const MARGIN = 500;
/** Heights settle in two rounds; more only where the width of a scroll bar changes them. */
const MOST_ROUNDS = 3;

export function createFeedList({ scroller, runway, make, onSight }: FeedListOptions): FeedList {
  const layout = createLayout(USUAL_HEIGHT);
  const items = createFeedItems(runway, layout, make);
  const viewport = createViewport(scroller, runway, layout);
  const draw = (): void => {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      items.place(withFocused(layout, viewport.inSight(MARGIN)));
      let isOther = false;
      viewport.keepInPlace(() => {
        isOther = items.measure();
      });
      if (!isOther) break;
    }
    onSight(viewport.inSight(0), viewport.isAtTop());
  };
  const plan = onceAFrame(draw);
  const goTo = (key: string): void => {
    const index = layout.indexOf(key);
    if (index < 0) return;
    viewport.reveal(index);
    draw();
    items.focus(key);
  };
  scroller.addEventListener('scroll', plan, { passive: true });
  new ResizeObserver(plan).observe(scroller);
  runway.addEventListener('keydown', (event) => {
    const index = layout.indexOf(focusedKey() ?? '');
    const next = index < 0 ? undefined : nextIndex(event.key, index, layout.keys().length);
    const key = next === undefined ? undefined : layout.keys()[next];
    if (key === undefined) return;
    event.preventDefault();
    goTo(key);
  });
  return {
    show: (keys) => {
      viewport.keepInPlace(() => layout.setKeys(keys));
      plan();
    },
    renew: (key) => {
      items.renew(key);
      plan();
    },
    goTo,
    goToTop: () => {
      viewport.goToTop();
      plan();
    },
    items: () => items.all(),
  };
}

/** What has the focus must not go away. */
function withFocused(layout: Layout, keys: readonly string[]): readonly string[] {
  const focused = focusedKey();
  if (focused === undefined || keys.includes(focused)) return keys;
  const index = layout.indexOf(focused);
  if (index < 0) return keys;
  return index < layout.indexOf(keys[0] ?? '') ? [focused, ...keys] : [...keys, focused];
}

/** However often it is called, the work is done once before the next picture. */
function onceAFrame(work: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      work();
    });
  };
}
