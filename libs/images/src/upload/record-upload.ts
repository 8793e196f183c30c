import type { PortsOf } from '@cairn/kernel';
import { UploadExpired } from '../errors.js';
import type { Image } from '../image/image.js';
import { AddImage } from './add-image.js';
import type { PreparedUpload } from './store-upload.js';
import { PreparedUploadRepository } from './prepared-upload-repository.js';

/**
 * Adds the record of a prepared upload to its owner's catalog. May be repeated: an image that is recorded is the result. With
 * `existing` in its details, the result may be an image that was there before: the bytes are then left to `DiscardPrepared`.
 */
export class RecordUpload {
  static readonly ports = { ...AddImage.ports, prepared: PreparedUploadRepository };

  private readonly addImage: AddImage;

  constructor(private readonly ports: PortsOf<typeof RecordUpload.ports>) {
    this.addImage = new AddImage(ports);
  }

  /**
   * @throws {QuotaExceeded} {ByteQuotaExceeded} when the quota was used up meanwhile.
   * @throws {UploadExpired} when its bytes are gone, as it was prepared more than an hour ago or discarded.
   */
  async execute(upload: PreparedUpload): Promise<Image> {
    const { catalog, prepared, clock } = this.ports;
    const { image, reservation } = upload;
    const { owner, file } = image;
    const { blobKey } = file;
    // Before the record, so that nobody deletes bytes which have one.
    if (!(await prepared.take(blobKey))) {
      const [recorded] = await catalog.find(owner, [image.id]);
      if (recorded?.file.blobKey === blobKey) return recorded;
      throw new UploadExpired();
    }
    const giveBack = async (): Promise<void> =>
      await prepared.add({ blobKey, owner, reservation, preparedAt: clock.now() });
    try {
      const added = await this.addImage.execute(upload);
      if (added.id !== image.id) await giveBack();
      return added;
    } catch (error) {
      // For a caller whose transaction goes on. In one that has failed, everything is as before anyway.
      await giveBack().catch(() => undefined);
      throw error;
    }
  }
}
