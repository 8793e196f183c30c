import { relative, sep } from 'node:path';
import { ROOT, type DiskEvent, type Inode, type DirectoryEntry } from './disk-events.js';

/** Directory entries as a running process sees them. */
export class DirectoryTree {
  private readonly directories = new Map<Inode, Map<string, Inode>>([[ROOT, new Map()]]);
  private made = 0;

  constructor(private readonly root: string) {}

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
