/** Lines of a text that is to stay within a number of characters. */
export interface Room {
  /** Takes lines if all of them fit; says whether they did. Once some did not, none do. */
  take(lines: readonly string[]): boolean;
  readonly lines: readonly string[];
}

/** Room for so many characters, the line breaks included. */
export function createRoom(chars: number): Room {
  const taken: string[] = [];
  let left = chars;
  return {
    lines: taken,
    take(lines) {
      const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
      if (size > left) {
        left = 0;
        return false;
      }
      left -= size;
      taken.push(...lines);
      return true;
    },
  };
}
