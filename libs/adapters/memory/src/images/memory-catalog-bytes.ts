import { ImageNotFound, type Image, type WaitingImage } from '@cairn/images';
import type {
  AddedBytes,
  BlobReference,
  CopyTerms,
  ImageTotal,
  KnownFile,
  SameBytes,
} from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';
import { blobsOf, MemoryRemoved } from '../trash/memory-removed.js';
import type { MemoryTrash } from '../trash/memory-trash.js';
import { copyOf, largestOf, sizesOf, sumOf } from './image-copies.js';
import { MemoryByteQuotaRepository } from './memory-byte-quota-repository.js';
import { knownFiles, knownSizes, sameImage, type Uploads } from './memory-known-files.js';

/** The part of the catalog about bytes that images have in common, and bytes that are known. */
export abstract class MemoryCatalogBytes {
  /** By owner, then by identifier. */
  readonly owners = new Map<string, Map<string, Image>>();
  /** Images that wait for approval, by identifier. Their repository puts them here. */
  readonly waiting = new Map<string, WaitingImage>();
  readonly byteQuotas = new MemoryByteQuotaRepository((owner) => sumOf(this.countedSizes(owner)));
  protected readonly removed: MemoryRemoved<Image>;

  constructor(readonly trash: MemoryTrash) {
    this.removed = new MemoryRemoved(trash, 'image');
  }

  abstract add(image: Image, defaultQuota: number, bytes?: Partial<AddedBytes>): Promise<void>;

  async addOrFind(image: Image, defaultQuota: number, bytes: Partial<SameBytes> = {}): Promise<Image> {
    const found = sameImage(this.imagesAt(image.owner, image.path), image, bytes.compared);
    if (found !== undefined) return copyOf(found);
    await this.add(image, defaultQuota, bytes); // counted before anything else happens
    return copyOf(image);
  }

  async addCopy(image: Image, { of, defaultQuota }: CopyTerms): Promise<void> {
    if (this.imageOf(image.owner, of).file.blobKey !== image.file.blobKey) throw new ImageNotFound();
    await this.add(image, defaultQuota);
  }

  async knownFiles(owner: string, hashes: readonly string[]): Promise<readonly KnownFile[]> {
    return knownFiles(this.uploadsOf(owner), hashes);
  }

  async knownSizes(owner: string, sizes: readonly number[]): Promise<readonly number[]> {
    return knownSizes(this.uploadsOf(owner), sizes);
  }

  private uploadsOf(owner: string): Uploads {
    const images = [...this.imagesOf(owner).values()];
    return { images, removed: this.removed.list().filter((image) => image.owner === owner) };
  }

  /** The bytes that count, by blob. */
  protected countedSizes(owner: string): ReadonlyMap<string, number> {
    const waiting = this.waitingImages().filter((image) => image.owner === owner);
    return largestOf([
      ...sizesOf([...this.imagesOf(owner).values(), ...waiting]),
      ...this.trash.countedBlobs(owner),
    ]);
  }

  async total(): Promise<ImageTotal> {
    return { imageCount: this.all().length, sizeInBytes: sumOf(sizesOf(this.all())) };
  }

  async listBlobs(limit: number, after = ''): Promise<readonly BlobReference[]> {
    const blobs = blobsOf([...this.all(), ...this.waitingImages()], this.trash);
    return blobs.filter(({ blobKey }) => compareTexts(blobKey, after) > 0).slice(0, limit);
  }

  async needsBlob(blobKey: string): Promise<boolean> {
    const images = [...this.all(), ...this.waitingImages()];
    return blobsOf(images, this.trash).some((reference) => reference.blobKey === blobKey);
  }

  countOf(owner: string): number {
    return this.imagesOf(owner).size;
  }

  /** The stored images in a folder, without those below it. */
  imagesAt(owner: string, path: string): readonly Image[] {
    return [...this.imagesOf(owner).values()].filter((image) => image.path === path);
  }

  private waitingImages(): readonly Image[] {
    return [...this.waiting.values()].map(({ image }) => image);
  }

  protected all(): readonly Image[] {
    return [...this.owners.values()].flatMap((images) => [...images.values()]);
  }

  protected imagesOf(owner: string): Map<string, Image> {
    return this.owners.get(owner) ?? new Map<string, Image>();
  }

  /** The stored images themselves instead of copies, without duplicates. */
  found(owner: string, ids: readonly string[]): readonly Image[] {
    return [...new Set(ids)].flatMap((id) => this.imagesOf(owner).get(id) ?? []);
  }

  protected imageOf(owner: string, id: string): Image {
    const [image] = this.found(owner, [id]);
    if (image === undefined) throw new ImageNotFound();
    return image;
  }
}
