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

/** What its caller knows of a store: a reader finds bytes with this digest under the key, or nothing; or must find them. */
export interface Promised {
  readonly kind: 'attempted' | 'promised';
  readonly key: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** From now on the key may lead nowhere. */
export interface Released {
  readonly kind: 'released';
  readonly key: string;
}

/** What was done to a disk, and what was promised about it, in the order in which it ended. */
export type DiskEvent = Enter | Leave | Move | Write | Sync | Promised | Released;
