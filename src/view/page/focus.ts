/** The key of the item of a list in which the focus is. */
export function focusedKey(): string | undefined {
  const item = document.activeElement?.closest('[data-key]');
  return item instanceof HTMLElement ? item.dataset['key'] : undefined;
}

/** Which control of an item has the focus: empty for the item itself; `undefined` if none has. */
export function controlIn(item: HTMLElement): string | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !item.contains(focused)) return undefined;
  return focused.dataset['control'] ?? '';
}

/** Gives the focus to a control of an item, or to the item where that has no such control. */
export function focusIn(item: HTMLElement, control: string): void {
  const inner = [...item.querySelectorAll<HTMLElement>('[data-control]')].find(
    (one) => one.dataset['control'] === control,
  );
  (inner ?? item).focus({ preventScroll: true });
}

type Step = (index: number, count: number) => number;

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['ArrowDown', (index) => index + 1],
  ['PageDown', (index) => index + 1],
  ['ArrowUp', (index) => index - 1],
  ['PageUp', (index) => index - 1],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
]);

/** Where a key moves the focus, from an index among so many; `undefined` for a key that does not. */
export function nextIndex(key: string, index: number, count: number): number | undefined {
  const next = STEPS.get(key)?.(index, count);
  return next === undefined ? undefined : Math.max(0, Math.min(next, count - 1));
}
