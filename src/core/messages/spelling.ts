/**
 * The one candidate that a misspelt name most likely stands for; `undefined` when none is near or
 * several are equally near. Case, `_` and `-` do not count, so `filePath` is `file_path`.
 */
export function nearestName(given: string, candidates: readonly string[]): string | undefined {
  const wanted = folded(given);
  // A quarter of the word: `old_contents` must not pass for `contents`.
  const limit = Math.max(1, Math.floor(wanted.length / 4));
  const [best, next] = candidates
    .map((name) => ({ name, distance: editDistance(wanted, folded(name)) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.distance === next?.distance ? undefined : best?.name;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The least number of characters to insert, delete, replace or swap with the next one, to get from a word to another. */
function editDistance(from: string, to: string): number {
  const table: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    table.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const distance = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
      table[row]?.push(distance);
    }
  }
  return at(from.length, to.length);
}
