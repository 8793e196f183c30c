import type { DomainEvent, EventConsumer, PortsOf } from '@cairn/kernel';
import { Derivatives } from '../transforms/derivatives.js';
import { BlobStore } from './blob-store.js';
import { CatalogRepository } from '../library/catalog-repository.js';
import { abandonedBlobKey } from '../library/image-events.js';

/**
 * Deletes the blobs of removed images and what was made of them. Whoever removes an image deletes its blob at once;
 * this catches up where a crash or an outage of the blob store came between.
 */
export class DeleteRemovedBlobs implements EventConsumer {
  static readonly ports = { catalog: CatalogRepository, blobs: BlobStore, derivatives: Derivatives };

  readonly name = 'delete-removed-blobs';

  constructor(private readonly ports: PortsOf<typeof DeleteRemovedBlobs.ports>) {}

  /** @throws {StorageUnavailable} */
  async handle(event: DomainEvent): Promise<void> {
    const blobKey = abandonedBlobKey(event);
    if (blobKey === undefined || (await this.ports.catalog.needsBlob(blobKey))) return;
    await this.ports.blobs.area('originals').delete(blobKey);
    await this.ports.derivatives.removeAll(blobKey);
  }
}
