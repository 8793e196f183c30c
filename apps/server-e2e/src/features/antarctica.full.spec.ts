import type { JobRecord } from '@cairn/api-schema';
import { copiesMade, readAntarctica, type ServerProcess } from '@cairn/harness';
import { environmentOf, environments, everyStore } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startOn } from '../support/environments.js';
import { fetchTile } from '../support/vector-tile.js';

jest.setTimeout(120_000); // the machine has other work

const memory = environments.find(({ name }) => name === 'memory') ?? environmentOf('memory');
/** Sides of the raster that each tile is compared in. */
const PIXELS = 64;
const EXTENT = 4_096;
/** Coasts are drawn on the grid of the tile, and islands that are smaller than it are left out. */
const MAX_DIFFERENT = 0.02;
/** South of it the ring has an end and the pole begins. */
const SOUTH = -84.3;

type Path = readonly (readonly number[])[];

/** Which of the places of a line are in the paths by the even-odd rule. */
function inside(paths: readonly Path[], xs: readonly number[], y: number): readonly boolean[] {
  const crossings: number[] = [];
  for (const path of paths)
    for (const [index, [x1 = 0, y1 = 0]] of path.entries()) {
      const [x2 = 0, y2 = 0] = path[(index + 1) % path.length] ?? [];
      if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  return xs.map((x) => crossings.filter((crossing) => crossing > x).length % 2 === 1);
}

const latitudeOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

const pairs = (flat: readonly number[]): Path =>
  flat.flatMap((x, index) => (index % 2 === 0 ? [[x, flat[index + 1] ?? 0]] : []));

describe.each([memory, ...everyStore].map((environment) => [environment.name, environment] as const))(
  'Antarctica on %s',
  (_, environment) => {
    let server: ServerProcess;
    let space: string;
    let land: readonly Path[];

    beforeAll(async () => {
      const geometry = await readAntarctica();
      land = geometry.coordinates.flat();
      server = await startOn(await environment.open());
      const created = await server.fetch('/hub/spaces', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Antarctica', shared: true }),
      });
      ({ id: space } = (await created.json()) as { readonly id: string });
      space = `/hub/spaces/${space}`;
      const body = JSON.stringify({ type: 'Feature', id: 'antarctica', properties: {}, geometry });
      const written = await server.fetch(`${space}/features`, {
        method: 'PUT',
        headers: { 'content-type': 'application/geo+json' },
        body,
      });
      expect([written.status, await written.text()]).toEqual([200, expect.any(String)]);
    });
    afterAll(() => server.dispose());

    const jobs = async (): Promise<readonly JobRecord[]> =>
      (await (await server.fetch('/api/jobs')).json()) as readonly JobRecord[];

    it('is copied for maps by a job that ends', async () => {
      await server.fetch('/api/jobs/copy-large-features/retry', { method: 'POST' }); // it begins at once
      await copiesMade(jobs, { withinMs: 60_000, everyMs: 100 });
      for (const { name, state, outcome, failureCount } of await jobs())
        expect([name, state, outcome, failureCount]).toEqual([name, 'idle', 'succeeded', 0]);
    });

    it.each([
      [0, 0, 0],
      [2, 0, 3],
      [2, 1, 3],
      [2, 2, 3],
      [2, 3, 3],
      [5, 4, 28],
      [5, 16, 27],
      [5, 20, 29],
      [5, 31, 30],
    ])('is filled in the tile %i/%i/%i', async (z, x, y) => {
      const { status, faults, features } = await fetchTile(server, `${space}/tile/web/${z}_${x}_${y}.mvt`, {
        headers: { authorization: `Bearer ${server.key}` },
      });
      expect([status, faults, features.length > 0]).toEqual([200, [], true]);
      const drawn = features.flatMap(({ paths }) => paths.map(pairs));
      let [different, filled] = [0, 0];
      const middles = Array.from({ length: PIXELS }, (_, index) => (index + 0.5) / PIXELS);
      const longitudes = middles.map((across) => ((x + across) / 2 ** z) * 360 - 180);
      for (const down of middles) {
        const latitude = latitudeOf((y + down) / 2 ** z);
        if (latitude < SOUTH) continue;
        const isLand = inside(land, longitudes, latitude);
        const across = middles.map((middle) => middle * EXTENT);
        const isDrawn = inside(drawn, across, down * EXTENT);
        filled += isLand.filter(Boolean).length;
        different += isLand.filter((is, index) => is !== isDrawn[index]).length;
      }
      expect(filled).toBeGreaterThan(0);
      expect(different / PIXELS ** 2).toBeLessThan(MAX_DIFFERENT);
    });
  },
);
