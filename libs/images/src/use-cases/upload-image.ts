import { parseAll, StorageFull, type Clock, type IdGenerator } from '@cairn/kernel';
import type { BlobStore, StagedBlob } from '../blob-store.js';
import type { CatalogRepository } from '../catalog-repository.js';
import type { CatalogRules } from '../catalog-rules.js';
import { AddressTaken, QuotaExceeded, UnsupportedImageType } from '../errors.js';
import { FileName } from '../file-name.js';
import { parseImagePath } from '../image-path.js';
import type { ImageProcessor } from '../image-processor.js';
import { addressOf, type Image } from '../image.js';
import { parseTags } from '../tag.js';
import { leaveToSweep } from './sweep-blobs.js';

const ID_LENGTH = 22; // 131 bits
const BLOB_KEY_LENGTH = 32;

/** Where the image goes and what it is tagged with; both may be left out. */
export interface UploadDetails {
  readonly path?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface Upload {
  readonly owner: string;
  /** The name that the file came with. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Asked for once the bytes are in: a form may carry them behind the file. */
  readonly details: () => Promise<UploadDetails>;
}

/** @throws {InvalidInput} with the faults of both. */
export function parseUploadDetails(details: UploadDetails): {
  readonly path: string;
  readonly tags: readonly string[];
} {
  return parseAll({
    path: () => parseImagePath(details.path ?? ''),
    tags: () => parseTags(details.tags ?? []),
  });
}

/** Takes an image into its owner's catalog: the bytes first, durable under a key of their own, then the record. */
export class UploadImage {
  constructor(
    private readonly ports: {
      readonly catalog: CatalogRepository;
      readonly blobs: BlobStore;
      readonly processor: ImageProcessor;
      readonly clock: Clock;
      readonly ids: IdGenerator;
      readonly rules: CatalogRules;
    },
  ) {}

  /**
   * @throws {QuotaExceeded} before any byte is read when the quota is already reached, or when it fills up meanwhile.
   * @throws {InvalidInput} {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels}
   */
  async execute(upload: Upload): Promise<Image> {
    const { blobs, catalog, rules } = this.ports;
    const { imageCount, quota = rules.imageQuota } = await catalog.usage(upload.owner);
    if (imageCount >= quota) throw new QuotaExceeded(imageCount, quota);
    const staged = await blobs.stage(upload.bytes, rules.maxFileBytes);
    try {
      return await this.admit(upload, staged);
    } finally {
      await staged.discard();
    }
  }

  private async admit(upload: Upload, staged: StagedBlob): Promise<Image> {
    const { blobs, processor, clock, ids, rules } = this.ports;
    const { path, tags } = parseUploadDetails(await upload.details());
    if (staged.sizeInBytes === 0) throw new UnsupportedImageType('The file is empty.');
    const format = await processor.examine(staged, (found) => rules.admit(found));
    const blobKey = ids.next(BLOB_KEY_LENGTH);
    await staged.commit({ area: 'originals', key: blobKey, contentType: format.contentType });
    const now = clock.now();
    const name = FileName.from(upload.name, format.contentType);
    try {
      return await this.add(name, {
        id: ids.next(ID_LENGTH),
        owner: upload.owner,
        path,
        fileName: name.plain(),
        tags,
        file: { ...format, blobKey, sizeInBytes: staged.sizeInBytes, sha256: staged.sha256 },
        createdAt: now,
        updatedAt: now,
      });
    } catch (error) {
      // Only these are certain to have stored nothing; after any other failure the sweep decides.
      if (error instanceof QuotaExceeded || error instanceof StorageFull)
        await blobs.area('originals').delete(blobKey).catch(leaveToSweep);
      throw error;
    }
  }

  private async add(name: FileName, image: Image): Promise<Image> {
    if (await this.takes(image)) return image;
    const former = await this.formerName(name, image);
    let fileName = former ?? this.suffixed(name);
    while (!(await this.takes({ ...image, fileName }))) fileName = this.suffixed(name);
    return { ...image, fileName };
  }

  private async takes(image: Image): Promise<boolean> {
    try {
      await this.ports.catalog.add(image, this.ports.rules.imageQuota);
      return true;
    } catch (error) {
      if (error instanceof AddressTaken) return false;
      throw error;
    }
  }

  /** The suffixed name under which the owner had the same bytes at the same place before. */
  private async formerName(name: FileName, image: Image): Promise<string | undefined> {
    const folder = addressOf({ ...image, fileName: '' });
    const freed = await this.ports.catalog.freedAddresses(image);
    return freed
      .filter((address) => address.startsWith(folder))
      .map((address) => address.slice(folder.length))
      .find((fileName) => name.isSuffixedAs(fileName));
  }

  private suffixed(name: FileName): string {
    return name.suffixed((length) => this.ports.ids.next(length));
  }
}
