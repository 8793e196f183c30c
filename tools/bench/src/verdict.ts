import type { Workload, Limit } from './workloads/workload.js';
import type { Round } from './comparison.js';
import { percentile, spreadOf, type Spread } from './statistics.js';

/** What a workload gave beside one of its limits, rates in answers per second. */
export interface Verdict {
  readonly name: string;
  readonly limitName: string;
  readonly cairn: Spread;
  readonly limit: Spread;
  /** Of the rounds, each by itself. */
  readonly ratio: Spread;
  readonly bar: number | undefined;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The most that the load itself took of one core. */
  readonly loadCpu: number;
}

export function verdictsOf({ name, limits }: Workload, rounds: readonly Round[]): readonly Verdict[] {
  return limits.map((limit, index) => verdictOf(name, limit, pairsOf(rounds, index)));
}

/** Whether the median ratio reaches the bar, if there is one. */
export function isMissed({ ratio, bar }: Verdict): boolean {
  return bar !== undefined && !(ratio.median >= bar);
}

interface Pair {
  readonly cairn: Round['cairn'];
  readonly limit: Round['cairn'];
}

function pairsOf(rounds: readonly Round[], index: number): readonly Pair[] {
  return rounds.flatMap(({ cairn, limits }) => {
    const limit = limits[index];
    return limit === undefined ? [] : [{ cairn, limit }];
  });
}

function verdictOf(name: string, { name: limitName, bar }: Limit, pairs: readonly Pair[]): Verdict {
  const results = pairs.flatMap(({ cairn, limit }) => [cairn, limit]);
  return {
    name,
    limitName,
    cairn: spreadOf(pairs.map(({ cairn }) => cairn.answersPerSecond)),
    limit: spreadOf(pairs.map(({ limit }) => limit.answersPerSecond)),
    ratio: spreadOf(pairs.map(({ cairn, limit }) => cairn.answersPerSecond / limit.answersPerSecond)),
    bar,
    p50Ms: percentile(
      pairs.map(({ cairn }) => cairn.p50Ms),
      50,
    ),
    p99Ms: percentile(
      pairs.map(({ cairn }) => cairn.p99Ms),
      50,
    ),
    loadCpu: Math.max(...results.map(({ ownCpu }) => ownCpu)),
  };
}
