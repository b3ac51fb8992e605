/** Where the items of a long list are, of which only a few are measured. */
export interface Layout {
  /** Says what is in the list, in order. What was measured of those that stay is kept. */
  setKeys(keys: readonly string[]): void;
  keys(): readonly string[];
  /** Notes the height of an item; tells whether it was thought to be another. */
  setHeight(key: string, height: number): boolean;
  /** Of the whole list. */
  height(): number;
  /** Where an item begins, by its index; that after the last is the end. */
  top(index: number): number;
  /** The index of the item at a position; the nearest one for a position outside. */
  indexAt(position: number): number;
  /** The index of an item; -1 for one that is not there. */
  indexOf(key: string): number;
}

/** All in pixels. `usual` is the height of an item that has not been measured. */
export function createLayout(usual: number): Layout {
  const heights = new Map<string, number>();
  let keys: readonly string[] = [];
  let indexes = new Map<string, number>();
  let tops = new Float64Array(1);
  let isStale = false;

  const current = (): Float64Array => {
    if (!isStale) return tops;
    tops = new Float64Array(keys.length + 1);
    keys.forEach((key, index) => {
      tops[index + 1] = (tops[index] ?? 0) + (heights.get(key) ?? usual);
    });
    isStale = false;
    return tops;
  };
  const top = (index: number): number => current()[Math.min(index, keys.length)] ?? 0;

  return {
    setKeys: (next) => {
      keys = next;
      indexes = new Map(next.map((key, index) => [key, index]));
      for (const key of heights.keys()) if (!indexes.has(key)) heights.delete(key);
      isStale = true;
    },
    keys: () => keys,
    setHeight: (key, height) => {
      if ((heights.get(key) ?? usual) === height) return false;
      heights.set(key, height);
      isStale = true;
      return true;
    },
    height: () => top(keys.length),
    top,
    indexAt: (position) => {
      let [low, high] = [0, Math.max(0, keys.length - 1)];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (top(middle) <= position) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    indexOf: (key) => indexes.get(key) ?? -1,
  };
}
