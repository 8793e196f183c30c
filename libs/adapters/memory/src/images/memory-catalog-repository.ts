import { type Disposal, type Page, type PageRequest } from '@cairn/kernel';
import {
  addressOf,
  QuotaExceeded,
  storedFile,
  type HostedFile,
  type Image,
  type ImageQuery,
  type ImageDescription,
} from '@cairn/images';
import {
  announcesDescription,
  changeTags,
  changeTaken,
  hostedFileOf,
  imageAdded,
  imageDescribed,
  imageRemoved,
  imageUpdated,
  isSameEdit,
  positionOf,
  type AddedBytes,
  trashedImage,
  updated,
  type CatalogRepository,
  type CameraCount,
  type ChangedImages,
  type DayCounts,
  type DayRequest,
  type DescribedImage,
  type FolderCount,
  type FolderRequest,
  type ImagePage,
  type ImagePageRequest,
  type ImageRestoring,
  type ImageUpdate,
  type KeptAddresses,
  type TagChangeRequest,
  type TakenChange,
  type TagCount,
  type TagRequest,
  type DetailsChange,
  type Usage,
  type VisibilityChange,
} from '@cairn/images/spi';
import { copyOf } from './image-copies.js';
import { pageOf } from '../listing.js';
import { MemoryCatalogBytes } from './memory-catalog-bytes.js';
import { MemoryLookAlikeRepository } from './memory-look-alike-repository.js';
import { MemoryAddresses } from './memory-addresses.js';
import {
  countedCameras,
  countedDays,
  countedFolders,
  countedTags,
  listed,
  undescribed,
} from './memory-gallery.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';
import { bytesOf } from '../trash/memory-removed.js';
import { MemoryTrash } from '../trash/memory-trash.js';

