import type { Shared, SharedImage, SharedImagePage } from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { upload, type SharedUploadOptions } from '../images/upload.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { Source } from '../transport/source.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/**
 * What links open, by their secrets: the last part of their addresses. No key is needed. A page of another site can
 * read, but adding images and giving a password are `forbidden` to it.
 */
export class SharedImages {
  constructor(private readonly transport: Transport) {}

  async get(secret: string, options?: CallOptions): Promise<Shared> {
    return await this.transport.json({ path: path`/api/shared/${secret}`, options });
  }

  list(secret: string, options: ListOptions = {}): Listing<SharedImage> {
    const { pageSize: limit } = options;
    return listing(async (cursor) => {
      const page = await this.transport.json<SharedImagePage>({
        path: path`/api/shared/${secret}/images`,
        query: queryText({ limit, cursor }),
        options,
      });
      return { items: page.images, nextCursor: page.nextCursor };
    });
  }

  /** Adds an image, if the link allows it. Retries like `images.upload`. */
  async upload(secret: string, source: Source, options: SharedUploadOptions = {}): Promise<SharedImage> {
    return await upload(this.transport, () => path`/api/shared/${secret}/upload`, source, options);
  }

  /** Gives the password of a link. The browser keeps the proof in a cookie. */
  async unlock(secret: string, password: string, options?: CallOptions): Promise<void> {
    await this.transport.done({
      method: 'POST',
      path: path`/api/shared/${secret}/unlock`,
      json: { password },
      options,
    });
  }
}
