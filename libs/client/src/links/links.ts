import type { CreatedLinkRecord, CreateLinkBody, LinkPage, LinkRecord } from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Links that open an album, a folder or an image for people without an account. */
export class Links {
  constructor(private readonly transport: Transport) {}

  /** The latest first; with `resource`, those to it. */
  list(
    options: ListOptions & { readonly resource?: LinkRecord['resource'] | undefined } = {},
  ): Listing<LinkRecord> {
    const { resource, pageSize: limit } = options;
    return listing(async (cursor) => {
      const query = queryText({ type: resource?.type, id: resource?.id, limit, cursor });
      const page = await this.transport.json<LinkPage>({ path: '/api/links', query, options });
      return { items: page.links, nextCursor: page.nextCursor };
    });
  }

  /** The response has the `url` to hand out. It cannot be read again later. */
  async create(link: CreateLinkBody, options?: CallOptions): Promise<CreatedLinkRecord> {
    return await this.transport.json({ method: 'POST', path: '/api/links', json: link, options });
  }

  /** Ends the link at once. */
  async revoke(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/links/${id}`, options });
  }
}
