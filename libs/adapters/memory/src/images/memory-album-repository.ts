import type { Disposal, Page, PageRequest, Position } from '@cairn/kernel';
import {
  AlbumByQuery,
  AlbumFull,
  AlbumNotFound,
  ImageNotFound,
  type Album,
  type AlbumChange,
  type FilledAlbum,
  type Image,
} from '@cairn/images';
import {
  albumCreated,
  albumDeleted,
  albumUpdated,
  numberedPlace,
  placesBetween,
  trashedAlbum,
  type AlbumAddition,
  type AlbumImages,
  type AlbumKey,
  type AlbumRepository,
  type Placement,
} from '@cairn/images/spi';
import { copyOfAlbum } from './album-copies.js';
import { copyOf as copyOfImage } from './image-copies.js';
import { sameImage } from './memory-known-files.js';
import { pageOf } from '../listing.js';
import { counted, isOwners } from '../traces.js';
import type { MemoryCatalogRepository } from './memory-catalog-repository.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryRemoved } from '../trash/memory-removed.js';

interface StoredAlbum {
  readonly album: Album;
  /** Places by image identifier. Some of these images may be deleted. */
  readonly places: ReadonlyMap<string, number>;
}

/** Keeps albums in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryAlbumRepository implements AlbumRepository {
  private readonly albums = new Map<string, StoredAlbum>();
  private readonly removed: MemoryRemoved<StoredAlbum>;
  readonly traces = [
    counted(
      'albums',
      () => this.albums.values(),
      ({ album }, erased) => isOwners(album, erased),
    ),
  ];

  /** Without an outbox no events are recorded. */
  constructor(
    private readonly catalog: MemoryCatalogRepository,
    private readonly outbox?: MemoryOutbox,
  ) {
    this.removed = new MemoryRemoved(catalog.trash, 'album');
    catalog.albumsOf = ({ id }) =>
      [...this.albums.values()].filter(({ places }) => places.has(id)).map(({ album }) => album.id);
  }

  async add(album: Album, images: AlbumImages): Promise<readonly string[]> {
    const { owner, coverId } = album;
    if (coverId !== undefined && this.catalog.found(owner, [coverId]).length === 0) throw new ImageNotFound();
    const stored = { album: copyOfAlbum(album), places: new Map<string, number>() };
    const placed = this.placed(stored, { ...images, now: album.updatedAt });
    this.albums.set(album.id, placed.stored);
    this.outbox?.append(albumCreated(album));
    return placed.found;
  }

  async get(key: AlbumKey): Promise<FilledAlbum> {
    return this.filled(this.find(key));
  }

  async takenIds(ids: readonly string[]): Promise<readonly string[]> {
    return ids.filter((id) => this.albums.has(id) || this.catalog.trash.has(id));
  }

  async list(owner: string, page: PageRequest, holding?: string): Promise<Page<FilledAlbum>> {
    const albums = [...this.albums.values()].filter(({ album }) => album.owner === owner);
    const found = albums
      .map((stored) => ({ stored, images: this.imagesOf(stored) }))
      .filter(({ images }) => holding === undefined || images.some(({ id }) => id === holding))
      .map(({ stored }) => this.filled(stored));
    const position = ({ album: { createdAt, id } }: FilledAlbum): Position => ({ at: createdAt, id });
    return pageOf(found, page, { position, descending: true });
  }

  async update(
    key: AlbumKey,
    { now, coverId, ...change }: AlbumChange & { readonly now: number },
  ): Promise<void> {
    const stored = this.find(key);
    if (typeof coverId === 'string' && this.catalog.found(key.owner, [coverId]).length === 0)
      throw new ImageNotFound();
    const { album } = stored;
    this.albums.set(key.id, {
      ...stored,
      album: {
        ...album,
        title: change.title ?? album.title,
        description: change.description ?? album.description,
        order: change.order ?? album.order,
        coverId: coverId === undefined ? album.coverId : (coverId ?? undefined),
        updatedAt: laterThan(album, now),
      },
    });
    this.outbox?.append(albumUpdated(key));
  }

  async remove(key: AlbumKey, disposal?: Disposal): Promise<void> {
    const stored = this.find(key);
    this.albums.delete(key.id);
    if (disposal !== undefined) this.removed.put(trashedAlbum(stored.album, disposal), stored);
    else this.catalog.trash.forget(key.owner, { type: 'album', id: key.id });
    this.outbox?.append(albumDeleted(key));
  }

  async restore({ owner, id }: AlbumKey): Promise<void> {
    this.albums.set(id, this.removed.get(owner, id));
    this.catalog.trash.take(id);
    this.outbox?.append(albumCreated({ owner, id }));
  }

  async place(key: AlbumKey, placement: Placement): Promise<readonly string[]> {
    const { stored, found } = this.placed(this.findPlain(key), placement);
    this.albums.set(key.id, stored);
    this.outbox?.append(albumUpdated(key));
    return found;
  }

  async addOrFind(key: AlbumKey, addition: AlbumAddition): Promise<Image> {
    const { image, defaultQuota, bytes, compared, maxImages } = addition;
    const here = this.imagesOf(this.findPlain(key));
    const found = compared && sameImage(here, image, compared);
    if (found !== undefined) return found;
    if (here.length >= maxImages) throw new AlbumFull(maxImages);
    const adding = this.catalog.add(image, defaultQuota, bytes); // done before this method goes on, or rejected
    if (this.catalog.found(image.owner, [image.id]).length > 0)
      void this.place(key, { imageIds: [image.id], maxImages, now: bytes.now });
    await adding;
    return copyOfImage(image);
  }

  async take(key: AlbumKey, imageIds: readonly string[], now: number): Promise<void> {
    const { album, places } = this.findPlain(key);
    const taken = new Set(imageIds);
    const left = [...places].filter(([id]) => !taken.has(id));
    this.albums.set(key.id, {
      album: {
        ...album,
        coverId: taken.has(album.coverId ?? '') ? undefined : album.coverId,
        updatedAt: laterThan(album, now),
      },
      places: new Map(left),
    });
    this.outbox?.append(albumUpdated(key));
  }

  async among(owner: string, ids: readonly string[], imageId: string): Promise<readonly Album[]> {
    return [...this.albums.values()]
      .filter(({ album }) => album.owner === owner && ids.includes(album.id))
      .filter(
        (stored) =>
          stored.album.query !== undefined || this.imagesOf(stored).some(({ id }) => id === imageId),
      )
      .map(({ album }) => ({ ...album }));
  }

  async images(key: AlbumKey, page: PageRequest): Promise<Page<Image>> {
    const stored = this.find(key);
    const { order } = stored.album;
    const position = ({ id, createdAt }: Image): Position => ({
      at: order === 'manual' ? (stored.places.get(id) ?? 0) : createdAt,
      id,
    });
    const images = this.imagesOf(stored);
    const last = order === 'manual' && images.find(({ id }) => id === page.after?.id);
    const from = last ? { ...page, after: position(last) } : page;
    return pageOf(images, from, order === 'newest' ? { position, descending: true } : { position });
  }

  /** The stored images of an album. @throws {AlbumNotFound} {AlbumByQuery} */
  imagesAt(key: AlbumKey): readonly Image[] {
    return this.imagesOf(this.findPlain(key));
  }

  private find({ owner, id }: AlbumKey): StoredAlbum {
    const stored = this.albums.get(id);
    if (stored?.album.owner !== owner) throw new AlbumNotFound();
    return stored;
  }

  private findPlain(key: AlbumKey): StoredAlbum {
    const stored = this.find(key);
    if (stored.album.query !== undefined) throw new AlbumByQuery();
    return stored;
  }

  /** The images in the order of the album. */
  private imagesOf({ album: { owner, order }, places }: StoredAlbum): readonly Image[] {
    const images = this.catalog.found(owner, [...places.keys()]).map(copyOfImage);
    const direction = order === 'newest' ? -1 : 1;
    const at = ({ id, createdAt }: Image): number => (order === 'manual' ? (places.get(id) ?? 0) : createdAt);
    return images.sort((one, other) => direction * (at(one) - at(other) || (one.id < other.id ? -1 : 1)));
  }

  private filled(stored: StoredAlbum): FilledAlbum {
    const { owner, coverId } = stored.album;
    const images = this.imagesOf(stored);
    const chosen =
      coverId === undefined ? undefined : this.catalog.found(owner, [coverId]).map(copyOfImage)[0];
    const album = copyOfAlbum({ ...stored.album, coverId: chosen?.id });
    const cover = chosen ?? images[0];
    return { album, imageCount: images.length, ...(cover && { cover }) };
  }

  private placed(
    { album, places }: StoredAlbum,
    { imageIds, before, now, maxImages }: Placement,
  ): { readonly stored: StoredAlbum; readonly found: readonly string[] } {
    const { owner } = album;
    const found = this.catalog.found(owner, imageIds).map(({ id }) => id);
    const here = this.imagesOf({ album: { ...album, order: 'manual' }, places }).map(({ id }) => id);
    if (before !== undefined && !here.includes(before)) throw new ImageNotFound();
    const moving = new Set(before === undefined ? found.filter((id) => !here.includes(id)) : found);
    const staying = here.filter((id) => !moving.has(id));
    if (staying.length + moving.size > maxImages) throw new AlbumFull(maxImages);
    const above = before === undefined ? here : here.slice(0, here.indexOf(before));
    const at = above.filter((id) => !moving.has(id)).length;
    let kept = new Map(staying.map((id) => [id, places.get(id) ?? 0]));
    const free = (): readonly number[] | undefined =>
      placesBetween(moving.size, { low: kept.get(staying[at - 1] ?? ''), high: kept.get(staying[at] ?? '') });
    let given = free();
    if (given === undefined) {
      kept = new Map(staying.map((id, index) => [id, numberedPlace(index)]));
      given = free() ?? [];
    }
    for (const [index, id] of [...moving].entries()) kept.set(id, given[index] ?? 0);
    // An image in the trash keeps its place.
    for (const [id, place] of places) if (this.catalog.trash.has(id)) kept.set(id, place);
    return { stored: { album: { ...album, updatedAt: laterThan(album, now) }, places: kept }, found };
  }
}

const laterThan = ({ updatedAt }: Album, now: number): number => Math.max(updatedAt, now);
