import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { fixtures, several } from '@cairn/testkit';
import { type ServerProcess, uploadForm } from '@cairn/harness';
import { start } from '../support/started-servers.js';

/** Whoever stops a server waits so long, whatever it does. */
const MOST_MS = 3_000;

type Position = readonly [number, number];

/** Edges that cross each other everywhere: a tile with all of them takes seconds in one step. */
const star = several(90_000, (index): Position => [60 * Math.cos(2.4 * index), 60 * Math.sin(2.4 * index)]);
const polygon = (ring: readonly Position[]) => ({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
const square = polygon([[-60, -60], [60, -60], [60, 60], [-60, 60]]); // prettier-ignore
const feature = (id: string, geometry: unknown) => ({
  type: 'Feature',
  id,
  geometry,
  properties: { name: id },
});

async function put(server: ServerProcess, features: readonly unknown[], query = ''): Promise<void> {
  const { status } = await server.fetch(`/hub/spaces/s/features${query}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/geo+json' },
    body: JSON.stringify({ type: 'FeatureCollection', features }),
  });
  expect(status).toBe(200);
}

interface Work {
  readonly features: readonly unknown[];
  readonly begin: (server: ServerProcess) => Promise<unknown>;
  readonly restarts?: true;
}

const get =
  (path: string) =>
  async (server: ServerProcess): Promise<unknown> =>
    await (await server.fetch(path)).arrayBuffer();

/** What takes far longer than a stop. */
const works: Readonly<Record<string, Work>> = {
  'a tile of a polygon that goes on beyond it': {
    features: several(3, (number) => feature(`star${number}`, polygon(star))),
    begin: get('/hub/spaces/s/tile/web/5_16_15.mvt?clip=false&margin=256'),
  },
  'a space of areas by hexagons': {
    features: several(100, (number) => feature(`f${number}`, square)),
    begin: get(
      '/hub/spaces/s/bbox?west=-180&south=-90&east=180&north=90&clustering=hexbin&clustering.absoluteResolution=4&clustering.weighting=area',
    ),
  },
  'an export': {
    features: several(20_000, (number) => feature(`f${number}`, { type: 'Point', coordinates: [1, 2] })),
    begin: async (server) => await server.fetch('/hub/spaces/s/export?f=csv'), // and takes nothing of it
  },
  'an import': {
    features: [],
    begin: async (server) => {
      const lines = several(1_000, (number) => `${JSON.stringify(feature(`i${number}`, square))}\n`).join('');
      async function* body(): AsyncGenerator<Uint8Array> {
        for (let left = 1_000; left > 0; left -= 1) {
          await pause(10);
          yield new TextEncoder().encode(lines);
        }
      }
      const headers = { 'content-type': 'application/x-ndjson' };
      const sent = { method: 'PUT', headers, body: ReadableStream.from(body()), duplex: 'half' };
      return await server.fetch('/hub/spaces/s/features', sent as RequestInit);
    },
  },
  'a write of very many features': {
    features: [],
    begin: async (server) =>
      await put(
        server,
        several(90_000, (number) => feature(`w${number}`, { type: 'Point', coordinates: [1, 2] })),
      ),
  },
  'a tile archive': {
    features: [feature('square', square)],
    begin: async (server) => await server.fetch('/tiles/s.pmtiles?maxzoom=16', { method: 'POST' }),
  },
  'the copies of a large feature': {
    features: several(5, (number) => feature(`star${number}`, polygon(star))),
    begin: async () => undefined,
    restarts: true, // they are made at the start
  },
  'a spatial search and a cut': {
    features: several(5, (number) => feature(`star${number}`, polygon(star))),
    begin: async (server) =>
      await server.fetch('/hub/spaces/s/spatial?clip=true', {
        method: 'POST',
        headers: { 'content-type': 'application/geo+json' },
        body: JSON.stringify(polygon(star.slice(0, 9_000))),
      }),
  },
  'images that are decoded and made': {
    features: [],
    begin: async (server) => {
      const upload = { method: 'POST', body: uploadForm({ bytes: fixtures.jpeg.bytes, path: 'p' }) };
      expect((await server.fetch('/api/upload', upload)).status).toBe(201);
      const again = several(20, () => server.fetch('/api/upload', upload));
      const sizes = several(50, (w) => server.fetch(`/cdn/p/photo.jpg?w=${w + 400}&format=avif`));
      return await Promise.all([...again, ...sizes]);
    },
  },
};

// Each starts servers and works them for seconds; the longest that a stop may take is measured.
describe('SIGTERM ends a server within 3 s, and no acknowledged write is lost', () => {
  it.each(Object.entries(works))(
    'during %s',
    async (_, { features, begin, restarts }) => {
      const first = await start({ env: { CAIRN_MAX_FEATURES_PER_WRITE: '100000' } });
      const headers = { 'content-type': 'application/json' };
      const space = { method: 'POST', headers, body: JSON.stringify({ id: 's', title: 's' }) };
      expect((await first.fetch('/hub/spaces', space)).status).toBe(200);
      if (features.length > 0) await put(first, features);
      if (restarts) await first.end('SIGTERM');
      const { dataDir, key } = first;
      const server = restarts ? await start({ dataDir, key }) : first;
      const work = begin(server).catch(() => undefined);
      await pause(700);
      await put(server, [feature('last', { type: 'Point', coordinates: [3, 4] })]);
      const stopped = performance.now();
      const code = await server.end('SIGTERM');
      const took = performance.now() - stopped;
      await work;
      const again = await start({ dataDir, key });
      expect((await again.fetch('/hub/spaces/s/features/last')).status).toBe(200);
      expect(code).toBe(0);
      expect(took).toBeLessThan(MOST_MS);
    },
    120_000,
  );
});
