import { BenchEnvironment } from '../bench-environment.js';
import type { Side } from '../workloads/workload.js';
import { compareLatencies } from './compare-latencies.js';
import type { HubOptions } from './hub-options.js';
import type { HubResult } from './hub-result.js';
import { boxPaths, featurePaths, requestsOf } from './hub-requests.js';

const FEW = 100_000;
const MAX_RATIO = 2;

const reads = [
  { name: 'features read', paths: featurePaths },
  { name: 'boxes of 1,000 features', paths: boxPaths },
];

/** Reading from a space of many features, compared with one of few, each in a store of its own. */
export async function measureGrowth(options: HubOptions): Promise<readonly HubResult[]> {
  const { growth, rounds } = options;
  const few = await BenchEnvironment.open(options);
  const many = await BenchEnvironment.open(options);
  try {
    const fewPorts = await startWith(few, FEW);
    const manyPorts = await startWith(many, growth);
    const results: HubResult[] = [];
    for (const { name, paths } of reads) {
      const startedAt = Date.now();
      const side = (ports: readonly number[], features: number): Side => ({
        ports,
        request: requestsOf(paths(features)),
      });
      const result = await compareLatencies(
        {
          name: `p99 of ${name}, of ${growth.toLocaleString('en')}`,
          by: 'p99Ms',
          bar: { atMost: MAX_RATIO },
          cairn: side(manyPorts, growth),
          baseline: { name: `of ${FEW.toLocaleString('en')}`, ...side(fewPorts, FEW) },
        },
        rounds,
      );
      results.push({ ...result, blockedMs: many.longestBlockMs(startedAt) });
    }
    return results;
  } finally {
    await few.close();
    await many.close();
  }
}

async function startWith(environment: BenchEnvironment, features: number): Promise<readonly number[]> {
  await environment.importLines(await environment.writeFeatures(features));
  return (await environment.startCairn()).ports;
}
