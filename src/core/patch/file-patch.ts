/** One file's part of a patch. Paths are as the patch names them. */
export type FilePatch =
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly contents: string;
      /** The mode that git gives the file, unless it is the usual one. */
      readonly mode?: string;
    }
  | {
      readonly kind: 'delete';
      readonly path: string;
      /** All lines of the file, if the patch has them. */
      readonly hunks: readonly Hunk[];
    }
  | {
      readonly kind: 'update';
      readonly path: string;
      /** Where the file is moved to. */
      readonly newPath?: string;
      readonly hunks: readonly Hunk[];
    };

/** Lines that stand together, and what becomes of them. */
export interface Hunk {
  /** The line of the old file where it begins, from 1; for one without old lines the gap before this line. */
  readonly start?: number;
  /** Lines of the file that stand before it, in their order. */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** Whether it ends with the last line of the file. */
  readonly isAtEnd: boolean;
}

/** A line of the file that stays or goes, or a new one. */
export interface HunkLine {
  readonly kind: 'kept' | 'old' | 'new';
  readonly text: string;
  /** Whether it is said to be the last line and to have no terminator. */
  readonly isOpen: boolean;
}
