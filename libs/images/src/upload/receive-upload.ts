import { MetadataReader, type ImageMetadata } from '@cairn/image-structure';
import type { PortsOf } from '@cairn/kernel';
import { BlobStore, type StagedBlob, type StagingPurpose } from '../store/blob-store.js';
import { CatalogRepository } from '../library/catalog-repository.js';
import { CatalogRules } from '../library/catalog-rules.js';
import { QuotaExceeded, UndecodableImage, UnsupportedImageType } from '../errors.js';
import { ImageProcessor } from './image-processor.js';
import { parseAddedBy } from '../library/added-by.js';
import type { ImageFormat } from '../library/image.js';

/** The owner and the bytes of an upload. */
export interface UploadSource {
  readonly owner: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The API key of the request, if any. */
  readonly keyId?: string | undefined;
  /** Who adds the image, by `parseAddedBy`, unless it is the account of the owner itself. */
  readonly addedBy?: string | undefined;
}

/** A complete image that is not in a catalog yet. The receiver must admit it or call `blob.discard()`. */
export interface ReceivedUpload {
  readonly owner: string;
  readonly keyId?: string | undefined;
  readonly addedBy?: string | undefined;
  readonly format: ImageFormat;
  /** The bytes as they were uploaded. */
  readonly blob: StagedBlob;
  readonly metadata: ImageMetadata;
}

/** Receives bytes from any source, and checks that they are an image within the limits. */
export class ReceiveUpload {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    rules: CatalogRules,
    processor: ImageProcessor,
  };

  constructor(private readonly ports: PortsOf<typeof ReceiveUpload.ports>) {}

  /**
   * Leaves nothing behind when it fails.
   * @throws {QuotaExceeded} before any byte is read, when the owner has no quota left.
   * @throws {InvalidInput} when `addedBy` is nobody.
   * @throws {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels} or errors of the source.
   */
  async execute({ owner, bytes, keyId, ...source }: UploadSource): Promise<ReceivedUpload> {
    const { catalog, blobs, rules } = this.ports;
    const addedBy = source.addedBy === undefined ? undefined : parseAddedBy(source.addedBy);
    const { imageCount, quota = rules.imageQuota } = await catalog.usage(owner);
    if (imageCount >= quota) throw new QuotaExceeded(imageCount, quota);
    const reader = new MetadataReader();
    // Bytes that will probably be changed are not made durable yet. The upload's own choice may follow the file.
    const purposeOf = (): StagingPurpose =>
      rules.metadata === 'remove' && reader.metadata.kinds.length > 0 ? 'read' : 'commit';
    const blob = await blobs.stage(reader.readFrom(bytes), rules.maxFileBytes, purposeOf);
    try {
      const { metadata } = reader;
      if (metadata.hasTooManyParts) throw new UndecodableImage('it has too many parts');
      const format = await this.examine(blob);
      // Its metadata cannot be determined.
      if (!metadata.isWhole) throw new UndecodableImage('its structure is damaged');
      return { owner, format, blob, metadata, keyId, addedBy };
    } catch (error) {
      await blob.discard();
      throw error;
    }
  }

  private async examine(blob: StagedBlob): Promise<ImageFormat> {
    const { processor, rules } = this.ports;
    if (blob.sizeInBytes === 0) throw new UnsupportedImageType('The file is empty.');
    return await processor.examine(blob, (found) => rules.admit(found));
  }
}
