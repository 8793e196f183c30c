/** The number of a file or of a directory. */
export type Inode = number;

/** The directory that everything lies in; it was there before. */
export const ROOT: Inode = 0;

/** An entry of a directory. */
export interface Place {
  readonly directory: Inode;
  readonly name: string;
}

/** A name that leads to a file or a directory from now on: of `mkdir`, `link` and the opening of a new file. */
export interface Enter extends Place {
  readonly kind: 'enter';
  readonly inode: Inode;
  readonly isDirectory: boolean;
}

export interface Leave extends Place {
  readonly kind: 'leave';
}

export interface Move {
  readonly kind: 'move';
  readonly from: Place;
  readonly to: Place;
  readonly inode: Inode;
}

export interface Write {
  readonly kind: 'write';
  readonly inode: Inode;
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Makes durable what had been done to the file, or to the entries of the directory, before event number `begun`. */
export interface Sync {
  readonly kind: 'sync';
  readonly inode: Inode;
  /** As it was opened, from the root. */
  readonly path: string;
  readonly begun: number;
}

/** What a reader finds under a key: `absent`, or where its bytes are, with their SHA-256. */
export type Found = string;

/** What its caller knows of a store: from now on a reader finds one of these under the key, and `absent` before. */
export interface Expected {
  readonly kind: 'expected';
  readonly key: string;
  readonly states: readonly Found[];
}

/** What was done to a disk, and what is to be found on it, in the order in which it ended. */
export type DiskEvent = Enter | Leave | Move | Write | Sync | Expected;
