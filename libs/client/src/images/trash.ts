import type { EmptiedTrash, RestoredTrash, TrashEntryRecord, TrashPage } from '@cairn/api-schema';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import type { ListOptions } from './images.js';

/** The trash: deleted things that can be restored. */
export class Trash {
  constructor(private readonly transport: Transport) {}

  /** The latest deletion first. */
  list(
    options: ListOptions & { readonly kind?: TrashEntryRecord['kind']; readonly deletion?: string } = {},
  ): Listing<TrashEntryRecord> {
    const { kind, deletion, pageSize: limit } = options;
    return listing(async (cursor) => {
      const query = queryText({ kind, deletion, limit, cursor });
      const page = await this.transport.json<TrashPage>({ path: '/api/trash', query, options });
      return { items: page.entries, nextCursor: page.nextCursor };
    });
  }

  /** Restores all of a deletion, or up to 1,000 entries. Each entry is restored on its own. */
  async restore(
    what: { readonly deletion: string } | { readonly ids: readonly string[] },
    options?: CallOptions,
  ): Promise<RestoredTrash> {
    return await this.transport.json({ method: 'POST', path: '/api/trash/restore', json: what, options });
  }

  /** For good. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/trash/${id}`, options });
  }

  /** Deletes everything in the trash for good. Resolves to the number of entries. */
  async empty(options?: CallOptions): Promise<number> {
    const call = { method: 'DELETE', path: '/api/trash', options } as const;
    return (await this.transport.json<EmptiedTrash>(call)).deleted;
  }
}
