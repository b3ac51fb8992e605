/** Joins pieces of text and gives the lines that are complete, without their breaks. */
export function createLineReader(): (piece: string) => readonly string[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    return lines;
  };
}
