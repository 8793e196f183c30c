import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirectoryTree, type Enter, type Inode, type Leave, type Move, type Write } from './disk-events.js';

/** What a file may contain after a cut. */
export interface Contents {
  /** Distinguishes it from other possible contents of files on this disk. */
  readonly name: string;
  readonly writes: readonly Write[];
}

/**
 * Possible contents of a file whose `synced` writes are durable: none of the `unsynced` ones, some, the length without
 * the bytes, the last without the first, or all. From least to most.
 */
export function possibleContents(
  inode: Inode,
  synced: readonly Write[],
  unsynced: readonly Write[],
): readonly Contents[] {
  const named = (what: string, writes: readonly Write[]): Contents => ({
    name: `${inode}:${synced.length}+${unsynced.length}:${what}`,
    writes: [...synced, ...writes],
  });
  const last = unsynced.at(-1);
  if (last === undefined) return [named('synced', [])];
  return [
    named('none', []),
    named('torn', [
      ...unsynced.slice(0, -1),
      { ...last, bytes: last.bytes.subarray(0, last.bytes.length / 2) },
    ]),
    named(
      'zeros',
      unsynced.map((write) => ({ ...write, bytes: new Uint8Array(write.bytes.length) })),
    ),
    ...unsynced.slice(1).map((_, index) => named(`first ${index + 1}`, unsynced.slice(0, index + 1))),
    ...(unsynced.length > 1 ? [named('last', [last])] : []),
    named('all', unsynced),
  ];
}

/** The bytes after the writes; gaps are zeros. */
function bytesOf({ writes }: Contents): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, ...writes.map((write) => write.at + write.bytes.length)));
  for (const write of writes) bytes.set(write.bytes, write.at);
  return bytes;
}

/** A change of directory entries, with its number. */
export interface Step {
  readonly number: number;
  readonly event: Enter | Leave | Move;
}

/**
 * Contents of a disk by path: a file's contents, or `undefined` for a directory. Directories come before their entries.
 */
export class DiskImage {
  private readonly entries: ReadonlyMap<string, Contents | undefined>;

  /** What is there after the steps. */
  constructor(steps: readonly Step[], contents: ReadonlyMap<Inode, Contents>) {
    const tree = new DirectoryTree();
    for (const { event } of steps.toSorted((left, right) => left.number - right.number)) tree.apply(event);
    this.entries = new Map(
      Array.from(tree.entries(), ({ path, inode, isDirectory }) => {
        const empty: Contents = { name: `${inode}:empty`, writes: [] };
        return [path, isDirectory ? undefined : (contents.get(inode) ?? empty)];
      }),
    );
  }

  /** Equal for images with the same names and bytes. */
  get signature(): string {
    return Array.from(this.entries, ([path, contents]) => `${path}=${contents?.name ?? ''}`)
      .sort()
      .join('\n');
  }

  /** Files by path. */
  get files(): ReadonlyMap<string, Uint8Array> {
    const files = [...this.entries].flatMap(([path, contents]) =>
      contents === undefined ? [] : [[path, bytesOf(contents)] as const],
    );
    return new Map(files);
  }

  /** Writes the image to a folder. */
  writeTo(folder: string): void {
    for (const [path, contents] of this.entries) {
      if (contents === undefined) mkdirSync(join(folder, path));
      else writeFileSync(join(folder, path), bytesOf(contents));
    }
  }
}
