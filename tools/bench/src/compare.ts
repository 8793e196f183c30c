import { percentile } from '@cairn/harness';
import { BenchEnvironment, type Measure } from './bench-environment.js';
import type { RequestSource } from './load/http-request.js';
import { run, type LoadResult } from './load/load.js';
import type { Options } from './options.js';
import { resultOf, type Bar, type Result } from './result.js';

/** A server with the ports of all its processes and the request it is sent. */
export interface Side {
  readonly ports: readonly number[];
  readonly request: RequestSource;
}

/**
 * A bare server that does only what is unavoidable, or another program. `threshold` is the ratio that Cairn must reach;
 * without it the ratio is only reported.
 */
export interface Baseline extends Side {
  readonly name: string;
  readonly threshold?: number;
}

/** A request that Cairn and its baselines are measured with. */
export interface Workload {
  readonly name: string;
  readonly clients: number;
  readonly expectedStatus: number;
  readonly cairn: Side;
  readonly baselines: readonly Baseline[];
}

/** Starts Cairn and the baselines. */
export type OpenWorkload = (environment: BenchEnvironment) => Promise<Workload>;

/** V8 is still compiling hot functions before that. */
const COMPILED_MS = 10_000;
const WARM_UP_MS = 300;
const LATENCY = { firstWarmUpMs: 2_000, warmUpMs: 200, measureMs: 1_500 };

/** The longest time for which Cairn's event loop may be blocked while it imports and reads features. */
export const MAX_BLOCKED_MS = 20;

/** Measures a workload in responses per second, Cairn and its baselines in turn, so that other load affects all of them. */
export const rates =
  (open: OpenWorkload): Measure =>
  async (options) =>
    await BenchEnvironment.use(options, async (environment) => {
      const opened = await open(environment);
      const { name, baselines, ...workload } = environment.hasThresholds ? opened : reported(opened);
      const measure = async (side: Side, warmUpMs: number, measureMs: number): Promise<LoadResult> =>
        await run({ ...workload, ...side, warmUpMs, measureMs });
      const sides = [workload.cairn, ...baselines];
      for (const side of sides) await measure(side, COMPILED_MS, 0);
      const since = Date.now();
      const rounds: LoadResult[][] = [];
      while (rounds.length < options.rounds) {
        const round: LoadResult[] = [];
        for (const side of sides) round.push(await measure(side, WARM_UP_MS, options.seconds * 1000));
        rounds.push(round);
      }
      const blockedMs = environment.longestBlockMs(since);
      const ownCpu = Math.max(...rounds.flat().map((load) => load.ownCpu));
      process.stderr.write(`The load generator used at most ${Math.round(ownCpu * 100)} % of one core.\n`);
      const median = (of: (load: LoadResult) => number): number =>
        percentile(
          rounds.map(([cairn]) => (cairn === undefined ? Number.NaN : of(cairn))),
          50,
        );
      return baselines.map((baseline, index) =>
        resultOf(
          rounds.map((round) => ({
            cairn: round[0]?.responsesPerSecond ?? Number.NaN,
            baseline: round[index + 1]?.responsesPerSecond ?? Number.NaN,
          })),
          {
            name,
            unit: 'per second',
            baseline: baseline.name,
            bar: baseline.threshold === undefined ? undefined : { atLeast: baseline.threshold },
            latency: { p50Ms: median(({ p50Ms }) => p50Ms), p99Ms: median(({ p99Ms }) => p99Ms) },
            blockedMs,
          },
        ),
      );
    });

/** The workload without thresholds. With several nodes, a single node is added as a baseline. */
function reported({ name, cairn, baselines, ...workload }: Workload): Workload {
  const { length: nodes } = cairn.ports;
  const others = baselines.map(({ threshold: _, ...baseline }) => baseline);
  if (nodes === 1) return { ...workload, name, cairn, baselines: others };
  const oneNode = { ...cairn, name: 'one node', ports: cairn.ports.slice(0, 1) };
  return { ...workload, name: `${name}, ${nodes} nodes`, cairn, baselines: [oneNode, ...others] };
}

/** A read of Cairn and what it is compared with, by one client each. */
export interface LatencyComparison {
  readonly name: string;
  readonly bar?: Bar;
  readonly by: 'p50Ms' | 'p99Ms';
  readonly cairn: Side;
  readonly baseline: Side & { readonly name: string };
}

/** Measures both in turn, so that other load on the machine affects both. */
export async function compareLatencies(
  { name, bar, by, cairn, baseline }: LatencyComparison,
  { environment, rounds }: { readonly environment: BenchEnvironment; readonly rounds: Options['rounds'] },
): Promise<Result> {
  const measure = ({ ports, request }: Side, warmUpMs: number, measureMs: number): Promise<LoadResult> =>
    run({ ports, request, expectedStatus: 200, clients: 1, warmUpMs, measureMs });
  for (const side of [cairn, baseline]) await measure(side, LATENCY.firstWarmUpMs, 0);
  const since = Date.now();
  const pairs: { readonly cairn: number; readonly baseline: number }[] = [];
  while (pairs.length < rounds) {
    const { [by]: other } = await measure(baseline, LATENCY.warmUpMs, LATENCY.measureMs);
    const { [by]: own } = await measure(cairn, LATENCY.warmUpMs, LATENCY.measureMs);
    pairs.push({ cairn: own, baseline: other });
  }
  return resultOf(pairs, {
    name,
    unit: 'ms',
    baseline: baseline.name,
    bar,
    blockedMs: environment.longestBlockMs(since),
    maxBlockedMs: MAX_BLOCKED_MS,
  });
}
