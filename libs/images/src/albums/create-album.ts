import { Clock, IdGenerator, parseAll, walk, type PortsOf } from '@cairn/kernel';
import { parseImageFilter } from '../library/read-images.js';
import { AlbumNotFound } from '../errors.js';
import { AlbumRepository } from './album-repository.js';
import {
  MAX_ALBUM_IMAGES,
  parseDescription,
  parseTitle,
  type Album,
  type AlbumKey,
  type AlbumOrder,
  type AlbumQuery,
  type FilledAlbum,
} from './album.js';

/** The length of an album identifier. */
export const ALBUM_ID_LENGTH = 22;
const BATCH = 1_000;

export interface NewAlbum {
  /** Random by default. If the owner has an album with this id, an earlier attempt made it, and it is the result. */
  readonly id?: string | undefined;
  readonly title: string;
  readonly description?: string | undefined;
  /** `manual` by default. */
  readonly order?: AlbumOrder | undefined;
  /** An image of the owner; the first one by default. */
  readonly coverId?: string | undefined;
  readonly imageIds?: readonly string[] | undefined;
  /** Makes a smart album, which cannot have images of its own. */
  readonly query?: AlbumQuery | undefined;
  /** The record that the album had in another installation. */
  readonly former?: Pick<Album, 'id' | 'createdAt' | 'updatedAt'> | undefined;
}

/** Images that were placed, and those that the owner does not have. */
export interface PlacedImages {
  readonly album: FilledAlbum;
  readonly missing: readonly string[];
}

/** Makes an album. */
export class CreateAlbum {
  static readonly ports = { albums: AlbumRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof CreateAlbum.ports>) {}

  /** @throws {InvalidInput} {AlbumFull} {ImageNotFound} when the owner has no such cover. */
  async execute(
    owner: string,
    {
      id: wantedId,
      title,
      description = '',
      order = 'manual',
      coverId,
      imageIds = [],
      query,
      former,
    }: NewAlbum,
  ): Promise<PlacedImages> {
    const { albums, clock, ids } = this.ports;
    const texts = parseAll({
      title: () => parseTitle(title),
      description: () => parseDescription(description),
      query: () => query && parseImageFilter(query),
    });
    const now = clock.now();
    const id = former?.id ?? wantedId ?? ids.next(ALBUM_ID_LENGTH);
    const album = {
      id,
      owner,
      title: texts.title,
      description: texts.description,
      order,
      query,
      coverId,
      createdAt: former?.createdAt ?? now,
      updatedAt: former?.updatedAt ?? now,
    };
    const wanted = query === undefined ? [...new Set(imageIds)] : [];
    const placed =
      (wantedId === undefined ? undefined : await this.placedIn({ owner, id })) ??
      new Set(await albums.add(album, { imageIds: wanted, maxImages: MAX_ALBUM_IMAGES }));
    return {
      album: await albums.get({ owner, id }),
      missing: wanted.filter((imageId) => !placed.has(imageId)),
    };
  }

  /** The images of an album; `undefined` if there is none. */
  private async placedIn(key: AlbumKey): Promise<ReadonlySet<string> | undefined> {
    const placed = new Set<string>();
    const pages = walk((after) => this.ports.albums.images(key, { limit: BATCH, after }));
    try {
      for await (const images of pages) for (const { id } of images) placed.add(id);
      return placed;
    } catch (error) {
      if (error instanceof AlbumNotFound) return undefined;
      throw error;
    }
  }
}
