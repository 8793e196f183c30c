import type { Workload, Side } from './workloads/workload.js';
import { run, type LoadResult } from './load/load.js';

/** V8 is still compiling hot functions before that. */
const FIRST_WARM_UP_MS = 10_000;
const WARM_UP_MS = 300;

export interface Duration {
  readonly seconds: number;
  readonly rounds: number;
}

/** One round: Cairn, then each baseline in order. */
export interface Round {
  /** In epoch milliseconds. */
  readonly startedAt: number;
  readonly cairn: LoadResult;
  readonly baselines: readonly LoadResult[];
}

/** Measures Cairn and its baselines in turn, so that other load on the machine affects all of them. */
export async function compare(workload: Workload, { seconds, rounds }: Duration): Promise<readonly Round[]> {
  const { clients, expectedStatus, cairn, baselines } = workload;
  const measure = async (side: Side, warmUpMs: number, measureMs: number): Promise<LoadResult> =>
    await run({ ...side, clients, expectedStatus, warmUpMs, measureMs });
  for (const side of [cairn, ...baselines]) await measure(side, FIRST_WARM_UP_MS, 0);
  const done: Round[] = [];
  while (done.length < rounds) {
    const startedAt = Date.now();
    const [own, ...others] = await inTurn([cairn, ...baselines], (side) =>
      measure(side, WARM_UP_MS, seconds * 1000),
    );
    if (own !== undefined) done.push({ startedAt, cairn: own, baselines: others });
  }
  return done;
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
