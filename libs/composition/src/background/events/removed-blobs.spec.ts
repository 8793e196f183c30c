import { Readable } from 'node:stream';
import { UploadImage } from '@cairn/images';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import type { DomainEvent } from '@cairn/kernel';
import { fixtures, until } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { createApplication } from '../../application.js';

it('the blob of an image whose removal was interrupted is deleted, and every consumer receives the event', async () => {
  const heard: DomainEvent[] = [];
  const application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    sweep: 'never',
    consumers: [{ name: 'listener', handle: async (event) => void heard.push(event) }],
  });
  const originals = application.get(BlobStore).area('originals');
  const image = await application.get(UploadImage).execute({
    owner: 'me',
    bytes: Readable.from([fixtures.png.bytes]),
    details: async () => ({ name: 'a.png' }),
  });
  await application.get(CatalogRepository).remove('me', image.id); // removes the record only, as if the process had then ended
  expect(await originals.find(image.file.blobKey)).toBeDefined();
  await until(
    'the blob is deleted, and both events are heard of',
    async () => (await originals.find(image.file.blobKey)) === undefined && heard.length >= 2,
  );
  const told = heard.filter(({ type }) => type !== 'image-described');
  expect(told.map(({ type, aggregateId }) => [type, aggregateId])).toEqual([
    ['image-added', image.id],
    ['image-removed', image.id],
  ]);
  await application.close();
});
