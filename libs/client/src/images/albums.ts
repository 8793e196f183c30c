import type {
  AlbumPage,
  AlbumRecord,
  CreateAlbumBody,
  GalleryImage,
  ImagePage,
  ImagesQuery,
  PatchAlbumBody,
  PlacedImagesRecord,
  UploadResult,
} from '@cairn/api-schema';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { Source } from '../transport/source.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import type { ListOptions } from './images.js';
import { upload, type SharedUploadOptions } from './upload.js';

/** Albums: titled selections of images. An image can be in many albums. */
export class Albums {
  constructor(private readonly transport: Transport) {}

  /** Lists albums, the latest first; with `image`, those that contain it. */
  list(options: ListOptions & { readonly image?: string | undefined } = {}): Listing<AlbumRecord> {
    const { image, pageSize: limit } = options;
    return listing(async (cursor) => {
      const query = queryText({ image, limit, cursor });
      const page = await this.transport.json<AlbumPage>({ path: '/api/albums', query, options });
      return { items: page.albums, nextCursor: page.nextCursor };
    });
  }

  async get(id: string, options?: CallOptions): Promise<AlbumRecord> {
    return await this.transport.json({ path: path`/api/albums/${id}`, options });
  }

  /**
   * Creates an album with up to 9,000 images in this order, or with a `query`, which selects its images dynamically.
   */
  async create(album: CreateAlbumBody, options?: CallOptions): Promise<PlacedImagesRecord> {
    return await this.transport.json({ method: 'POST', path: '/api/albums', json: album, options });
  }

  async update(id: string, change: PatchAlbumBody, options?: CallOptions): Promise<AlbumRecord> {
    return await this.transport.json({
      method: 'PATCH',
      path: path`/api/albums/${id}`,
      json: change,
      repeatable: () => 'failed',
      options,
    });
  }

  /** Its images stay. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/albums/${id}`, options });
  }

  /** The images of the album, in its order. */
  images(id: string, options: ListOptions & Pick<ImagesQuery, 'include'> = {}): Listing<GalleryImage> {
    const { include, pageSize: limit } = options;
    return listing(async (cursor) => {
      const query = queryText({ include, limit, cursor });
      const page = await this.transport.json<ImagePage>({
        path: path`/api/albums/${id}/images`,
        query,
        options,
      });
      return { items: page.images, nextCursor: page.nextCursor };
    });
  }

  /**
   * Adds up to 1,000 images at the end, or moves them before an image of the album. They may be in the album already.
   */
  async place(
    id: string,
    images: readonly string[],
    options?: CallOptions & { readonly before?: string | undefined },
  ): Promise<PlacedImagesRecord> {
    return await this.transport.json({
      method: 'POST',
      path: path`/api/albums/${id}/images`,
      json: { images, before: options?.before },
      repeatable: () => 'failed',
      options,
    });
  }

  /** Uploads a private image to the end of the album. Retries like `images.upload`. */
  async upload(id: string, source: Source, options: SharedUploadOptions = {}): Promise<UploadResult> {
    return await upload(this.transport, () => path`/api/albums/${id}/upload`, source, options);
  }

  /** Takes up to 1,000 images out of the album. They stay in the library. */
  async take(id: string, images: readonly string[], options?: CallOptions): Promise<AlbumRecord> {
    return await this.transport.json({
      method: 'POST',
      path: path`/api/albums/${id}/images/remove`,
      json: { images },
      repeatable: () => 'failed',
      options,
    });
  }
}
