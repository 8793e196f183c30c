import type { Link } from '@cairn/access';
import {
  ContributionNotFound,
  isWithin,
  LinkClosed,
  LinkFull,
  QuotaExceeded,
  storedFile,
  type ContributedPlace,
  type Guest,
  type Image,
  type WaitingFilter,
  type WaitingImage,
} from '@cairn/images';
import {
  uploadOf,
  type AddedBytes,
  type Approval,
  type ComparedBytes,
  type ContributionRepository,
  type LinkAdded,
  type LinkAddition,
} from '@cairn/images/spi';
import { compareTexts, purgedType, type Page, type PageRequest } from '@cairn/kernel';
import { pageOf } from '../listing.js';
import { counted, going, isOwners } from '../traces.js';
import type { MemoryLinkRepository } from '../access/memory-link-repository.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';
import { copyOf as copyOfImage } from './image-copies.js';
import type { MemoryAlbumRepository } from './memory-album-repository.js';
import type { MemoryCatalogRepository } from './memory-catalog-repository.js';
import { sameImage } from './memory-known-files.js';

interface StoredGuest extends Guest {
  readonly owner: string;
  readonly linkId: string;
}

interface Repositories {
  readonly catalog: MemoryCatalogRepository;
  readonly albums: Pick<MemoryAlbumRepository, 'addOrFind' | 'imagesAt'>;
  readonly links: Pick<MemoryLinkRepository, 'linkOf' | 'replace'>;
  /** Without an outbox no events are recorded. */
  readonly outbox?: MemoryOutbox | undefined;
}

/** How an image is taken into its place. */
interface Taking extends Pick<LinkAddition, 'image' | 'defaultQuota' | 'maxImages'> {
  /** Absent for the folder alone. */
  readonly album: string | undefined;
  readonly bytes: AddedBytes;
}

/** Keeps contributions in memory. Everything is checked and counted before a call waits, so that calls never interleave. */
export class MemoryContributionRepository implements ContributionRepository {
  private readonly guestsById = new Map<string, StoredGuest>();
  private readonly waiting: Map<string, WaitingImage>;
  readonly traces;

  constructor(private readonly repositories: Repositories) {
    const { waiting } = repositories.catalog;
    this.waiting = waiting;
    this.traces = [
      counted(
        'contributions',
        () => waiting.values(),
        ({ image }, erased) => isOwners(image, erased),
      ),
      going('guests', this.guestsById, isOwners),
    ];
  }

  async add(addition: LinkAddition): Promise<LinkAdded> {
    const { image, linkId, place, compared, defaultQuota, bytes, maxImages } = addition;
    const { owner } = image;
    const found = this.sameAt(image, place, compared);
    const link = this.repositories.links.linkOf(owner, linkId);
    if (link === undefined) throw new LinkClosed();
    if (found !== undefined) return { image: copyOfImage(found), isWaiting: false };
    const twin = this.twinOf(addition);
    if (twin !== undefined) return { image: copyOfImage(twin), isWaiting: true };
    const { sizeInBytes } = storedFile(image.file);
    if (link.addedImages >= link.maxImages || link.addedBytes + sizeInBytes > link.maxBytes)
      throw new LinkFull();
    const isWaiting = link.approval === 'required';
    const album = place.type === 'album' ? place.id : undefined;
    const storing = isWaiting
      ? this.wait(addition, sizeInBytes)
      : this.take({ image, album, defaultQuota, bytes, maxImages });
    if (this.waiting.has(image.id) || this.isStored(image)) this.countOn(link, addition);
    await storing;
    return { image: copyOfImage(image), isWaiting };
  }

  async list(owner: string, filter: WaitingFilter, page: PageRequest): Promise<Page<WaitingImage>> {
    return pageOf(this.matching(owner, filter).map(copyOf), page, {
      position: ({ image: { createdAt, id } }) => ({ at: createdAt, id }),
    });
  }

  async count(owner: string, filter: WaitingFilter): Promise<number> {
    return this.matching(owner, filter).length;
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]> {
    return this.found(owner, ids).map(copyOf);
  }

  async approve(owner: string, id: string, approval: Approval): Promise<Image> {
    const [waiting] = this.found(owner, [id]);
    if (waiting === undefined) throw new ContributionNotFound();
    const { defaultQuota, now, maxImages } = approval;
    const { fileName = waiting.image.fileName } = approval;
    const image = { ...waiting.image, fileName, createdAt: now, updatedAt: now };
    const isForAlbum = waiting.place.type === 'album' && approval.album === 'needed';
    const place = isForAlbum ? waiting.place : ({ type: 'folder', id: image.path } as const);
    const found = this.sameAt(image, place, 'served');
    if (found !== undefined) {
      this.drop([waiting]);
      return copyOfImage(found);
    }
    const album = isForAlbum ? place.id : undefined;
    const taking = this.take({ image, album, defaultQuota, bytes: { now }, maxImages });
    if (this.isStored(image)) this.decided(waiting);
    await taking;
    return copyOfImage(image);
  }

