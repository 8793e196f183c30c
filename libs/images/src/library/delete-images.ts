import { Clock, IdGenerator, TrashRules, type PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';

/** The result of a deletion, by image identifier. */
export interface DeletedImages {
  readonly deleted: readonly string[];
  /** Images that the owner does not have. */
  readonly missing: readonly string[];
}

const BLOBS_AT_ONCE = 8;

/**
 * Deletes images of an owner as one deletion: first all records, then their bytes, unless the images go to the trash. If it
 * crashes in between, the sweep deletes the bytes.
 */
export class DeleteImages {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    trash: TrashRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof DeleteImages.ports>) {}

  /** `deletedBy` is `user:ID` or `key:ID`; `deletion` is one that these images belong to as well. */
  async execute(
    owner: string,
    ids: readonly string[],
    { deletedBy, deletion }: { readonly deletedBy?: string | undefined; readonly deletion?: string } = {},
  ): Promise<DeletedImages> {
    const wanted = [...new Set(ids)];
    const disposal = this.ports.trash.newDisposal(this.ports, deletedBy, deletion);
    const removed = await this.ports.catalog.removeAll(owner, wanted, disposal);
    if (disposal === undefined) await this.deleteBlobs(removed.map(({ file }) => file.blobKey));
    const gone = new Set(removed.map(({ id }) => id));
    return { deleted: wanted.filter((id) => gone.has(id)), missing: wanted.filter((id) => !gone.has(id)) };
  }

  private async deleteBlobs(keys: readonly string[]): Promise<void> {
    const left = new Set(keys).values();
    const work = async (): Promise<void> => {
      for (const key of left) await deleteUnneeded(this.ports, key);
    };
    await Promise.all(Array.from({ length: BLOBS_AT_ONCE }, work));
  }
}

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

type CatalogAndBlobs = Pick<PortsOf<typeof DeleteImage.ports>, 'catalog' | 'blobs'>;

/** Deletes an image without the trash. @throws {ImageNotFound} */
async function deleteForGood(ports: CatalogAndBlobs, owner: string, id: string): Promise<Image> {
  const image = await ports.catalog.remove(owner, id);
  await deleteUnneeded(ports, image.file.blobKey);
  return image;
}

/**
 * Deletes the blob of a removed image, unless another image has it too. A blob without an image never gets one again, so
 * nothing can happen between the two steps.
 */
async function deleteUnneeded({ catalog, blobs }: CatalogAndBlobs, key: string): Promise<void> {
  try {
    if (!(await catalog.needsBlob(key))) await blobs.area('originals').delete(key);
  } catch {
    ignoreDeleteFailure();
  }
}
