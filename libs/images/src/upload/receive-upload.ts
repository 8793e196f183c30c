import { MetadataReader, type ImageMetadata } from '@cairn/image-structure';
import { FairSemaphore, type PortsOf } from '@cairn/kernel';
import { BlobStore, type StagedBlob, type StagingPurpose } from '../store/blob-store.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { QuotaExceeded, UndecodableImage, UnsupportedImageType } from '../errors.js';
import { ByteRoom, type ExpectedBytes, type ExpectedSize } from '../quota/byte-room.js';
import { parseAddedBy } from '../image/added-by.js';
import type { ImageFormat } from '../image/image.js';
import { ImageProcessor } from './image-processor.js';

/** How many uploads may have the coded pixels of their files followed at once. */
const FOLLOWERS = 2;

/** The owner and the bytes of an upload. */
export interface UploadSource {
  readonly owner: string;
  /** The sender, by default the owner. Senders take turns where images are decoded. */
  readonly holder?: string | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The size, if it is known. If there is a quota in bytes, it is reserved at once. */
  readonly sizeInBytes?: ExpectedSize | undefined;
  /** The API key of the request, if any. */
  readonly keyId?: string | undefined;
  /** Who adds the image, by `parseAddedBy`, unless it is the account of the owner itself. */
  readonly addedBy?: string | undefined;
  /** The identifier of the image, random by default. If the owner has an image with it, that is the result. */
  readonly id?: string | undefined;
}

/** A complete image that is not in a catalog yet. The receiver must admit it or call `discardUpload`. */
export interface ReceivedUpload {
  readonly owner: string;
  readonly keyId?: string | undefined;
  readonly addedBy?: string | undefined;
  readonly id?: string | undefined;
  readonly format: ImageFormat;
  /** The bytes as they were uploaded. */
  readonly blob: StagedBlob;
  readonly metadata: ImageMetadata;
  /** The reserved room, if the owner has a quota in bytes. */
  readonly room?: ByteRoom | undefined;
}

/** Discards an upload that is not admitted. Does nothing to one that was. */
export async function discardUpload({ blob, room }: ReceivedUpload): Promise<void> {
  await blob.discard();
  await room?.release();
}

/** Receives bytes from any source, and checks that they are an image within the limits. */
export class ReceiveUpload {
  static readonly ports = {
    ...ByteRoom.ports,
    catalog: CatalogRepository,
    blobs: BlobStore,
    processor: ImageProcessor,
  };

  /** Following coded pixels may take some megabytes, and keeps a processor busy. */
  private readonly followers = new FairSemaphore({ count: FOLLOWERS, reserved: 1 });

  constructor(private readonly ports: PortsOf<typeof ReceiveUpload.ports>) {}

  /**
   * Leaves nothing behind when it fails.
   * @throws {QuotaExceeded} before any byte is read, when the owner has no quota left.
   * @throws {ByteQuotaExceeded} before any byte is read, or at the first bytes that do not fit.
   * @throws {InvalidInput} when `addedBy` is not valid.
   * @throws {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels} or errors of the source.
   */
  async execute(upload: UploadSource): Promise<ReceivedUpload> {
    const { owner, holder = owner, bytes, sizeInBytes, keyId, id, ...source } = upload;
    const addedBy = source.addedBy === undefined ? undefined : parseAddedBy(source.addedBy);
    const room = await this.roomFor({ owner, sizeInBytes });
    try {
      const received = await this.receive(room === undefined ? bytes : room.admit(bytes), holder);
      await room?.shrinkTo(received.blob.sizeInBytes);
      return { owner, ...received, keyId, addedBy, id, room };
    } catch (error) {
      await room?.release();
      throw error;
    }
  }

  /** Without a quota in bytes, nothing is reserved, and the store is asked nothing more. */
  private async roomFor(expected: ExpectedBytes): Promise<ByteRoom | undefined> {
    const { catalog, rules } = this.ports;
    const usage = await catalog.usage(expected.owner);
    const { imageCount, quota = rules.imageQuota, byteQuota = rules.byteQuota } = usage;
    if (imageCount >= quota) throw new QuotaExceeded(imageCount, quota);
    return byteQuota === undefined ? undefined : await ByteRoom.reserve(this.ports, expected);
  }

  private async receive(
    bytes: AsyncIterable<Uint8Array>,
    holder: string,
  ): Promise<Pick<ReceivedUpload, 'format' | 'blob' | 'metadata'>> {
    const { blobs, rules } = this.ports;
    const reader = new MetadataReader();
    // Bytes that will probably be changed are not made durable yet. The upload's own choice may follow the file.
    const purposeOf = (): StagingPurpose =>
      rules.metadata === 'remove' && reader.metadata.kinds.length > 0 ? 'read' : 'commit';
    const blob = await blobs.stage(reader.readFrom(bytes), rules.maxFileBytes, purposeOf);
    try {
      if (reader.metadata.hasTooManyParts) throw new UndecodableImage('it has too many parts');
      const format = await this.examine(blob, holder);
      const metadata = await this.complete(reader, blob, holder);
      return { format, blob, metadata };
    } catch (error) {
      await blob.discard();
      throw error;
    }
  }

  /** @throws {UndecodableImage} if the content of the file cannot be determined. */
  private async complete(reader: MetadataReader, blob: StagedBlob, holder: string): Promise<ImageMetadata> {
    const metadata = await this.followers.run({ holder }, () => reader.complete(() => blob.read()));
    if (metadata === undefined)
      throw new UndecodableImage('its structure is damaged, or it has data that are no pixels');
    return metadata;
  }

  private async examine(blob: StagedBlob, holder: string): Promise<ImageFormat> {
    const { processor, rules } = this.ports;
    if (blob.sizeInBytes === 0) throw new UnsupportedImageType('The file is empty.');
    return await processor.examine(blob, (found) => rules.admit(found), holder);
  }
}
