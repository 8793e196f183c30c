import type { Cairn } from '../bench-environment.js';
import { RequestBytes, RequestCycle, type RequestSource, SERIAL } from '../load/http-request.js';
import { run } from '../load/load.js';
import { resultOf, type Pair, type Result } from '../result.js';
import { textOf } from './cities.js';
import type { Place } from './places.js';
import type { Paths, Question } from './subjects.js';

const ASKED: readonly Question[] = ['by id', 'box, limit=100', '10 nearest'];
const CLIENTS = [1, 8];
const WARM_UP_MS = 150;
/** One request in so many is a write. */
const NTH = 10;

interface Mixed {
  readonly server: Cairn;
  readonly places: readonly Place[];
  readonly paths: Paths;
  /** Where is written, and the part of the reads that must be left; how the table calls it. */
  readonly into: readonly { readonly space: string; readonly atLeast: number; readonly name: string }[];
  readonly rounds: number;
  readonly durationMs: number;
}

/**
 * Reads of which one in ten is a write instead, compared with reads alone: as many a second as the clients get in the
 * time that they wait for reads.
 */
export async function measureMixed({
  server: { ports, authorization },
  places,
  paths,
  into,
  rounds,
  durationMs,
}: Mixed): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const question of ASKED)
    for (const clients of CLIENTS) {
      const request = readsOf(places.map((place) => paths[question]?.(place) ?? ''));
      const perSecond = async (between?: { readonly request: RequestSource; readonly nth: number }) => {
        const load = { ports, request, between, clients, expectedStatus: 200 };
        const { meanMs } = await run({ ...load, warmUpMs: WARM_UP_MS, measureMs: durationMs });
        return (clients / meanMs) * 1_000;
      };
      const pairs = into.map((): Pair[] => []);
      for (let round = 0; round < rounds; round += 1)
        for (const [index, { space }] of into.entries()) {
          const baseline = await perSecond();
          const cairn = await perSecond({ request: writesOf(space, places, authorization), nth: NTH });
          pairs[index]?.push({ cairn, baseline });
        }
      for (const [index, { name, atLeast }] of into.entries())
        results.push(
          resultOf(pairs[index] ?? [], {
            name: `${question}, one in ten a write ${name}, ${clients} clients`,
            unit: 'per second',
            baseline: 'reads alone',
            bar: { atLeast },
          }),
        );
    }
  return results;
}

const readsOf = (paths: readonly string[]): RequestSource =>
  new RequestCycle(paths.map((path) => new RequestBytes({ method: 'GET', path })));

/** Each changes a city, to something that it never was. */
const writesOf = (
  space: string,
  places: readonly Place[],
  authorization: Cairn['authorization'],
): RequestSource =>
  new RequestCycle(
    places.map(({ city }) => {
      const body = textOf({ ...city, name: `${city.name} ${SERIAL}` });
      return new RequestBytes({
        method: 'PUT',
        path: `/hub/spaces/${space}/features/${city.id}`,
        headers: { ...authorization, 'Content-Type': 'application/geo+json' },
        body: [body],
      });
    }),
  );
