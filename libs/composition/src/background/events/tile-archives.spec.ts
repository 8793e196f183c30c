import { Readable } from 'node:stream';
import { ArchiveTiles, CreateSpace, DeleteSpace, ImportFeatures, ownerCaller } from '@cairn/spaces';
import { type ArchivedContent, TileArchives } from '@cairn/spaces/spi';
import { until } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createApplication, type Application } from '../../application.js';

const caller = ownerCaller({ owner: 'me' });

let application: Application;
let space: Pick<ArchivedContent, 'spaceId' | 'createdAt'>;

beforeEach(async () => {
  application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    sweep: 'never',
  });
  const { id, createdAt } = await application
    .get(CreateSpace)
    .execute(caller, { title: 'Places', description: '' });
  const bytes = Readable.from([
    Buffer.from('{"type":"Feature","geometry":{"type":"Point","coordinates":[30,30]}}'),
  ]);
  await application.get(ImportFeatures).execute(caller, id, {
    bytes,
    rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'error' },
  });
  space = { spaceId: id, createdAt };
});

afterEach(() => application.close());

it('the archive of the tiles of a space goes with the space', async () => {
  const archives = application.get(TileArchives);
  const report = await application.get(ArchiveTiles).execute(caller, space.spaceId, { maxZoom: 2 });
  expect(report).toMatchObject({ tiles: 3, thinned: 0, minZoom: 0, maxZoom: 2 });
  expect(await archives.find(space)).toEqual(report?.archive);
  await application.get(DeleteSpace).execute(caller, space.spaceId);
  await until('the archive is gone', async () => (await archives.find(space)) === undefined);
});

it('an archive that nobody waits for leaves the one that there was, at whatever zoom it is', async () => {
  const archives = application.get(TileArchives);
  const making = application.get(ArchiveTiles);
  await making.execute(caller, space.spaceId, { maxZoom: 1 });
  const first = await archives.find(space);
  for (const minZoom of [0, 3]) {
    const controller = new AbortController();
    const progress = (): void => controller.abort();
    const wanted = { minZoom, maxZoom: 4, cancellation: controller.signal, progress };
    expect(await making.execute(caller, space.spaceId, wanted)).toBeUndefined();
    expect(await archives.find(space)).toEqual(first);
  }
});
