import type {
  CreateSpaceBody,
  PatchSpaceBody,
  SpaceRecord,
  SpacesQuery,
  SpaceSummary,
} from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Which spaces are listed. `contentUpdatedAt` begins with its operator, such as `gte=1767323045678`. */
export type SpaceListOptions = ListOptions & SpacesQuery;

/** Checks everything but stores nothing. */
interface DryRun {
  readonly dryRun?: boolean | undefined;
}

/** Spaces, which hold features. */
export class Spaces {
  constructor(private readonly transport: Transport) {}

  async create(space: CreateSpaceBody, options: CallOptions & DryRun = {}): Promise<SpaceRecord> {
    const query = queryText({ dryRun: options.dryRun });
    return await this.transport.json({ method: 'POST', path: '/hub/spaces', query, json: space, options });
  }

  /** Oldest first: those of the caller, unless `owner` says otherwise. */
  list(options: SpaceListOptions = {}): Listing<SpaceSummary> {
    const { pageSize: limit = 100, owner, tag, contentUpdatedAt, includeRights, includeConnectors } = options;
    const chosen = { owner, tag, contentUpdatedAt, includeRights, includeConnectors };
    return listing((cursor) =>
      this.transport.page({ path: '/hub/spaces', query: queryText({ ...chosen, limit, cursor }), options }),
    );
  }

  async get(id: string, options?: CallOptions): Promise<SpaceRecord> {
    return await this.transport.json({ path: path`/hub/spaces/${id}`, options });
  }

  /** Changes settings. Absent members stay unchanged; `null` restores a default. */
  async update(id: string, change: PatchSpaceBody, options: CallOptions & DryRun = {}): Promise<SpaceRecord> {
    return await this.transport.json({
      method: 'PATCH',
      path: path`/hub/spaces/${id}`,
      query: queryText({ dryRun: options.dryRun }),
      json: change,
      repeatable: () => 'failed',
      options,
    });
  }

  /** Deletes the space with all its features. */
  async delete(id: string, options: CallOptions & DryRun = {}): Promise<void> {
    const query = queryText({ dryRun: options.dryRun });
    await this.transport.remove({ path: path`/hub/spaces/${id}`, query, options });
  }
}
