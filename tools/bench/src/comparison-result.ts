import type { Workload, Baseline } from './workloads/workload.js';
import type { Round } from './comparison.js';
import { percentile, spreadOf, type Spread } from './statistics.js';

/** A workload compared with one of its baselines. Rates are in responses per second. */
export interface ComparisonResult {
  readonly name: string;
  readonly baselineName: string;
  readonly cairn: Spread;
  readonly baseline: Spread;
  /** Ratio of each round. */
  readonly ratio: Spread;
  readonly threshold: number | undefined;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Peak CPU use of the load generator, in cores. */
  readonly loadCpu: number;
}

/** A comparison with what Cairn itself told of its rounds. */
export interface MeasuredResult extends ComparisonResult {
  /** The longest time for which Cairn's event loop was blocked; less than 5 ms is 0. */
  readonly blockedMs: number;
}

export function resultsOf(
  { name, baselines }: Workload,
  rounds: readonly Round[],
): readonly ComparisonResult[] {
  return baselines.map((baseline, index) => resultOf(name, baseline, pairsOf(rounds, index)));
}

/** Whether the median ratio is below the threshold. */
export function isMissed({ ratio, threshold }: ComparisonResult): boolean {
  return threshold !== undefined && !(ratio.median >= threshold);
}

interface Pair {
  readonly cairn: Round['cairn'];
  readonly baseline: Round['cairn'];
}

function pairsOf(rounds: readonly Round[], index: number): readonly Pair[] {
  return rounds.flatMap(({ cairn, baselines }) => {
    const baseline = baselines[index];
    return baseline === undefined ? [] : [{ cairn, baseline }];
  });
}

function resultOf(
  name: string,
  { name: baselineName, threshold }: Baseline,
  pairs: readonly Pair[],
): ComparisonResult {
  const loads = pairs.flatMap(({ cairn, baseline }) => [cairn, baseline]);
  return {
    name,
    baselineName,
    cairn: spreadOf(pairs.map(({ cairn }) => cairn.responsesPerSecond)),
    baseline: spreadOf(pairs.map(({ baseline }) => baseline.responsesPerSecond)),
    ratio: spreadOf(
      pairs.map(({ cairn, baseline }) => cairn.responsesPerSecond / baseline.responsesPerSecond),
    ),
    threshold,
    p50Ms: percentile(
      pairs.map(({ cairn }) => cairn.p50Ms),
      50,
    ),
    p99Ms: percentile(
      pairs.map(({ cairn }) => cairn.p99Ms),
      50,
    ),
    loadCpu: Math.max(...loads.map(({ ownCpu }) => ownCpu)),
  };
}
