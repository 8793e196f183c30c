import { compareTexts, type Page, type PageRequest } from '@cairn/kernel';
import {
  AddressTaken,
  addressOf,
  ImageNotFound,
  QuotaExceeded,
  type HostedFile,
  type Image,
  type ImageQuery,
  type ImageDescription,
} from '@cairn/images';
import {
  changeTags,
  changeVisibility,
  imageAdded,
  imageDescribed,
  imageRemoved,
  imageUpdated,
  moved,
  positionOf,
  type AddedBytes,
  type BlobReference,
  type CatalogRepository,
  type ChangedImages,
  type FolderCount,
  type FolderRequest,
  type ImagePage,
  type ImagePageRequest,
  type ImageTotal,
  type Move,
  type TagChangeRequest,
  type TagCount,
  type TagRequest,
  type Usage,
  type VisibilityChange,
} from '@cairn/images/spi';
import { copyOf, isOfSameBytes, sizeOf } from './image-copies.js';
import { pageOf } from './listing.js';
import { MemoryByteQuotaRepository } from './memory-byte-quota-repository.js';
import { countedFolders, countedTags, listed } from './memory-gallery.js';
import type { MemoryOutbox } from './memory-outbox.js';

const MAX_FREED = 100;

/** Keeps catalogs in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryCatalogRepository implements CatalogRepository {
  readonly byteQuotas = new MemoryByteQuotaRepository((owner) => sizeOf(this.imagesOf(owner).values()));
  private readonly owners = new Map<string, Map<string, Image>>();
  private readonly quotas = new Map<string, number>();
  /**
   * By address: the image served there, or the last one before its removal. Includes former addresses of moved images.
   */
  private readonly addresses = new Map<string, Image>();
  /** By blob key: the identifier of its image. */
  private readonly blobs = new Map<string, string>();

  /** Without an outbox no events are recorded. */
  constructor(private readonly outbox?: MemoryOutbox) {}

  async add(image: Image, defaultQuota: number, bytes: Partial<AddedBytes> = {}): Promise<void> {
    const images = this.imagesOf(image.owner);
    const quota = this.quotas.get(image.owner) ?? defaultQuota;
    if (images.size >= quota) throw new QuotaExceeded(images.size, quota);
    this.byteQuotas.assertRoom(image.owner, image.file.sizeInBytes, bytes);
    this.checkAddress(image);
    const stored = copyOf(image);
    this.owners.set(image.owner, images.set(image.id, stored));
    this.addresses.set(addressOf(image), stored);
    this.blobs.set(stored.file.blobKey, image.id);
    this.byteQuotas.forget(image.owner, bytes.reservation);
    this.outbox?.append(imageAdded(stored));
  }

  async remove(owner: string, id: string): Promise<Image> {
    const image = this.imageOf(owner, id);
    this.imagesOf(owner).delete(id);
    this.blobs.delete(image.file.blobKey);
    this.outbox?.append(imageRemoved(image));
    return image;
  }

  async removeAll(owner: string, ids: readonly string[]): Promise<readonly Image[]> {
    return await Promise.all(this.found(owner, ids).map(({ id }) => this.remove(owner, id)));
  }

  async changeTags(
    owner: string,
    ids: readonly string[],
    { change, now }: TagChangeRequest,
  ): Promise<ChangedImages> {
    return this.changed(owner, ids, (image) => changeTags(image, change, now));
  }

  async changeVisibility(
    owner: string,
    ids: readonly string[],
    change: VisibilityChange,
  ): Promise<ChangedImages> {
    return this.changed(owner, ids, (image) => changeVisibility(image, change));
  }

  /** `change` gives back the same image where nothing changes. */
  private changed(owner: string, ids: readonly string[], change: (image: Image) => Image): ChangedImages {
    const found = this.found(owner, ids);
    const results = found.map(change);
    const changed = results.filter((image, index) => image !== found[index]).map(copyOf);
    for (const image of changed) {
      this.imagesOf(owner).set(image.id, image);
      this.addresses.set(addressOf(image), image);
      this.outbox?.append(imageUpdated(image));
    }
    const unchanged = results.filter((image, index) => image === found[index]);
    return { changed: changed.map(copyOf), unchanged: unchanged.map(copyOf) };
  }

  async move(owner: string, id: string, place: Move): Promise<Image> {
    const image = this.imageOf(owner, id);
    const result = moved(image, place);
    if (result === image) return copyOf(image);
    this.checkAddress(result);
    this.imagesOf(owner).set(id, result);
    this.addresses.set(addressOf(result), result);
    this.outbox?.append(imageUpdated(result));
    return copyOf(result);
  }

  async get(owner: string, id: string): Promise<Image> {
    return copyOf(this.imageOf(owner, id));
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly Image[]> {
    return this.found(owner, ids).map(copyOf);
  }

  /** Like `find`, of one image and at once. */
  peek(owner: string, id: string): Image | undefined {
    return this.found(owner, [id]).map(copyOf)[0];
  }

  async describe(owner: string, id: string, description: ImageDescription): Promise<void> {
    const image = this.imagesOf(owner).get(id);
    if (image === undefined) return;
    const described = copyOf({ ...image, description });
    this.imagesOf(owner).set(id, described);
    this.addresses.set(addressOf(image), described);
    this.outbox?.append(imageDescribed(described));
  }

  async listUndescribed(limit: number, after = ''): Promise<readonly Image[]> {
    return [...this.owners.values()]
      .flatMap((images) => [...images.values()])
      .filter(({ id, description }) => description?.appearance === undefined && compareTexts(id, after) > 0)
      .sort((one, other) => compareTexts(one.id, other.id))
      .slice(0, limit)
      .map(copyOf);
  }

  async findFile(address: string): Promise<HostedFile | undefined> {
    const former = this.addresses.get(address);
    // Of a moved image, the former address has the image as it was there.
    const image = former && this.imagesOf(former.owner).get(former.id);
    if (image === undefined) return undefined;
    const { id: imageId, file, owner, visibility, createdAt } = image;
    return { ...file, imageId, owner, visibility, createdAt };
  }

  async freedAddresses(image: Pick<Image, 'owner' | 'file'>): Promise<readonly string[]> {
    return [...this.addresses]
      .filter(([address, former]) => this.isFreed(address, former) && isOfSameBytes(former, image))
      .map(([address]) => address)
      .slice(0, MAX_FREED);
  }

  async listByTag(owner: string, tag: string, page: PageRequest): Promise<Page<Image>> {
    const tagged = [...this.imagesOf(owner).values()].filter((image) => image.tags.includes(tag));
    const found = pageOf(tagged, page, { position: positionOf, descending: true });
    return { ...found, items: found.items.map(copyOf) };
  }

  async list(owner: string, query: ImageQuery, page: ImagePageRequest): Promise<ImagePage> {
    const found = listed(this.imagesOf(owner).values(), query, page);
    return { ...found, images: found.images.map(copyOf) };
  }

  async listTags(owner: string, request: TagRequest): Promise<readonly TagCount[]> {
    return countedTags(this.imagesOf(owner).values(), request);
  }

  async listFolders(owner: string, request: FolderRequest): Promise<readonly FolderCount[]> {
    return countedFolders(this.imagesOf(owner).values(), request);
  }

  async usage(owner: string): Promise<Usage> {
    const quota = this.quotas.get(owner);
    const known = { imageCount: this.imagesOf(owner).size, ...this.byteQuotas.own(owner) };
    return quota === undefined ? known : { ...known, quota };
  }

  async total(): Promise<ImageTotal> {
    const images = [...this.owners.values()].flatMap((owned) => [...owned.values()]);
    return { imageCount: images.length, sizeInBytes: sizeOf(images) };
  }

  async setQuota(owner: string, quota: number | undefined): Promise<void> {
    if (quota === undefined) this.quotas.delete(owner);
    else this.quotas.set(owner, quota);
  }

  async listBlobs(limit: number, after: string | undefined): Promise<readonly BlobReference[]> {
    return [...this.blobs]
      .map(([blobKey, imageId]) => ({ blobKey, imageId }))
      .filter(({ blobKey }) => after === undefined || blobKey > after)
      .sort((left, right) => (left.blobKey < right.blobKey ? -1 : 1))
      .slice(0, limit);
  }

  async needsBlob(blobKey: string): Promise<boolean> {
    return this.blobs.has(blobKey);
  }

  private checkAddress(image: Image): void {
    const address = addressOf(image);
    const former = this.addresses.get(address);
    if (former && !(this.isFreed(address, former) && isOfSameBytes(former, image)))
      throw new AddressTaken(address);
  }

  /** Whether the image that had the address is gone or has another address now. */
  private isFreed(address: string, { owner, id }: Image): boolean {
    const now = this.imagesOf(owner).get(id);
    return now === undefined || addressOf(now) !== address;
  }

  private imagesOf(owner: string): Map<string, Image> {
    return this.owners.get(owner) ?? new Map<string, Image>();
  }

  private found(owner: string, ids: readonly string[]): readonly Image[] {
    const images = this.imagesOf(owner);
    return [...new Set(ids)].flatMap((id) => images.get(id) ?? []);
  }

  private imageOf(owner: string, id: string): Image {
    const image = this.imagesOf(owner).get(id);
    if (image === undefined) throw new ImageNotFound();
    return image;
  }
}
