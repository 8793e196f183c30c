import { run, type LoadResult } from '../load/load.js';
import { spreadOf } from '../statistics.js';
import type { Side } from '../workloads/workload.js';
import type { HubResult } from './hub-result.js';

const FIRST_WARM_UP_MS = 2_000;
const WARM_UP_MS = 200;
const MEASURE_MS = 1_500;

/** A read of Cairn and what it is compared with, by one client each. */
export interface LatencyComparison extends Pick<HubResult, 'name' | 'bar'> {
  readonly by: 'p50Ms' | 'p99Ms';
  readonly cairn: Side;
  readonly baseline: Side & { readonly name: string };
}

/** Measures both in turn, so that other load on the machine affects both. */
export async function compareLatencies(
  { by, cairn, baseline, ...result }: LatencyComparison,
  rounds: number,
): Promise<Omit<HubResult, 'blockedMs'>> {
  const measure = ({ ports, request }: Side, warmUpMs: number, measureMs: number): Promise<LoadResult> =>
    run({ ports, request, expectedStatus: 200, clients: 1, warmUpMs, measureMs });
  for (const side of [cairn, baseline]) await measure(side, FIRST_WARM_UP_MS, 0);
  const measured: { readonly own: number; readonly other: number }[] = [];
  while (measured.length < rounds) {
    const { [by]: other } = await measure(baseline, WARM_UP_MS, MEASURE_MS);
    const { [by]: own } = await measure(cairn, WARM_UP_MS, MEASURE_MS);
    measured.push({ own, other });
  }
  return {
    ...result,
    unit: 'ms',
    cairn: spreadOf(measured.map(({ own }) => own)),
    baseline: { name: baseline.name, value: spreadOf(measured.map(({ other }) => other)) },
    ratio: spreadOf(measured.map(({ own, other }) => own / other)),
  };
}
