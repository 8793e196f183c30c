import type { ServerProcess } from '@cairn/harness';
import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { compareLatencies, type LatencyComparison, type Side } from '../compare.js';
import type { Result } from '../result.js';
import { nearestPaths, requestsOf, smallBoxPaths, SPACE } from './requests.js';

const FEATURES = 200_000;
const DEPTH = 150_000;
const MAX_LIMIT = 100_000;
const PAGE = `/hub/spaces/${SPACE}/iterate?limit=100`;
const MAX_RATIO = 1.5;

/** A page far from the start, compared with the first; the nearest features, compared with those in a box. */
export const measurePaging: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    await environment.importLines(await environment.writeFeatures(FEATURES));
    const { server, ports } = await environment.startCairn();
    const side = (paths: readonly string[]): Side => ({ ports, request: requestsOf(paths) });
    const comparisons: readonly LatencyComparison[] = [
      {
        name: `p50 of a page of 100 behind ${DEPTH.toLocaleString('en')}`,
        by: 'p50Ms',
        bar: { atMost: MAX_RATIO },
        cairn: side([`${PAGE}&handle=${await handleBehind(server, DEPTH)}`]),
        baseline: { name: 'first page', ...side([PAGE]) },
      },
      {
        name: 'p50 of the 10 nearest',
        by: 'p50Ms',
        cairn: side(nearestPaths(FEATURES)),
        baseline: { name: 'box of 10', ...side(smallBoxPaths(FEATURES)) },
      },
    ];
    const results: Result[] = [];
    for (const comparison of comparisons)
      results.push(await compareLatencies(comparison, { environment, rounds: options.rounds }));
    return results;
  });

/** The handle of the page behind so many features. */
async function handleBehind(server: ServerProcess, depth: number): Promise<string> {
  let handle = '';
  for (let left = depth; left > 0; left -= MAX_LIMIT) {
    const from = handle === '' ? '' : `&handle=${handle}`;
    const limit = Math.min(left, MAX_LIMIT);
    const path = `/hub/spaces/${SPACE}/iterate?limit=${limit}&selection=id${from}`;
    const { handle: found } = await server.json<{ readonly handle?: string }>('GET', path);
    if (found === undefined) throw new Error('A page has no handle for the next one.');
    handle = found;
  }
  return handle;
}
