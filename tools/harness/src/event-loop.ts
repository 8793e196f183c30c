import { fileURLToPath } from 'node:url';

// The built file, whether this module is built or not: Node preloads it into another process.
const monitor = fileURLToPath(new URL('../dist/event-loop-monitor.js', import.meta.url));

/** Has a server print how long its event loop is blocked; see {@link longestBlockMs}. */
export const eventLoopMonitored = { NODE_OPTIONS: `--import ${monitor}` };

/** The longest time for which the event loop was blocked, by a server's output since an epoch millisecond. */
export function longestBlockMs(output: string, since = 0): number {
  const blocks = [...output.matchAll(/^(\d+) event loop blocked for (\d+) ms$/gm)];
  return Math.max(0, ...blocks.flatMap(([, at, ms]) => (Number(at) >= since ? [Number(ms)] : [])));
}
