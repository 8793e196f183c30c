import { StorageFull, type PortsOf } from '@cairn/kernel';
import {
  AlbumByQuery,
  AlbumFull,
  AlbumNotFound,
  ByteQuotaExceeded,
  ImageNotFound,
  LinkClosed,
  LinkFull,
  QuotaExceeded,
} from '../errors.js';
import type { Image } from '../image/image.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';
import { AddImage, type Adding } from './add-image.js';
import type { ReceivedUpload } from './receive-upload.js';
import { StoreUpload, uncutHash } from './store-upload.js';
import { parseUploadDetails, type UploadDetails } from './upload-details.js';

/** How a received image is admitted. */
export interface Admission {
  /** Instead of what the details say of images that are there. */
  readonly adding?: Adding | undefined;
  /** Called if the result is an image that was there before. */
  readonly reused?: (() => void) | undefined;
}

/** After these nothing of the record is stored. After any other failure, the sweep decides. */
const REFUSALS = [
  ...[QuotaExceeded, ByteQuotaExceeded, StorageFull],
  ...[AlbumFull, AlbumNotFound, AlbumByQuery, LinkFull, LinkClosed],
];

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
   * details, the image may be one that was there before. One that moves in shares the blob of another with the same bytes.
   * @throws {InvalidInput} naming every fault of the details.
   * @throws {QuotaExceeded} {ByteQuotaExceeded} when the quota was used up meanwhile.
   */
  async execute(
    received: ReceivedUpload,
    details: UploadDetails,
    { reused = () => undefined, ...given }: Admission = {},
  ): Promise<Image> {
    const { former, tagging } = details;
    const { existing, path, tags, metadata } = parseUploadDetails(details);
    const found = existing && (await this.find(received, { path, uncut: uncutHash(received, metadata) }));
    if (found !== undefined) {
      reused();
      return await this.addImage.tag(found, { ...received, tags }, tagging);
    }
    const stored = await this.storeUpload.execute(received, details);
    const { blobKey } = stored.image.file;
    const adding = given.adding ?? (former && this.sharing);
    try {
      const image = await this.addImage.execute(stored, adding);
      if (image.id !== stored.image.id) reused();
      if (image.file.blobKey === blobKey) received.room?.end();
      else await this.deleteBlob(blobKey);
      return image;
    } catch (error) {
      if (REFUSALS.some((kind) => error instanceof kind)) await this.deleteBlob(blobKey);
      throw error;
    }
  }

  /** Looks before anything is stored, for which most uploads of known bytes need nothing more. */
  private async find(
    { owner, blob }: ReceivedUpload,
    { path, uncut }: { readonly path: string; readonly uncut: string | undefined },
  ): Promise<Image | undefined> {
    const { catalog } = this.ports;
    const known = await catalog.knownFiles(owner, [blob.sha256]);
    const here = known.filter((file) => !file.inTrash && file.path === path).map(({ id }) => id);
    const images = here.length === 0 ? [] : await catalog.find(owner, here);
    const wanted = images.filter(({ file }) => file.sha256 !== uncut);
    return wanted.toSorted((one, other) => here.indexOf(one.id) - here.indexOf(other.id))[0];
  }

  /** Adds a copy of an image with the same bytes, if there is one. */
  private readonly sharing: Adding = async (image, defaultQuota, bytes) => {
    const { catalog } = this.ports;
    const twin = await this.twinOf(image);
    if (twin !== undefined) {
      const copy = { ...image, file: { ...image.file, blobKey: twin.file.blobKey } };
      if (await isDone(catalog.addCopy(copy, { of: twin.id, defaultQuota }))) return copy;
    }
    await catalog.add(image, defaultQuota, bytes);
    return image;
  };

  /** An image of which the same bytes are stored and served. Caches know a file by its blob. */
  private async twinOf({ owner, file }: Image): Promise<Image | undefined> {
    const { catalog } = this.ports;
    const known = await catalog.knownFiles(owner, [file.sha256]);
    const ids = known.filter(({ inTrash }) => !inTrash).map(({ id }) => id);
    const images = await catalog.find(owner, ids);
    return images.find((one) => bytesOf(one) === bytesOf({ file }));
  }

  private async deleteBlob(key: string): Promise<void> {
    await this.ports.blobs.area('originals').delete(key).catch(ignoreDeleteFailure);
  }
}

const bytesOf = ({ file: { contentType, sha256, whole } }: Pick<Image, 'file'>): string =>
  JSON.stringify([contentType, sha256, whole?.sha256, whole?.edits]);

/** Whether a copy was added. The image may have been deleted meanwhile. */
async function isDone(copying: Promise<void>): Promise<boolean> {
  try {
    await copying;
    return true;
  } catch (error) {
    if (error instanceof ImageNotFound) return false;
    throw error;
  }
}
