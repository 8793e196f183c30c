import { BenchEnvironment } from '../bench-environment.js';
import type { Cairn } from '../cairn.js';
import { compareLatencies, type LatencyComparison } from './compare-latencies.js';
import type { HubOptions } from './hub-options.js';
import type { HubResult } from './hub-result.js';
import { smallBoxPaths, nearestPaths, requestsOf, SPACE } from './hub-requests.js';

const FEATURES = 200_000;
const DEPTH = 150_000;
const MAX_LIMIT = 100_000;
const PAGE = `/hub/spaces/${SPACE}/iterate?limit=100`;
const MAX_RATIO = 1.5;

/** A page far from the start, compared with the first; the nearest features, compared with those in a box. */
export async function measurePaging(options: HubOptions): Promise<readonly HubResult[]> {
  const environment = await BenchEnvironment.open(options);
  try {
    await environment.importLines(await environment.writeFeatures(FEATURES));
    const cairn = await environment.startCairn();
    const { ports } = cairn;
    const side = (paths: readonly string[]) => ({ ports, request: requestsOf(paths) });
    const comparisons: readonly LatencyComparison[] = [
      {
        name: `p50 of a page of 100 behind ${DEPTH.toLocaleString('en')}`,
        by: 'p50Ms',
        bar: { atMost: MAX_RATIO },
        cairn: side([`${PAGE}&handle=${await handleBehind(cairn, DEPTH)}`]),
        baseline: { name: 'first page', ...side([PAGE]) },
      },
      {
        name: 'p50 of the 10 nearest',
        by: 'p50Ms',
        cairn: side(nearestPaths(FEATURES)),
        baseline: { name: 'box of 10', ...side(smallBoxPaths(FEATURES)) },
      },
    ];
    const results: HubResult[] = [];
    for (const comparison of comparisons) {
      const startedAt = Date.now();
      const result = await compareLatencies(comparison, options.rounds);
      results.push({ ...result, blockedMs: environment.longestBlockMs(startedAt) });
    }
    return results;
  } finally {
    await environment.close();
  }
}

/** The handle of the page behind so many features. */
async function handleBehind(cairn: Cairn, depth: number): Promise<string> {
  let handle = '';
  for (let left = depth; left > 0; left -= MAX_LIMIT) {
    const from = handle === '' ? '' : `&handle=${handle}`;
    const limit = Math.min(left, MAX_LIMIT);
    const response = await cairn.fetch(`/hub/spaces/${SPACE}/iterate?limit=${limit}&selection=id${from}`);
    const [, found] = /"handle":"([^"]+)"/.exec((await response.text()).slice(-1_000)) ?? [];
    if (found === undefined) throw new Error('A page has no handle for the next one.');
    handle = found;
  }
  return handle;
}
