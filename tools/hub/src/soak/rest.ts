import { setTimeout } from 'node:timers/promises';
import type { ServerProcess } from '@cairn/harness';
import { loadOf } from './process-load.js';

/** Jobs begin after 15 seconds. */
const BEGUN_MS = 20_000;
const WINDOW_MS = 10_000;

/** How a server comes to rest. */
export interface Rest {
  /** Of a core, over the last ten seconds. */
  readonly cpuShare: number;
  readonly afterSeconds: number;
}

/** Resolves when a server and its processes take less than `share` of a core for ten seconds, or after `withinMs`. */
export async function comeToRest(
  { pid }: ServerProcess,
  { share, withinMs }: { readonly share: number; readonly withinMs: number },
): Promise<Rest> {
  const from = performance.now();
  await setTimeout(BEGUN_MS);
  for (;;) {
    const [before, startedAt] = [loadOf(pid).cpuMs, performance.now()];
    await setTimeout(WINDOW_MS);
    const { cpuMs } = loadOf(pid);
    const cpuShare = (cpuMs - before) / (performance.now() - startedAt);
    const afterMs = performance.now() - from;
    if (cpuShare < share || afterMs + WINDOW_MS > withinMs) return { cpuShare, afterSeconds: afterMs / 1000 };
  }
}

export interface JobRecord {
  readonly name: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly error: string | null;
  readonly failureCount: number;
  readonly failures: readonly { readonly item: string; readonly reason: string; readonly attempts: number }[];
}

/** What is wrong with the jobs of a server, in words. */
export async function jobFaults(server: ServerProcess): Promise<readonly string[]> {
  const jobs = (await (await server.fetch('/api/jobs')).json()) as readonly JobRecord[];
  return jobs.flatMap(({ name, outcome, error, failureCount, failures }) => [
    ...(outcome === 'failed' ? [`${name} failed: ${error}`] : []),
    ...failures.map(({ item, reason, attempts }) => `${name} failed ${attempts} times at ${item}: ${reason}`),
    ...(failureCount > failures.length ? [`${name} failed at ${failureCount} items`] : []),
  ]);
}
