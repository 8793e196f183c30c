import { describe, expect, it } from '@jest/globals';
import { SweepBlobs } from '@cairn/images';
import {
  aBlob,
  anImage,
  imageCatalogContract,
  several,
  verify,
  type ImageCatalogPorts,
} from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryFolderDefaultRepository } from './memory-folder-default-repository.js';
import { MemoryImageProcessor } from './memory-image-processor.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

const open = async (): Promise<ImageCatalogPorts> => {
  const clock = new ManualClock();
  const catalog = new MemoryCatalogRepository();
  return {
    catalog,
    byteQuotas: catalog.byteQuotas,
    folderDefaults: new MemoryFolderDefaultRepository(),
    blobs: new MemoryBlobStore(clock),
    processor: new MemoryImageProcessor(),
    clock,
    ids: new SequenceIdGenerator(),
  };
};

describe('the image catalog in memory', () => {
  verify({
    contract: imageCatalogContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'acknowledged changes are there after a restart': 'memory is not durable' },
  });

  it('is swept completely, however many blobs and images there are', async () => {
    const ports = await open();
    const images = several(1_001, () => anImage());
    for (const image of images) await ports.catalog.add(image, Infinity);
    const staged = several(1_001, (number) => store(ports, `orphan${number}`));
    await Promise.all(staged);
    const report = await new SweepBlobs(ports).execute({ graceMs: -1, orphanLimit: 'any' });
    expect(report.quarantined).toBe(1_001);
    expect(await ports.blobs.area('originals').list(1, undefined)).toEqual([]);
    expect(report.missing.map(({ imageId }) => imageId)).toEqual(images.map(({ id }) => id));
  });
});

async function store({ blobs }: ImageCatalogPorts, key: string): Promise<void> {
  const staged = await blobs.stage(nothing(), 0);
  await staged.commit(aBlob(key));
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
}
