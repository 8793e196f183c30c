import {
  formatCursor,
  parseAll,
  parseCursor,
  type Page,
  type PageRequest,
  type PortsOf,
  parsePage,
  parseLimit,
} from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import { formatImagePlace, parseImagePlace } from '../catalog/query/image-page.js';
import { storedImageFilter } from '../library/read-images.js';
import { AlbumRepository } from './album-repository.js';
import { withCurrentCover, type AlbumKey, type FilledAlbum } from './album.js';

/** A page of the images of an album. */
export interface AlbumPage {
  readonly images: readonly Image[];
  /** Where the next page begins; absent on the last one. */
  readonly nextCursor?: string | undefined;
}

/** Reads albums and their images. */
export class ReadAlbums {
  static readonly ports = { albums: AlbumRepository, catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ReadAlbums.ports>) {}

  /** @throws {AlbumNotFound} when the owner has no such album. */
  async execute(key: AlbumKey): Promise<FilledAlbum> {
    return withCurrentCover(await this.ports.albums.get(key));
  }

  /** The latest first; those with an image, if one is given. */
  async list(owner: string, page: PageRequest, holding?: string): Promise<Page<FilledAlbum>> {
    const { items, ...next } = await this.ports.albums.list(owner, parsePage(page), holding);
    return { items: items.map(withCurrentCover), ...next };
  }

  /**
   * In the order of the album; for a smart album, the images that match its query now. @throws {AlbumNotFound}
   * {InvalidInput}
   */
  async images(
    key: AlbumKey,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<AlbumPage> {
    parseLimit(limit);
    const { albums, catalog } = this.ports;
    const { query } = (await albums.get(key)).album;
    if (query === undefined) {
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await albums.images(key, { limit, after });
      return { images: items, nextCursor: next && formatCursor(next) };
    }
    const filter = storedImageFilter(query);
    const { cursor: after } = parseAll({
      cursor: () => (cursor === undefined ? undefined : parseImagePlace(cursor, filter.sort)),
    });
    const { images, next } = await catalog.list(key.owner, filter, { limit, after });
    return { images, nextCursor: next && formatImagePlace(next) };
  }
}
