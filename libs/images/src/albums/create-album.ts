import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { parseImageFilter } from '../library/query/list-images.js';
import { AlbumRepository } from './album-repository.js';
import {
  MAX_ALBUM_IMAGES,
  parseDescription,
  parseTitle,
  type AlbumOrder,
  type AlbumQuery,
  type FilledAlbum,
} from './album.js';

const ID_LENGTH = 22;

export interface NewAlbum {
  readonly title: string;
  readonly description?: string | undefined;
  /** `manual` by default. */
  readonly order?: AlbumOrder | undefined;
  readonly imageIds?: readonly string[] | undefined;
  /** Makes a smart album, which cannot have images of its own. */
  readonly query?: AlbumQuery | undefined;
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

  /** @throws {InvalidInput} */
  async execute(
    owner: string,
    { title, description = '', order = 'manual', imageIds = [], query }: NewAlbum,
  ): Promise<PlacedImages> {
    const { albums, clock, ids } = this.ports;
    const texts = parseAll({
      title: () => parseTitle(title),
      description: () => parseDescription(description),
      query: () => query && parseImageFilter(query),
    });
    const now = clock.now();
    const id = ids.next(ID_LENGTH);
    const album = {
      id,
      owner,
      title: texts.title,
      description: texts.description,
      order,
      query,
      createdAt: now,
      updatedAt: now,
    };
    const wanted = query === undefined ? [...new Set(imageIds)] : [];
    const placed = new Set(await albums.add(album, { imageIds: wanted, maxImages: MAX_ALBUM_IMAGES }));
    return {
      album: await albums.get({ owner, id }),
      missing: wanted.filter((imageId) => !placed.has(imageId)),
    };
  }
}
