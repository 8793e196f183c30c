import type { ImageCatalogPorts } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';
import { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { MemoryFolderDefaultRepository } from './memory-folder-default-repository.js';
import { MemoryImageProcessor } from './memory-image-processor.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

/** An image catalog of adapters in memory. */
export async function openImageCatalog(): Promise<ImageCatalogPorts> {
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
}
