const PAUSE_MS = 4000;

/**
 * Tells screen readers what happens, no faster than it can be spoken: of what comes too fast only the last is said,
 * with how much was left out.
 */
export function createAnnouncer(place: HTMLElement): (text: string) => void {
  let waiting: string[] = [];
  let isPausing = false;
  const speak = (): void => {
    const last = waiting.at(-1);
    isPausing = last !== undefined;
    if (last === undefined) return;
    const left = waiting.length - 1;
    place.textContent = left === 0 ? last : `${last}, and ${String(left)} more`;
    waiting = [];
    setTimeout(speak, PAUSE_MS);
  };
  return (text) => {
    waiting.push(text);
    if (!isPausing) speak();
  };
}
