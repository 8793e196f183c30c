import { StorageFull, type PortsOf } from '@cairn/kernel';
import { ByteQuotaExceeded, QuotaExceeded } from '../errors.js';
import type { Image } from '../image/image.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';
import { AddImage } from './add-image.js';
import type { ReceivedUpload } from './receive-upload.js';
import { StoreUpload } from './store-upload.js';
import { parseUploadDetails, type UploadDetails } from './upload-details.js';

/** Adds a received image to its owner's catalog: first its bytes, durably; then the record. */
export class AdmitUpload {
  static readonly ports = { ...StoreUpload.ports, ...AddImage.ports };

  private readonly storeUpload: StoreUpload;
  private readonly addImage: AddImage;

  constructor(private readonly ports: PortsOf<typeof AdmitUpload.ports>) {
    this.storeUpload = new StoreUpload(ports);
    this.addImage = new AddImage(ports);
  }

  /**
   * Ends the upload, unless the details are invalid: then it may be admitted with other details. With `existing` in the
   * details, the image may be one that was there before; then `reused` is called.
   * @throws {InvalidInput} naming every fault of the details.
   * @throws {QuotaExceeded} {ByteQuotaExceeded} when the quota was used up meanwhile.
   */
  async execute(
    received: ReceivedUpload,
    details: UploadDetails,
    reused: () => void = () => undefined,
  ): Promise<Image> {
    const { existing, path, tags } = parseUploadDetails(details);
    const found = existing && (await this.find({ received, path }));
    if (found !== undefined) {
      reused();
      return await this.tag(found, tags);
    }
    const stored = await this.storeUpload.execute(received, details);
    const { blobKey } = stored.image.file;
    try {
      const image = await this.addImage.execute(stored, existing);
      if (image.file.blobKey !== blobKey) {
        reused();
        await this.deleteBlob(blobKey);
        return await this.tag(image, tags);
      }
      received.room?.end();
      return image;
    } catch (error) {
      // Only these errors guarantee that nothing was stored. After any other failure, the sweep decides.
      if (
        error instanceof QuotaExceeded ||
        error instanceof ByteQuotaExceeded ||
        error instanceof StorageFull
      )
        await this.deleteBlob(blobKey);
      throw error;
    }
  }

  /** Looks before anything is stored, for which most uploads of known bytes need nothing more. */
  private async find({
    received,
    path,
  }: {
    readonly received: ReceivedUpload;
    readonly path: string;
  }): Promise<Image | undefined> {
    const { catalog } = this.ports;
    const { owner, blob } = received;
    const known = await catalog.knownFiles(owner, [blob.sha256]);
    const here = known.find((file) => !file.inTrash && file.path === path);
    return here && (await catalog.find(owner, [here.id]))[0];
  }

  private async tag({ owner, id, ...image }: Image, tags: readonly string[]): Promise<Image> {
    if (tags.length === 0) return { owner, id, ...image };
    const { catalog, clock } = this.ports;
    const change = { kind: 'edit', add: tags, remove: [] } as const;
    const { changed, unchanged } = await catalog.changeTags(owner, [id], { change, now: clock.now() });
    return [...changed, ...unchanged][0] ?? { owner, id, ...image };
  }

  private async deleteBlob(key: string): Promise<void> {
    await this.ports.blobs.area('originals').delete(key).catch(ignoreDeleteFailure);
  }
}
