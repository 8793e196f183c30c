import { MetadataReader, type ImageMetadata } from '@cairn/image-structure';
import type { PortsOf } from '@cairn/kernel';
import { BlobStore, type StagedBlob, type StagingPurpose } from '../store/blob-store.js';
import { CatalogRepository } from '../library/catalog-repository.js';
import { CatalogRules } from '../library/catalog-rules.js';
import { QuotaExceeded, UndecodableImage, UnsupportedImageType } from '../errors.js';
import { ImageProcessor } from './image-processor.js';
import type { ImageFormat } from '../library/image.js';

/** Whose bytes are to become an image. */
export interface UploadSource {
  readonly owner: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The API key that is used, if one is. */
  readonly keyId?: string | undefined;
}

/** A whole image that is in no catalog yet. Whoever received it ends it, with `blob.discard()` where it is not admitted. */
export interface ReceivedUpload {
  readonly owner: string;
  readonly keyId?: string | undefined;
  readonly format: ImageFormat;
  /** As it was uploaded. */
  readonly blob: StagedBlob;
  readonly metadata: ImageMetadata;
}

/** Takes bytes in, wherever they come from, and makes sure that they are an image within the limits. */
export class ReceiveUpload {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    rules: CatalogRules,
    processor: ImageProcessor,
  };

  constructor(private readonly ports: PortsOf<typeof ReceiveUpload.ports>) {}

  /**
   * Nothing is left behind when it fails.
   * @throws {QuotaExceeded} before any byte is asked for, when the owner has no place left.
   * @throws {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels} or what the source throws.
   */
  async execute({ owner, bytes, keyId }: UploadSource): Promise<ReceivedUpload> {
    const { catalog, blobs, rules } = this.ports;
    const { imageCount, quota = rules.imageQuota } = await catalog.usage(owner);
    if (imageCount >= quota) throw new QuotaExceeded(imageCount, quota);
    const reader = new MetadataReader();
    // Bytes that are likely to be changed are not made durable. What the upload itself says may come behind them.
    const purposeOf = (): StagingPurpose =>
      rules.metadata === 'remove' && reader.metadata.kinds.length > 0 ? 'read' : 'commit';
    const blob = await blobs.stage(reader.readFrom(bytes), rules.maxFileBytes, purposeOf);
    try {
      const { metadata } = reader;
      if (metadata.hasTooManyParts) throw new UndecodableImage('it has too many parts');
      const format = await this.examine(blob);
      // Nobody could say what is in it.
      if (!metadata.isWhole) throw new UndecodableImage('its structure is damaged');
      return { owner, format, blob, metadata, keyId };
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
