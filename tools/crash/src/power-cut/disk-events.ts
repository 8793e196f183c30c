/** Number of a file or directory. */
export type Inode = number;

/** The root directory. It exists from the start. */
export const ROOT: Inode = 0;

/** A directory entry. */
export interface DirectoryEntry {
  readonly directory: Inode;
  readonly name: string;
}

/** Adds an entry for a file or directory: by `mkdir`, `link` or opening a new file. */
export interface Enter extends DirectoryEntry {
  readonly kind: 'enter';
  readonly inode: Inode;
  readonly isDirectory: boolean;
}

export interface Leave extends DirectoryEntry {
  readonly kind: 'leave';
}

export interface Move {
  readonly kind: 'move';
  readonly from: DirectoryEntry;
  readonly to: DirectoryEntry;
  readonly inode: Inode;
}

export interface Write {
  readonly kind: 'write';
  readonly inode: Inode;
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Makes durable what was done to the file, or to the directory's entries, before event number `begun`. */
export interface Sync {
  readonly kind: 'sync';
  readonly inode: Inode;
  /** Path relative to the root, as it was opened. */
  readonly path: string;
  readonly begun: number;
}

/** What a reader finds under a key: `absent`, or the area of the bytes with their SHA-256. */
export type Found = string;

/** What the store's caller relies on: from now on a reader finds one of these under the key, and `absent` before. */
export interface Expected {
  readonly kind: 'expected';
  readonly key: string;
  readonly states: readonly Found[];
}

/** Changes to a disk and expectations of its contents, in the order in which they completed. */
export type DiskEvent = Enter | Leave | Move | Write | Sync | Expected;
