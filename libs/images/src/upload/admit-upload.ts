import { StorageFull, type PortsOf } from '@cairn/kernel';
import { ByteQuotaExceeded, QuotaExceeded } from '../errors.js';
import type { MetadataChoice } from '../image/image-description.js';
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
    const { existing, path, tags, metadata } = parseUploadDetails(details);
    const isWanted = (image: Image): boolean => isCutAsAsked(image, received, metadata);
    const found = existing && (await this.find({ received, path }, isWanted));
    if (found !== undefined) {
      reused();
      return await this.tag(found, tags);
    }
    const stored = await this.storeUpload.execute(received, details);
    const { blobKey } = stored.image.file;
    try {
      const there = await this.addImage.execute(stored, existing);
      const isOwn = there.file.blobKey === blobKey;
      const image = isOwn || isWanted(there) ? there : await this.addImage.execute(stored);
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
  private async find(
    {
      received: { owner, blob },
      path,
    }: {
      readonly received: ReceivedUpload;
      readonly path: string;
    },
    isWanted: (image: Image) => boolean,
  ): Promise<Image | undefined> {
    const { catalog } = this.ports;
    const known = await catalog.knownFiles(owner, [blob.sha256]);
    const here = known.filter((file) => !file.inTrash && file.path === path).map(({ id }) => id);
    const images = here.length === 0 ? [] : await catalog.find(owner, here);
    const wanted = images.filter(isWanted);
    return wanted.toSorted((one, other) => here.indexOf(one.id) - here.indexOf(other.id))[0];
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

/** Whether an image with the bytes of an upload is served without what the upload says must not be. */
function isCutAsAsked(
  { file }: Image,
  { blob, format, metadata }: ReceivedUpload,
  choice: MetadataChoice | undefined,
): boolean {
  if (choice === undefined || choice === 'keep' || file.sha256 !== blob.sha256) return true;
  return metadata.editsFor(format.orientation).length === 0;
}
