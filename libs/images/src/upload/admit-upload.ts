import { StorageFull, type PortsOf } from '@cairn/kernel';
import { ByteQuotaExceeded, QuotaExceeded } from '../errors.js';
import type { Image } from '../image/image.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';
import { AddImage } from './add-image.js';
import type { ReceivedUpload } from './receive-upload.js';
import { StoreUpload } from './store-upload.js';
import type { UploadDetails } from './upload-details.js';

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
   * Ends the upload, unless the details are invalid: then it may be admitted with other details.
   * @throws {InvalidInput} naming every fault of the details.
   * @throws {QuotaExceeded} {ByteQuotaExceeded} when the quota was used up meanwhile.
   */
  async execute(received: ReceivedUpload, details: UploadDetails): Promise<Image> {
    const stored = await this.storeUpload.execute(received, details);
    try {
      const image = await this.addImage.execute(stored);
      received.room?.end();
      return image;
    } catch (error) {
      // Only these errors guarantee that nothing was stored. After any other failure, the sweep decides.
      if (
        error instanceof QuotaExceeded ||
        error instanceof ByteQuotaExceeded ||
        error instanceof StorageFull
      )
        await this.ports.blobs.area('originals').delete(stored.image.file.blobKey).catch(ignoreDeleteFailure);
      throw error;
    }
  }
}
