import { Readable } from 'node:stream';
import { ArchiveTiles, CreateSpace, ImportFeatures, ownerCaller } from '@cairn/spaces';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApplication, type Application } from '../application.js';

const caller = ownerCaller({ owner: 'me' });
const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south], // prettier-ignore
    ],
  ],
});

let application: Application;

beforeEach(async () => {
  application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    sweep: 'never',
    tiles: { maxArchiveTiles: 100 },
  });
});

afterEach(() => application.close());

/** Makes an archive of these shapes. */
async function archiveOf(geometries: readonly object[], zooms: { maxZoom?: number; minZoom?: number } = {}) {
  const { id } = await application.get(CreateSpace).execute(caller, { title: 'Shapes', description: '' });
  const lines = geometries.map((geometry) => `${JSON.stringify({ type: 'Feature', geometry })}\n`).join('');
  await application.get(ImportFeatures).execute(caller, id, {
    bytes: Readable.from([Buffer.from(lines)]),
    rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'error' },
  });
  let looked = 0;
  const making = application
    .get(ArchiveTiles)
    .execute(caller, id, { ...zooms, progress: () => void (looked += 1) });
  return { report: making, looked: () => looked };
}

describe('an archive of more tiles than one may have', () => {
  const world = square(-85, -80, 160);

  it('is refused before any is drawn, with the zoom that can be asked for', async () => {
    const { report, looked } = await archiveOf([world], { maxZoom: 16 });
    const detail =
      'The archive would have more than 100 tiles, the most that one may have: ask for a `maxzoom` of 3.';
    await expect(report).rejects.toMatchObject({
      listed: [{ pointer: '/maxzoom', code: 'too-many-tiles', detail }],
    });
    expect(looked()).toBe(0);
    expect(await (await archiveOf([world], { maxZoom: 3 })).report).toMatchObject({ maxZoom: 3 });
  });

  it('ends at the zoom where it has no more, if nobody asked for another one', async () => {
    expect(await (await archiveOf([world])).report).toMatchObject({ minZoom: 0, maxZoom: 3 });
    await expect((await archiveOf([world], { minZoom: 4 })).report).rejects.toMatchObject({
      listed: [{ code: 'too-many-tiles' }],
    });
  });

  it('is ended when there turn out to be more than were estimated', async () => {
    const { report } = await archiveOf([square(-170, 10, 0.2), square(170, -50, 0.2)], { maxZoom: 14 });
    await expect(report).rejects.toMatchObject({
      listed: [{ code: 'too-many-tiles', detail: expect.stringContaining('`maxzoom` of 12') }],
    });
  });
});

it('an archive of few features far from each other is no large one', async () => {
  const points = [-170, 10, 170].map((longitude) => ({
    type: 'Point',
    coordinates: [longitude, longitude / 3],
  }));
  const lines = [-170, 170].map((west) => ({ type: 'LineString', coordinates: [[west, 50], [west + 0.01, 50]] })); // prettier-ignore
  expect((await (await archiveOf(points, { maxZoom: 14 })).report)?.tiles).toBeLessThan(60);
  expect((await (await archiveOf(lines, { maxZoom: 14 })).report)?.tiles).toBeLessThan(40);
});
