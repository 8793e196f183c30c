import type { ImageDetails, ImageInclusion, ImageRecord, UploadResult } from '@cairn/api-schema';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { Source } from '../transport/source.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import { upload, type UploadOptions } from './upload.js';

/** How a listing is read. */
export interface ListOptions extends CallOptions {
  /** How many items are read at once, 1 to 1,000. Default: 100. */
  readonly pageSize?: number | undefined;
}

export interface ImageOptions extends CallOptions {
  readonly include?: readonly ImageInclusion[] | undefined;
}

/** The images of the account, one by one. */
export class ImageFiles {
  constructor(protected readonly transport: Transport) {}

  /**
   * Uploads an image: a `File` or `Blob`, bytes, or on Node a stream, which is never held in memory as a whole. In a
   * browser a stream is first collected into a Blob.
   *
   * Retries only if the server cannot have stored the image: the form was not sent completely, or the server was busy
   * and refused it at once. A stream is sent only once.
   */
  async upload(source: Source, options: UploadOptions = {}): Promise<UploadResult> {
    return await upload(this.transport, () => '/api/upload', source, options);
  }

  /** The record of an image; with `include`, also what is known about the file. */
  async get(id: string, options: ImageOptions = {}): Promise<ImageDetails> {
    const query = queryText({ include: options.include });
    return await this.transport.json({ path: path`/api/images/${id}`, query, options });
  }

  /** Deletes an image. No other image ever gets its address. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/images/${id}`, options });
  }

  /** The images with a tag, newest first. */
  listByTag(tag: string, options: ListOptions = {}): Listing<ImageRecord> {
    const { pageSize: limit = 100 } = options;
    const address = path`/api/tags/${tag}/images`;
    return listing((cursor) =>
      this.transport.page({ path: address, query: queryText({ limit, cursor }), options }),
    );
  }
}
