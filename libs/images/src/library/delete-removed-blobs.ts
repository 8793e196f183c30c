import type { DomainEvent, EventConsumer, PortsOf } from '@cairn/kernel';
import { Derivatives } from '../transforms/derivatives.js';
import { BlobStore } from '../store/blob-store.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { abandonedBlobKey } from '../image/image-events.js';

/**
 * Deletes the blobs and derivatives of removed images. Removing an image deletes its blob at once; this catches up
 * after a crash or an outage of the blob store.
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
