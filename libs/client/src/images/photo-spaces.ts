import type { PhotoSpace } from '@cairn/api-schema';
import { queryText } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/**
 * The images of a folder and its subfolders (all images with the path `''`), or the images uploaded with the key of
 * this id.
 */
export type PhotoSource = { readonly path: string } | { readonly key: string };

const address = '/api/photo-spaces';

/** Which photos are features of which space. Changes need the scopes `images:read` and `spaces:write`. */
export class PhotoSpaces {
  constructor(private readonly transport: Transport) {}

  /** Oldest first, including those whose features are being removed. */
  async list(options?: CallOptions): Promise<readonly PhotoSpace[]> {
    return await this.transport.json({ path: address, options });
  }

  /** Puts the photos with a position into a space, in the background. If they are in another space, they move. */
  async put(source: PhotoSource, spaceId: string, options?: CallOptions): Promise<PhotoSpace> {
    const json = { spaceId };
    return await this.transport.json({
      method: 'PUT',
      path: address,
      query: queryText({ ...source }),
      json,
      options,
    });
  }

  /** Takes the photos out of their space, in the background. */
  async delete(source: PhotoSource, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: address, query: queryText({ ...source }), options });
  }
}
