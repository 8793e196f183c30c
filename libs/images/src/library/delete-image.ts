import { Clock, IdGenerator, TrashRules, type PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';

/**
 * Deletes an image of an owner: first the record, then its bytes, unless the image goes to the trash. If it crashes in
 * between, the sweep deletes the bytes.
 */
export class DeleteImage {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    trash: TrashRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof DeleteImage.ports>) {}

  /**
   * `deletedBy` is `user:ID` or `key:ID`.
   * @throws {ImageNotFound} when the owner has no such image, whether or not another owner has.
   */
  async execute(owner: string, id: string, deletedBy?: string): Promise<Image> {
    const disposal = this.ports.trash.newDisposal(this.ports, deletedBy);
    if (disposal === undefined) return await deleteForGood(this.ports, owner, id);
    return await this.ports.catalog.remove(owner, id, disposal);
  }
}

/** Deletes an image without the trash. @throws {ImageNotFound} */
export async function deleteForGood(
  { catalog, blobs }: Pick<PortsOf<typeof DeleteImage.ports>, 'catalog' | 'blobs'>,
  owner: string,
  id: string,
): Promise<Image> {
  const image = await catalog.remove(owner, id);
  await blobs.area('originals').delete(image.file.blobKey).catch(ignoreDeleteFailure);
  return image;
}
