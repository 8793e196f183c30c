import { open, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Reports how much of the data written to sockets the operating system still holds. */
export interface SendQueues {
  /**
   * For each socket, the bytes that the other side has not acknowledged yet. Sockets that the system does not report
   * are left out.
   */
  of(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>>;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

interface OpenSocket extends Socket {
  readonly _handle?: { readonly fd?: number } | null;
}

/**
 * `undefined` on systems where Node can write again as soon as the other side reads, so that the queues need not be
 * known.
 */
export function sendQueues(): SendQueues | undefined {
  return process.platform === 'linux' ? new LinuxSendQueues() : undefined;
}

/**
 * Reads the tables of Linux, whose length grows with the number of connections. One read serves all requested sockets.
 */
export class LinuxSendQueues implements SendQueues {
  constructor(private readonly tables: readonly string[] = TABLES) {}

  async of(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>> {
    const byInode = new Map<string, Socket>();
    for (const socket of sockets) {
      const inode = await inodeOf(socket);
      if (inode !== undefined) byInode.set(inode, socket);
    }
    const queues = new Map<Socket, number>();
    for (const table of this.tables) {
      if (queues.size === byInode.size) break;
      await readTable(table, byInode, queues);
    }
    return queues;
  }
}

async function inodeOf({ _handle: handle }: OpenSocket): Promise<string | undefined> {
  if (typeof handle?.fd !== 'number' || handle.fd < 0) return undefined;
  try {
    return /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/self/fd/${handle.fd}`))?.[1];
  } catch {
    return undefined; // closed meanwhile, or there is no such folder
  }
}

async function readTable(
  table: string,
  byInode: ReadonlyMap<string, Socket>,
  queues: Map<Socket, number>,
): Promise<void> {
  try {
    const file = await open(table);
    for await (const line of file.readLines()) {
      const [, , , , lengths = '', , , , , inode = ''] = line.trim().split(/\s+/);
      const socket = byInode.get(inode);
      if (socket !== undefined) queues.set(socket, Number.parseInt(lengths, 16));
    }
  } catch {
    // The table is missing: the system is not Linux, or has no IPv6.
  }
}
