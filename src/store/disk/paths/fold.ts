/**
 * A name as no file system tells it from another: in compatibility form, without characters that are
 * ignored, in one case. For comparing only. HFS+ ignores zero-width characters, APFS folds a long s.
 */
export function foldName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  const visible = name.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return visible.toUpperCase().toLowerCase().normalize('NFC');
}
