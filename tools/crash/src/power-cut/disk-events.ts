import { relative, sep } from 'node:path';

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

/** Directory entries. */
export class DirectoryTree {
  private readonly directories = new Map<Inode, Map<string, Inode>>([[ROOT, new Map()]]);
  private made = 0;

  constructor(private readonly root: string = sep) {}

  /** Whether the path is the root or below it. */
  holds(path: string): boolean {
    return `${path}${sep}`.startsWith(`${this.root}${sep}`);
  }

  /** The path relative to the root. */
  nameOf(path: string): string {
    return relative(this.root, path);
  }

  newInode(): Inode {
    this.made += 1;
    return this.made;
  }

  /** `undefined` where nothing is at the path. */
  find(path: string): Inode | undefined {
    let inode: Inode | undefined = ROOT;
    for (const name of relative(this.root, path).split(sep)) {
      if (name !== '') inode = inode === undefined ? undefined : this.directories.get(inode)?.get(name);
    }
    return inode;
  }

  /** The directory entry for a path, whether or not it exists. */
  entryOf(path: string): DirectoryEntry {
    const [parent, name] = splitAtLast(path);
    const directory = this.find(parent);
    if (directory === undefined) throw new Error(`${parent} does not exist.`);
    return { directory, name };
  }

  /** All paths, directories before what is in them. */
  *entries(directory = ROOT, path = ''): Generator<{ path: string; inode: Inode; isDirectory: boolean }> {
    for (const [name, inode] of this.directories.get(directory) ?? []) {
      const isDirectory = this.directories.has(inode);
      yield { path: `${path}${name}`, inode, isDirectory };
      if (isDirectory) yield* this.entries(inode, `${path}${name}/`);
    }
  }

  apply(event: DiskEvent): void {
    if (event.kind === 'enter') {
      if (event.isDirectory) this.directories.set(event.inode, new Map());
      this.directories.get(event.directory)?.set(event.name, event.inode);
    } else if (event.kind === 'leave') {
      this.directories.get(event.directory)?.delete(event.name);
    } else if (event.kind === 'move') {
      this.directories.get(event.from.directory)?.delete(event.from.name);
      this.directories.get(event.to.directory)?.set(event.to.name, event.inode);
    }
  }
}

function splitAtLast(path: string): readonly [parent: string, name: string] {
  const at = path.lastIndexOf(sep);
  return [path.slice(0, at), path.slice(at + 1)];
}
