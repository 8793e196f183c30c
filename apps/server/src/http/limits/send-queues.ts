import { open, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Tells what the system holds of what was written to sockets. */
export interface SendQueues {
  /**
   * For each socket, the bytes that the system has and the other side has not acknowledged. Those of which the system does
   * not tell are left out.
   */
  of(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>>;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

interface OpenSocket extends Socket {
  readonly _handle?: { readonly fd?: number } | null;
}

/** `undefined` where Node can write again as soon as the other side takes something, so that nobody needs to ask. */
export function sendQueues(): SendQueues | undefined {
  return process.platform === 'linux' ? new LinuxSendQueues() : undefined;
}

/** Reads the tables of Linux. They are as long as there are connections, and read once for all that are asked for. */
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
    // There is no such table where the system is another one, or has no IPv6.
  }
}
