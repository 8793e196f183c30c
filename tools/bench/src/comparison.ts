import type { Workload, Side } from './workloads/workload.js';
import { run, type LoadResult } from './load/load.js';

/** Until then V8 still compiles what is called often. */
const FIRST_WARM_UP_MS = 10_000;
const WARM_UP_MS = 300;

export interface Duration {
  readonly seconds: number;
  readonly rounds: number;
}

/** One round: Cairn and then each of its limits, in their order. */
export interface Round {
  readonly cairn: LoadResult;
  readonly limits: readonly LoadResult[];
}

/** Measures Cairn and its limits in turn, so that whatever else the machine does hits both. */
export async function compare(workload: Workload, { seconds, rounds }: Duration): Promise<readonly Round[]> {
  const { clients, expectedStatus, cairn, limits } = workload;
  const measure = async (side: Side, warmUpMs: number, measureMs: number): Promise<LoadResult> =>
    await run({ ...side, clients, expectedStatus, warmUpMs, measureMs });
  for (const side of [cairn, ...limits]) await measure(side, FIRST_WARM_UP_MS, 0);
  const done: Round[] = [];
  while (done.length < rounds) {
    const [own, ...others] = await inTurn([cairn, ...limits], (side) =>
      measure(side, WARM_UP_MS, seconds * 1000),
    );
    if (own !== undefined) done.push({ cairn: own, limits: others });
  }
  return done;
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
