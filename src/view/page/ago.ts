const SECOND = 1000;
const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: SECOND, name: 's' },
] as const;
/** Younger than this is now. */
const NOW_MS = 2 * SECOND;

/** How long ago something was, in its largest unit. */
export function agoText(ms: number): string {
  return ms < NOW_MS ? 'now' : `${spanText(ms)} ago`;
}

/** A time in milliseconds in its largest unit. */
export function spanText(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  return unit === undefined ? '0 s' : `${String(Math.floor(ms / unit.ms))} ${unit.name}`;
}
