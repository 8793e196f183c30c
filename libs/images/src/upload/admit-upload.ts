import { StorageFull, Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { BlobStore } from '../store/blob-store.js';
import { CatalogRepository } from '../library/catalog-repository.js';
import { CatalogRules } from '../library/catalog-rules.js';
import { AddressTaken, QuotaExceeded } from '../errors.js';
import { FileName } from '../names/file-name.js';
import { addressOf, type Image } from '../library/image.js';
import { leaveToSweep } from '../store/sweep-blobs.js';
import type { ReceivedUpload } from './receive-upload.js';
import { parseUploadDetails, type UploadDetails } from './upload-details.js';

const ID_LENGTH = 22; // 131 bits
const BLOB_KEY_LENGTH = 32;

/** Takes a received image into its owner's catalog: the bytes first, durable under a key of their own, then the record. */
export class AdmitUpload {
  static readonly ports = {
    catalog: CatalogRepository,
    blobs: BlobStore,
    rules: CatalogRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof AdmitUpload.ports>) {}

  /**
   * Ends the upload, unless the details are wrong: then it may be admitted with others.
   * @throws {InvalidInput} naming every fault of the details.
   * @throws {QuotaExceeded} when the quota was filled up meanwhile.
   */
  async execute(received: ReceivedUpload, details: UploadDetails): Promise<Image> {
    const { clock, ids } = this.ports;
    const { owner, format, blob } = received;
    const { path, tags } = parseUploadDetails(details);
    const blobKey = ids.next(BLOB_KEY_LENGTH);
    await blob.commit({ area: 'originals', key: blobKey, contentType: format.contentType });
    const now = clock.now();
    const name = FileName.from(details.name, format.contentType);
    try {
      return await this.add(name, {
        id: ids.next(ID_LENGTH),
        owner,
        path,
        fileName: name.plain(),
        tags,
        file: { ...format, blobKey, sizeInBytes: blob.sizeInBytes, sha256: blob.sha256 },
        createdAt: now,
        updatedAt: now,
      });
    } catch (error) {
      // Only these are certain to have stored nothing; after any other failure the sweep decides.
      if (error instanceof QuotaExceeded || error instanceof StorageFull)
        await this.ports.blobs.area('originals').delete(blobKey).catch(leaveToSweep);
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
