import type { Album, FilledAlbum, Image } from '@cairn/images';
import type { AlbumRepository, CatalogRepository } from '@cairn/images/spi';
import type { Outbox } from '@cairn/kernel';
import { anAlbum, anImage, several } from '../builders.js';
import type { Subject } from '../contract.js';

/** Albums and the images that are in them. */
export interface AlbumPorts {
  readonly albums: AlbumRepository;
  readonly catalog: CatalogRepository;
  /** Has the events of both. */
  readonly outbox: Outbox;
}

/** Above every number of images. */
export const ENOUGH = 100_000;
/** Later than any album was made, in epoch milliseconds. */
export const NOW = 1_900_000_000_000;

/** Images of a new album. */
export const holding = (imageIds: readonly string[]) => ({ imageIds, maxImages: ENOUGH });

/** Stores with six images and an album. */
export interface Opened extends AlbumPorts {
  /** Six of alice, the oldest first. */
  readonly images: readonly Image[];
  readonly ids: readonly string[];
  /** An album of alice with all but the last two. */
  readonly album: Album;
  readonly key: { readonly owner: string; readonly id: string };
  /** The images of the album by their index in `images`. */
  readonly order: () => Promise<readonly number[]>;
}

/** Adds the images and the album. */
export async function openAlbum({ open }: Subject<AlbumPorts>, given: Partial<Album> = {}): Promise<Opened> {
  const ports = await open();
  const images = several(6, () => anImage());
  for (const image of images) await ports.catalog.add(image, ENOUGH);
  const ids = images.map(({ id }) => id);
  const album = anAlbum(given);
  const key = { owner: album.owner, id: album.id };
  await ports.albums.add(album, holding(ids.slice(0, 4)));
  const order = async (): Promise<readonly number[]> =>
    (await ports.albums.images(key, { limit: 100 })).items.map(({ id }) => ids.indexOf(id));
  return { ...ports, images, ids, album, key, order };
}

/** An album by its facts and the identifier of its cover. */
export const summary = ({ album, imageCount, cover }: FilledAlbum) => ({
  album,
  imageCount,
  cover: cover?.id,
});
