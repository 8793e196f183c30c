import type { Inode, Write } from './disk-events.js';

/** What a file may contain after a cut. */
export interface Contents {
  /** Distinguishes it from other possible contents of files on this disk. */
  readonly name: string;
  readonly writes: readonly Write[];
}

/**
 * Possible contents of a file whose `synced` writes are durable: none of the `unsynced` ones, some, the length
 * without the
 * bytes, the last without the first, or all. From least to most.
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
export function bytesOf({ writes }: Contents): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, ...writes.map((write) => write.at + write.bytes.length)));
  for (const write of writes) bytes.set(write.bytes, write.at);
  return bytes;
}