/** Keeps catalogs in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryCatalogRepository extends MemoryCatalogBytes implements CatalogRepository {
  readonly lookAlikes = new MemoryLookAlikeRepository((owner) => this.imagesOf(owner));
  readonly quotas = new Map<string, number | undefined>();
  readonly addresses = new MemoryAddresses(({ owner, id }) => this.imagesOf(owner).get(id));
  /** The albums that an image is in. Set by their repository. */
  albumsOf: (image: Image) => readonly string[] = () => [];

  /** Without an outbox no events are recorded. */
  constructor(
    private readonly outbox?: MemoryOutbox,
    trash = new MemoryTrash({ outbox }),
  ) {
    super(trash);
    trash.imageQuotaOf = (owner) => this.quotas.get(owner);
  }

  async add(image: Image, defaultQuota: number, bytes: Partial<AddedBytes> = {}): Promise<void> {
    const images = this.imagesOf(image.owner);
    const quota = this.quotas.get(image.owner) ?? defaultQuota;
    if (images.size >= quota) throw new QuotaExceeded(images.size, quota);
    const counted = this.countedSizes(image.owner).get(image.file.blobKey) ?? 0;
    this.byteQuotas.assertRoom(image.owner, storedFile(image.file).sizeInBytes - counted, bytes);
    this.addresses.check(image);
    const stored = copyOf(image);
    this.owners.set(image.owner, images.set(image.id, stored));
    this.addresses.put(stored);
    this.lookAlikes.compare(stored);
    this.byteQuotas.forget(image.owner, bytes.reservation);
    this.outbox?.append(imageAdded(stored));
  }

  async remove(owner: string, id: string, disposal?: Disposal): Promise<Image> {
    const image = this.imageOf(owner, id);
    if (disposal !== undefined)
      this.removed.put(trashedImage(image, this.albumsOf(image), disposal), image, bytesOf(image, disposal));
    else this.trash.forget(owner, { type: 'image', id });
    this.imagesOf(owner).delete(id);
    this.lookAlikes.forget(id);
    this.outbox?.append(imageRemoved(image));
    return copyOf(image);
  }

  async removeAll(owner: string, ids: readonly string[], disposal?: Disposal): Promise<readonly Image[]> {
    return await Promise.all(this.found(owner, ids).map(({ id }) => this.remove(owner, id, disposal)));
  }

  async getRemoved(owner: string, id: string): Promise<Image> {
    return copyOf(this.removed.get(owner, id));
  }

  /** The albums keep the places of the image. */
  async restore(owner: string, id: string, restoring: ImageRestoring): Promise<Image> {
    const { defaultQuota, bytes, now, fileName } = restoring;
    const image = updated(this.removed.get(owner, id), { fileName, now });
    const adding = this.add(image, defaultQuota, bytes); // counted before this method returns, or rejected
    if (this.imagesOf(owner).has(id)) this.trash.take(id);
    await adding;
    return copyOf(image);
  }

  async changeTags(owner: string, ids: readonly string[], given: TagChangeRequest): Promise<ChangedImages> {
    return this.changed(owner, ids, (image) => changeTags(image, given.change, given.now));
  }

  async changeVisibility(
    owner: string,
    ids: readonly string[],
    change: VisibilityChange,
  ): Promise<ChangedImages> {
    return this.changed(owner, ids, (image) => updated(image, change));
  }

  async changeTaken(owner: string, ids: readonly string[], change: TakenChange): Promise<ChangedImages> {
    return this.changed(owner, ids, (image) => changeTaken(image, change));
  }

  async changeDetails(owner: string, ids: readonly string[], change: DetailsChange): Promise<ChangedImages> {
    return this.changed(owner, ids, (image) => updated(image, change));
  }

  /** `change` returns the same image if nothing changes. */
  private changed(owner: string, ids: readonly string[], change: (image: Image) => Image): ChangedImages {
    const found = this.found(owner, ids);
    const results = found.map(change);
    const changed = results.filter((image, index) => image !== found[index]).map(copyOf);
    for (const image of changed) {
      this.imagesOf(owner).set(image.id, image);
      this.addresses.put(image);
      this.outbox?.append(imageUpdated(image));
    }
    const unchanged = results.filter((image, index) => image === found[index]).map(copyOf);
    return { changed: changed.map(copyOf), unchanged };
  }

  async update(owner: string, id: string, update: ImageUpdate): Promise<Image> {
    const image = this.imageOf(owner, id);
    const result = copyOf(updated(image, update));
    if (result.updatedAt === image.updatedAt) return result;
    if (addressOf(result) !== addressOf(image)) this.addresses.check(result);
    this.imagesOf(owner).set(id, result);
    this.addresses.put(result);
    this.outbox?.append(imageUpdated(result));
    return copyOf(result);
  }

  async get(owner: string, id: string): Promise<Image> {
    return copyOf(this.imageOf(owner, id));
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly Image[]> {
    return this.found(owner, ids).map(copyOf);
  }

  async takenIds(ids: readonly string[]): Promise<readonly string[]> {
    return ids.filter(
      (id) => this.trash.has(id) || this.waiting.has(id) || this.all().some((image) => image.id === id),
    );
  }

  async describe({ owner, id, file }: DescribedImage, description: ImageDescription): Promise<void> {
    const [image] = this.found(owner, [id]);
    if (image === undefined || !isSameEdit(image.file, file)) return;
    const described = copyOf({ ...image, description });
    this.imagesOf(owner).set(id, described);
    this.addresses.put(described);
    this.lookAlikes.compare(described, image);
    if (announcesDescription(image.description, description)) this.outbox?.append(imageDescribed(described));
  }

  async listUndescribed(limit: number, after = ''): Promise<readonly Image[]> {
    return undescribed(this.all(), limit, after).map(copyOf);
  }

  async findFile(address: string): Promise<HostedFile | undefined> {
    const image = this.addresses.imageAt(address);
    return image && hostedFileOf(copyOf(image));
  }

  async freedAddresses(image: Pick<Image, 'owner' | 'file'>): Promise<readonly string[]> {
    return this.addresses.freed(image);
  }

  async eraseAddresses(owner: string, kept: KeptAddresses): Promise<number> {
    return this.addresses.erase(owner, kept);
  }

  async listByTag(owner: string, tag: string, page: PageRequest): Promise<Page<Image>> {
    const tagged = [...this.imagesOf(owner).values()].filter((image) => image.tags.includes(tag));
    return pageOf(tagged.map(copyOf), page, { position: positionOf, descending: true });
  }

  async list(owner: string, query: ImageQuery, page: ImagePageRequest): Promise<ImagePage> {
    return listed([...this.imagesOf(owner).values()].map(copyOf), query, page);
  }

  async listTags(owner: string, request: TagRequest): Promise<readonly TagCount[]> {
    return countedTags(this.imagesOf(owner).values(), request);
  }

  async listFolders(owner: string, request: FolderRequest): Promise<readonly FolderCount[]> {
    return countedFolders(this.imagesOf(owner).values(), request);
  }

  async listCameras(owner: string, limit: number): Promise<readonly CameraCount[]> {
    return countedCameras(this.imagesOf(owner).values(), limit);
  }

  async listDays(owner: string, request: DayRequest): Promise<DayCounts> {
    return countedDays(this.imagesOf(owner).values(), request);
  }

  async usage(owner: string): Promise<Usage> {
    const [imageCount, quota] = [this.imagesOf(owner).size, this.quotas.get(owner)];
    return { imageCount, ...(quota !== undefined && { quota }), ...this.byteQuotas.own(owner) };
  }

  async setQuota(owner: string, quota: number | undefined): Promise<void> {
    this.quotas.set(owner, quota);
  }
}
