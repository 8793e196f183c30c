import { Readable } from 'node:stream';
import {
  ArchiveTiles,
  CreateSpace,
  DeleteSpace,
  ImportFeatures,
  ownerCaller,
  TileArchives,
} from '@cairn/spaces';
import { expect, it } from '@jest/globals';
import { createApplication } from '../application.js';

it('the archive of the tiles of a space goes with the space', async () => {
  const application = await createApplication({
    ...{ database: { kind: 'memory' }, blobs: { kind: 'memory' }, sweep: 'never' },
  });
  const caller = ownerCaller({ owner: 'me' });
  const { id, createdAt } = await application
    .get(CreateSpace)
    .execute(caller, { title: 'Places', description: '' });
  const bytes = Readable.from([Buffer.from('{"geometry":{"type":"Point","coordinates":[30,30]}}')]);
  await application.get(ImportFeatures).execute(caller, id, {
    bytes,
    rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'error' },
  });
  const report = await application.get(ArchiveTiles).execute(caller, id, { maxZoom: 2 });
  expect(report).toMatchObject({ tiles: 3, thinned: 0, minZoom: 0, maxZoom: 2 });
  const archives = application.get(TileArchives);
  expect(await archives.find({ spaceId: id, createdAt })).toEqual(report?.archive);
  await application.get(DeleteSpace).execute(caller, id);
  while ((await archives.find({ spaceId: id, createdAt })) !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await application.close();
});
