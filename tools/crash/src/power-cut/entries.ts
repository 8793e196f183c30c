import { ROOT, type Enter, type Inode, type Leave, type Move } from './disk-events.js';
import type { Contents } from './file-contents.js';

/** A change of directory entries, with its number. */
export interface Step {
  readonly number: number;
  readonly event: Enter | Leave | Move;
}

/**
 * Entries after the steps, by path: contents for a file, `undefined` for a directory. Directories come before their
 * entries.
 */
export function entriesAfter(
  steps: readonly Step[],
  contents: ReadonlyMap<Inode, Contents>,
): ReadonlyMap<string, Contents | undefined> {
  const directories = new Map<Inode, Map<string, Inode>>();
  const namesIn = (directory: Inode): Map<string, Inode> => {
    const names = directories.get(directory) ?? new Map<string, Inode>();
    directories.set(directory, names);
    return names;
  };
  for (const { event } of steps.toSorted((left, right) => left.number - right.number)) {
    if (event.kind === 'enter') {
      if (event.isDirectory) namesIn(event.inode);
      namesIn(event.directory).set(event.name, event.inode);
    } else if (event.kind === 'leave') {
      namesIn(event.directory).delete(event.name);
    } else {
      namesIn(event.from.directory).delete(event.from.name);
      namesIn(event.to.directory).set(event.to.name, event.inode);
    }
  }
  const entries = new Map<string, Contents | undefined>();
  const visit = (directory: Inode, path: string): void => {
    for (const [name, inode] of directories.get(directory) ?? []) {
      const isDirectory = directories.has(inode);
      entries.set(`${path}${name}`, isDirectory ? undefined : (contents.get(inode) ?? nothing(inode)));
      if (isDirectory) visit(inode, `${path}${name}/`);
    }
  };
  visit(ROOT, '');
  return entries;
}

function nothing(inode: Inode): Contents {
  return { name: `${inode}:empty`, writes: [] };
}
