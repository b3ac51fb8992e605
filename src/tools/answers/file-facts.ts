import type { FileScan } from '../../core/scan/scan.js';
import { hashText, linesText, pathText } from './layout.js';
import type { Json, Limits } from '../tool.js';

/** The line that a file begins with in a text: facts are named only where they are not the usual ones. */
export function factsLine(shown: string, scan: FileScan, limits: Limits): string {
  const { totalLines, hash, encoding, bom, newline, finalNewline } = scan;
  return [
    pathText(shown),
    linesText(totalLines),
    `file_hash ${hashText(hash, limits)}`,
    ...(encoding === 'utf-8' ? [] : [`encoding ${encoding}`]),
    ...(bom ? ['BOM'] : []),
    ...(newline === 'lf' || newline === 'none' ? [] : [`newline ${newline}`]),
    ...(finalNewline ? [] : ['no final newline']),
  ].join('  ');
}

/** The same facts, all of them, for programs. */
export function factsObject(shown: string, scan: FileScan): { readonly [name: string]: Json } {
  return {
    file_path: shown,
    file_hash: scan.hash,
    total_lines: scan.totalLines,
    size: scan.size,
    encoding: scan.encoding,
    bom: scan.bom,
    newline: scan.newline,
    final_newline: scan.finalNewline,
  };
}
