import type { PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';
import { CatalogRepository } from './catalog-repository.js';
import type { Image } from './image.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';

/**
 * Deletes an image of an owner: first the record, then its bytes. If it crashes in between, the sweep deletes the
 * bytes.
 */
export class DeleteImage {
  static readonly ports = { catalog: CatalogRepository, blobs: BlobStore };

  constructor(private readonly ports: PortsOf<typeof DeleteImage.ports>) {}

  /** @throws {ImageNotFound} when the owner has no such image, whether or not another owner has. */
  async execute(owner: string, id: string): Promise<Image> {
    const image = await this.ports.catalog.remove(owner, id);
    await this.ports.blobs.area('originals').delete(image.file.blobKey).catch(ignoreDeleteFailure);
    return image;
  }
}
