import { controlIn, focusIn } from './focus.js';
import type { Layout } from './layout.js';

/** The items of a list that are in the page, in its order. */
export interface FeedItems {
  /** Has these items in the page, each in its place, and no other. */
  place(keys: readonly string[]): void;
  /** Notes how high they are; tells whether one is not as high as it was thought to be. */
  measure(): boolean;
  /** Makes an item anew; the focus stays where it is in it. */
  renew(key: string): void;
  focus(key: string): void;
  all(): Iterable<HTMLElement>;
}

export function createFeedItems(
  runway: HTMLElement,
  layout: Layout,
  make: (key: string) => HTMLElement,
): FeedItems {
  const items = new Map<string, HTMLElement>();
  const removeOthers = (keys: ReadonlySet<string>): void => {
    for (const [key, item] of items) {
      if (keys.has(key)) continue;
      item.remove();
      items.delete(key);
    }
  };
  const itemOf = (key: string): HTMLElement => {
    const item = items.get(key) ?? make(key);
    items.set(key, item);
    tellPlace(item, layout.indexOf(key), layout);
    return item;
  };
  return {
    place: (keys) => {
      removeOthers(new Set(keys));
      let next = runway.firstChild;
      for (const key of keys) {
        const item = itemOf(key);
        if (item === next) next = item.nextSibling;
        else runway.insertBefore(item, next);
      }
    },
    measure: () => {
      const heights = [...items].map(([key, item]) => [key, item.offsetHeight] as const);
      return heights.filter(([key, height]) => layout.setHeight(key, height)).length > 0;
    },
    renew: (key) => {
      const old = items.get(key);
      if (old === undefined) return;
      const control = controlIn(old);
      items.delete(key);
      const made = itemOf(key);
      old.replaceWith(made);
      if (control !== undefined) focusIn(made, control);
    },
    focus: (key) => {
      items.get(key)?.focus({ preventScroll: true });
    },
    all: () => items.values(),
  };
}

function tellPlace(item: HTMLElement, index: number, layout: Layout): void {
  item.setAttribute('aria-posinset', String(index + 1));
  item.setAttribute('aria-setsize', String(layout.keys().length));
  item.style.transform = `translateY(${String(layout.top(index))}px)`;
}
