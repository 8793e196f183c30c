import { setTimeout as pause } from 'node:timers/promises';
import { loadOf, longestBlockMs, percentile, residentBytesOf, type ServerProcess } from '@cairn/harness';

/** What a server took while it worked. */
export interface Watched {
  /** The most memory of the server alone, in bytes. */
  readonly serverBytes: number;
  /** The most memory of the processes that it started, in bytes. */
  readonly childrenBytes: number;
  /** The longest time for which its own work blocked its event loop; less than 5 ms is 0. */
  readonly blockedMs: number;
  /** How long others waited for `/livez`. */
  readonly pingMs: { readonly median: number; readonly p99: number; readonly most: number };
}

const EVERY_MS = 100;

/** Watches a server while `work` is pending, and asks it beside whether it lives. */
export async function watched<T>(
  server: ServerProcess,
  work: Promise<T>,
): Promise<Watched & { readonly result: T }> {
  const since = Date.now();
  const pings: number[] = [];
  let [serverBytes, childrenBytes, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const own = residentBytesOf(server.pid);
      serverBytes = Math.max(serverBytes, own);
      childrenBytes = Math.max(childrenBytes, loadOf(server.pid).residentBytes - own);
      const from = performance.now();
      await (await server.fetch('/livez')).arrayBuffer();
      pings.push(performance.now() - from);
      await pause(EVERY_MS);
    }
  })();
  const result = await work.finally(() => (isOver = true));
  await watching;
  const [median = 0, p99 = 0, most = 0] = [50, 99, 100].map((percent) => percentile(pings, percent));
  return {
    result,
    serverBytes,
    childrenBytes,
    blockedMs: longestBlockMs(server.output(), since),
    pingMs: { median, p99, most },
  };
}
