import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { compareLatencies } from '../compare.js';
import type { Result } from '../result.js';
import { boxPaths, featurePaths, requestsOf } from './requests.js';

const FEW = 100_000;
const MAX_RATIO = 2;

const reads = [
  { name: 'features read', paths: featurePaths },
  { name: 'boxes of 1,000 features', paths: boxPaths },
];

/** Reading from a space of many features, compared with one of few, each in a store of its own. */
export const measureGrowth: Measure = async (options) => {
  const { growth, rounds } = options;
  return await BenchEnvironment.use(
    options,
    async (few) =>
      await BenchEnvironment.use(options, async (many) => {
        const fewPorts = await startWith(few, FEW);
        const manyPorts = await startWith(many, growth);
        const results: Result[] = [];
        for (const { name, paths } of reads)
          results.push(
            await compareLatencies(
              {
                name: `p99 of ${name}, of ${growth.toLocaleString('en')}`,
                by: 'p99Ms',
                bar: { atMost: MAX_RATIO },
                cairn: { ports: manyPorts, request: requestsOf(paths(growth)) },
                baseline: {
                  name: `of ${FEW.toLocaleString('en')}`,
                  ports: fewPorts,
                  request: requestsOf(paths(FEW)),
                },
              },
              { environment: many, rounds },
            ),
          );
        return results;
      }),
  );
};

async function startWith(environment: BenchEnvironment, features: number): Promise<readonly number[]> {
  await environment.importLines(await environment.writeFeatures(features));
  return (await environment.startCairn()).ports;
}