  async refuse(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]> {
    const refused = this.found(owner, ids);
    this.drop(refused);
    return refused.map(copyOf);
  }

  async guests(owner: string, ids: readonly string[]): Promise<readonly Guest[]> {
    const wanted = new Set(ids);
    return this.guestsOf(owner).filter(({ id }) => wanted.has(id));
  }

  async listGuests(owner: string, limit: number, after = ''): Promise<readonly Guest[]> {
    const guests = this.guestsOf(owner).filter(({ id }) => compareTexts(id, after) > 0);
    return guests.sort((one, other) => compareTexts(one.id, other.id)).slice(0, limit);
  }

  private guestsOf(owner: string): Guest[] {
    return [...this.guestsById.values()]
      .filter((guest) => guest.owner === owner)
      .map(({ id, name }) => ({ id, ...(name !== undefined && { name }) }));
  }

  /** @throws {AlbumNotFound} {AlbumByQuery} */
  private sameAt(
    image: Image,
    { type, id }: ContributedPlace,
    compared: ComparedBytes | undefined,
  ): Image | undefined {
    const { albums, catalog } = this.repositories;
    const { owner, path } = image;
    const here = type === 'album' ? albums.imagesAt({ owner, id }) : catalog.imagesAt(owner, path);
    return compared && sameImage(here, image, compared);
  }

  /** Stored, or rejected, before the method returns. */
  private async take({ image, album, defaultQuota, bytes, maxImages }: Taking): Promise<void> {
    const { catalog, albums } = this.repositories;
    const { owner } = image;
    if (album === undefined) await catalog.add(image, defaultQuota, bytes);
    else await albums.addOrFind({ owner, id: album }, { image, defaultQuota, bytes, maxImages });
  }

  /** @throws {QuotaExceeded} {ByteQuotaExceeded} */
  private async wait(addition: LinkAddition, sizeInBytes: number): Promise<void> {
    const { image, linkId, place, defaultQuota, bytes } = addition;
    const { owner } = image;
    const { catalog } = this.repositories;
    const quota = catalog.quotas.get(owner) ?? defaultQuota;
    const count = catalog.countOf(owner) + this.matching(owner, {}).length;
    if (count >= quota) throw new QuotaExceeded(count, quota);
    catalog.byteQuotas.assertRoom(owner, sizeInBytes, bytes);
    this.waiting.set(image.id, copyOf({ image, linkId, place }));
    catalog.byteQuotas.forget(owner, bytes.reservation);
  }

  private countOn(link: Link, { image, linkId, guestName }: LinkAddition): void {
    this.repositories.links.replace({
      ...link,
      addedImages: link.addedImages + 1,
      addedBytes: link.addedBytes + storedFile(image.file).sizeInBytes,
      waitingImages: link.waitingImages + (this.waiting.has(image.id) ? 1 : 0),
    });
    const { guest: id, owner } = image;
    if (id === undefined) return;
    const known = this.guestsById.get(id);
    if (known !== undefined && known.linkId !== linkId) return;
    const name = guestName ?? known?.name;
    this.guestsById.set(id, { id, owner, linkId, ...(name !== undefined && { name }) });
  }

  private decided({ image, linkId }: WaitingImage): void {
    const { links } = this.repositories;
    this.waiting.delete(image.id);
    const link = links.linkOf(image.owner, linkId);
    if (link !== undefined) links.replace({ ...link, waitingImages: link.waitingImages - 1 });
  }

  private drop(dropped: readonly WaitingImage[]): void {
    for (const each of dropped) {
      this.decided(each);
      const { id, owner, file } = each.image;
      this.repositories.outbox?.append({
        type: purgedType('image'),
        aggregateId: id,
        payload: { owner, blobKey: file.blobKey },
      });
    }
  }

  private twinOf({ linkId, image }: LinkAddition): Image | undefined {
    const { sha256 } = uploadOf(image);
    return [...this.waiting.values()].find(
      (each) => each.linkId === linkId && uploadOf(each.image).sha256 === sha256,
    )?.image;
  }

  private isStored({ owner, id }: Image): boolean {
    return this.repositories.catalog.found(owner, [id]).length > 0;
  }

  private found(owner: string, ids: readonly string[]): readonly WaitingImage[] {
    return [...new Set(ids)].flatMap((id) => {
      const waiting = this.waiting.get(id);
      return waiting?.image.owner === owner ? [waiting] : [];
    });
  }

  private matching(owner: string, { linkId, guest, places }: WaitingFilter): readonly WaitingImage[] {
    return [...this.waiting.values()]
      .filter(({ image }) => image.owner === owner && (guest === undefined || image.guest === guest))
      .filter((each) => linkId === undefined || each.linkId === linkId)
      .filter(({ place }) => places === undefined || places.some((each) => isWithin(place, each)));
  }
}

const copyOf = ({ image, linkId, place }: WaitingImage): WaitingImage => ({
  image: copyOfImage(image),
  linkId,
  place: { ...place },
});
