import type { Layout } from './layout.js';

/** The part of a long list that is in sight. */
export interface Viewport {
  /** The keys of what is in sight, or not farther from it than the margin, in pixels. */
  inSight(margin: number): readonly string[];
  isAtTop(): boolean;
  goToTop(): void;
  /** Moves an item into sight if a part of it is outside. */
  reveal(index: number): void;
  /** Changes the layout. What is in sight stays where it is, unless that is the top. */
  keepInPlace(change: () => void): void;
}

/** In pixels. */
const TOP = 8;

export function createViewport(
  scroller: HTMLElement,
  runway: HTMLElement,
  layout: Layout,
): Viewport {
  return {
    inSight: (margin) => {
      const { scrollTop, clientHeight } = scroller;
      const from = layout.indexAt(scrollTop - margin);
      return layout.keys().slice(from, layout.indexAt(scrollTop + clientHeight + margin) + 1);
    },
    isAtTop: () => scroller.scrollTop <= TOP,
    goToTop: () => {
      scroller.scrollTop = 0;
    },
    reveal: (index) => {
      const [top, bottom] = [layout.top(index), layout.top(index + 1)];
      const { scrollTop, clientHeight } = scroller;
      if (top < scrollTop || bottom > scrollTop + clientHeight)
        scroller.scrollTop = Math.max(0, top - TOP);
    },
    keepInPlace: (change) => {
      const { scrollTop } = scroller;
      const index = layout.indexAt(scrollTop);
      const [key, above] = [layout.keys()[index], scrollTop - layout.top(index)];
      change();
      runway.style.height = `${String(layout.height())}px`;
      const next = key === undefined ? -1 : layout.indexOf(key);
      if (scrollTop <= TOP || next < 0) return;
      const top = layout.top(next) + above;
      if (top !== scrollTop) scroller.scrollTop = top;
    },
  };
}
