import { InvalidInput, type PortsOf, parseLimit } from '@cairn/kernel';
import { ImageNotFound } from '../errors.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import { formatImagePlace, placeOf, type ImagePageRequest } from '../catalog/query/image-page.js';
import { matchesQuery, type ImageQuery, type ImageSort } from '../catalog/query/image-query.js';
import { parseImageFilter, storedImageFilter } from '../library/read-images.js';
import { FileName } from '../names/file-name.js';
import { AlbumRepository } from './album-repository.js';
import { ReadAlbums, type AlbumPage } from './read-albums.js';

/** Some images of an owner: an album, a folder with those below it, or one image. A folder is named by its path. */
export interface ImageSelection {
  readonly owner: string;
  readonly type: 'album' | 'folder' | 'image';
  readonly id: string;
}

/** What a selection is called. */
export interface SelectionTitle {
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
  /** Absent if the images are not counted. */
  readonly imageCount?: number | undefined;
  readonly cover?: Image | undefined;
  /** Whether images can be added to it. */
  readonly takesImages: boolean;
}

interface SelectionPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reads the images of a selection, and no others. */
export class ReadSelection {
  static readonly ports = { albums: AlbumRepository, catalog: CatalogRepository };

  private readonly readAlbums: ReadAlbums;

  constructor(private readonly ports: PortsOf<typeof ReadSelection.ports>) {
    this.readAlbums = new ReadAlbums(ports);
  }

  /** @throws {AlbumNotFound} {ImageNotFound} */
  async title(selection: ImageSelection): Promise<SelectionTitle> {
    const { owner, type, id } = selection;
    if (type === 'image') {
      const cover = await this.ports.catalog.get(owner, id);
      return {
        title: FileName.shown(cover.fileName),
        description: '',
        imageCount: 1,
        cover,
        takesImages: false,
      };
    }
    const [first] = (await this.images(selection, { limit: 1 })).images;
    if (type === 'folder')
      return {
        title: id.slice(id.lastIndexOf('/') + 1),
        description: '',
        cover: first,
        takesImages: true,
      };
    const { album, imageCount, cover: chosen } = await this.ports.albums.get({ owner, id });
    const { title, description, query } = album;
    // The cover may be any image of the owner, also one that is not in the album.
    const isShown = chosen !== undefined && (await this.includes(selection, chosen));
    return {
      title,
      description,
      cover: isShown ? chosen : first,
      takesImages: query === undefined,
      ...(query === undefined && { imageCount }),
    };
  }

  /** In the order of the album; of a folder, the one that was taken first. @throws {AlbumNotFound} {ImageNotFound} {InvalidInput} */
  async images(selection: ImageSelection, { limit, cursor }: SelectionPage): Promise<AlbumPage> {
    parseLimit(limit);
    const { owner, type, id } = selection;
    if (type === 'album') {
      const { query } = (await this.ports.albums.get({ owner, id })).album;
      const { sort } = query ?? {};
      if (sort === 'name' || sort === 'taken' || sort === 'taken-oldest')
        return await this.imagesBy(sort, selection, { limit, cursor });
      return await this.readAlbums.images({ owner, id }, { limit, cursor });
    }
    if (type === 'image') return { images: [await this.ports.catalog.get(owner, id)] };
    return await this.imagesBy(FOLDER_SORT, selection, { limit, cursor });
  }

  /** @throws {AlbumNotFound} {ImageNotFound} also if it is not in the selection. */
  async image(selection: ImageSelection, imageId: string): Promise<Image> {
    const image = await this.ports.catalog.get(selection.owner, imageId);
    if (!(await this.includes(selection, image))) throw new ImageNotFound();
    return image;
  }

  /**
   * The sort key of a name contains its random part, and that of a time tells when a photo was taken, which must neither
   * be revealed nor be found with forged cursors. So the cursor here is the last image. It leads nowhere once that image
   * is gone.
   */
  private async imagesBy(
    sort: ImageSort,
    selection: ImageSelection,
    { limit, cursor }: SelectionPage,
  ): Promise<AlbumPage> {
    const last = cursor === undefined ? undefined : await this.lastImage(selection, cursor);
    const after = last && placeOf(last, sort);
    const { images, nextCursor } =
      selection.type === 'folder'
        ? await this.inFolder(selection, { limit, after })
        : await this.readAlbums.images(selection, { limit, cursor: after && formatImagePlace(after) });
    return { images, nextCursor: nextCursor && images.at(-1)?.id };
  }

  private async inFolder({ owner, id }: ImageSelection, page: ImagePageRequest): Promise<AlbumPage> {
    const { images, next } = await this.ports.catalog.list(owner, queryOf(id), page);
    return { images, nextCursor: next && formatImagePlace(next) };
  }

  private async lastImage(selection: ImageSelection, cursor: string): Promise<Image> {
    try {
      return await this.image(selection, cursor);
    } catch (error) {
      if (!(error instanceof ImageNotFound)) throw error;
      throw InvalidInput.of('invalid-cursor', 'The cursor is not a `nextCursor` of this listing.');
    }
  }

  /** Whether the image is in the selection now. */
  async includes({ type, id }: ImageSelection, image: Image): Promise<boolean> {
    if (type === 'image') return image.id === id;
    if (type === 'folder') return matchesQuery(queryOf(id), image);
    return (await this.albumsWith(image, [id])).length > 0;
  }

  /** The given albums of the image's owner that contain the image now. */
  async albumsWith(image: Image, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const albums = await this.ports.albums.among(image.owner, ids, image.id);
    return albums
      .filter(({ query }) => query === undefined || matchesQuery(storedImageFilter(query), image))
      .map(({ id }) => id);
  }
}

/** As a party or a journey is told. */
const FOLDER_SORT = 'taken-oldest';

const queryOf = (path: string): ImageQuery => parseImageFilter({ path, sort: FOLDER_SORT });
