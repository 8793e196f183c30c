import { FsBlobStore } from '@cairn/adapter-fs';
import { MemoryBlobStore } from '@cairn/adapter-memory';
import { BlobStore, type BlobAddresses } from '@cairn/images';
import type { Clock } from '@cairn/kernel';
import { ContainerModule } from 'inversify';
import type { BlobSettings } from '../settings.js';
import { customResource, inMemory, type BlobsPart, type OpenedPart, type Resource } from './part.js';

/** Opens the blob store of the settings. */
export async function openBlobs(settings: BlobSettings, clock: Clock): Promise<OpenedPart<BlobsPart>> {
  switch (settings.kind) {
    case 'fs': {
      const blobs = await FsBlobStore.open({ directory: settings.directory });
      return opened(blobs, { check: () => blobs.check(), close: inMemory.close });
    }
    case 's3': {
      const { MinioBlobAddresses, MinioBlobStore } = await import('@cairn/adapter-minio'); // slow to load
      const blobs = await MinioBlobStore.open(settings);
      return opened(blobs, blobs, new MinioBlobAddresses(settings));
    }
    case 'memory':
      return opened(new MemoryBlobStore(clock), inMemory);
    case 'custom':
      return opened(settings.store, customResource(settings), settings.addresses);
  }
}

function opened(blobs: BlobStore, resource: Resource, addresses?: BlobAddresses): OpenedPart<BlobsPart> {
  return {
    part: { name: 'blobs', check: () => resource.check(), close: () => resource.close(), addresses },
    module: new ContainerModule(({ bind }) => {
      bind(BlobStore).toConstantValue(blobs);
    }),
  };
}
