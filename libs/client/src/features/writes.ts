import type {
  PostFeaturesQuery,
  PutFeaturesQuery,
  WriteFeatureQuery,
  WrittenFeatures,
} from '@cairn/api-schema';
import { idGroups, path, queryText } from '../transport/address.js';
import type { Repeatable } from '../transport/retry.js';
import type { CallOptions } from '../transport/transport.js';
import type { Feature, FeatureChange, NewFeature, TaggedFeature } from './feature.js';
import { featureQuery } from './filters.js';
import { FeatureReads, taggedFeature } from './reads.js';

const GEOJSON = 'application/geo+json';

/** Tags that are added to or removed from every written feature. */
interface TagChanges {
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

/** Makes a write or a deletion conditional on an unchanged feature. */
export interface IfMatch {
  /** The `etag` that the feature must still have. Otherwise the error is a `conflict`. */
  readonly ifMatch?: string | undefined;
}

export type WriteOptions = Pick<WriteFeatureQuery, 'conflictDetection'> & TagChanges & IfMatch & CallOptions;

/** What happens to features that exist, do not exist, or have changed since they were read. */
export interface WriteRules {
  /** Default: `replace`; `patch` merges objects. */
  readonly ifExists?: PostFeaturesQuery['e'];
  /** Default: `create`. */
  readonly ifMissing?: PostFeaturesQuery['ne'];
  /** With `ifExists: 'merge'`. Default: `error`. */
  readonly onConflict?: PostFeaturesQuery['cr'];
}

export type BatchOptions = Pick<PutFeaturesQuery, 'prefixId' | 'transactional' | 'conflictDetection'> &
  TagChanges &
  WriteRules &
  CallOptions;

/** The result of a write, with the features as they are stored now. */
export type BatchResult<P = Readonly<Record<string, unknown>>> = Omit<WrittenFeatures, 'features'> & {
  readonly features: readonly Feature<P>[];
};

/** Which features are deleted: exactly one of these. */
export type Deletion =
  | { readonly ids: readonly string[] }
  /** With one of the tags. */
  | { readonly tags: readonly string[] }
  | { readonly all: true };

/** Reads and writes the features of spaces. */
export class FeatureWrites extends FeatureReads {
  /** Creates the feature, or replaces the one with its id. */
  async put<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    feature: NewFeature & { readonly id: string | number },
    options: WriteOptions = {},
  ): Promise<TaggedFeature<P>> {
    return await this.writeOne(path`/hub/spaces/${spaceId}/features/${feature.id}`, {
      method: 'PUT',
      body: feature,
      options,
    });
  }

  /** Merges the members of `change` into the feature with its id. */
  async patch<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    change: FeatureChange,
    options: WriteOptions = {},
  ): Promise<TaggedFeature<P>> {
    return await this.writeOne(path`/hub/spaces/${spaceId}/features/${change.id}`, {
      method: 'PATCH',
      body: change,
      options,
    });
  }

  /**
   * Writes all of the features in one transaction, or none. With `transactional: false` those that cannot be written are
   * listed as `failed`. More than 20,000 features, or 32 MiB, are for `import`.
   */
  async putMany<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    features: readonly NewFeature[],
    options: BatchOptions = {},
  ): Promise<BatchResult<P>> {
    return await this.transport.json({
      method: 'POST',
      path: path`/hub/spaces/${spaceId}/features`,
      query: batchQuery(options),
      headers: { 'Content-Type': GEOJSON },
      json: { type: 'FeatureCollection', features },
      repeatable: () => (isRepeatable(features, options) ? 'failed' : 'refused'),
      options,
    });
  }

  async delete(spaceId: string, id: string, options: IfMatch & CallOptions = {}): Promise<void> {
    const { ifMatch } = options;
    const call = {
      path: path`/hub/spaces/${spaceId}/features/${id}`,
      headers: { 'If-Match': ifMatch },
      options,
    };
    if (ifMatch === undefined) await this.transport.remove(call);
    else await this.transport.done({ ...call, method: 'DELETE', repeatable: () => 'refused' });
  }

  /** Deletes features. Ids that do not exist are ignored. */
  async deleteMany(spaceId: string, deletion: Deletion, options?: CallOptions): Promise<void> {
    const address = path`/hub/spaces/${spaceId}/features`;
    for (const query of deletionQueries(deletion))
      await this.transport.done({ method: 'DELETE', path: address, query, options });
  }

  private async writeOne<P>(
    address: string,
    { method, body, options }: SingleWrite,
  ): Promise<TaggedFeature<P>> {
    const { addTags, removeTags, conflictDetection, ifMatch } = options;
    // The tag would no longer match the feature that a first attempt has written, so a second attempt would fail.
    const repeatable = (): Repeatable =>
      ifMatch !== undefined || conflictDetection === true ? 'refused' : 'failed';
    const call = {
      method,
      path: address,
      query: queryText({ addTags, removeTags, conflictDetection }),
      headers: { 'Content-Type': GEOJSON, 'If-Match': ifMatch },
      json: body,
      repeatable,
      options,
    };
    return await this.transport.read(call, taggedFeature<P>);
  }
}

interface SingleWrite {
  readonly method: 'PUT' | 'PATCH';
  readonly body: object;
  readonly options: WriteOptions;
}

/** The query of a write of many features. */
export function batchQuery(options: BatchOptions): string {
  const { ifExists = 'replace', ifMissing, onConflict, addTags, removeTags } = options;
  const { prefixId, transactional, conflictDetection } = options;
  const rules = { e: ifExists, ne: ifMissing, cr: onConflict };
  return queryText({ ...rules, addTags, removeTags, prefixId, transactional, conflictDetection });
}

/**
 * Whether writing twice has the same result as writing once. It does not if the server assigns ids, or if the features
 * must be new.
 */
function isRepeatable(features: readonly NewFeature[], options: BatchOptions): boolean {
  const { ifExists = 'replace', ifMissing = 'create', conflictDetection = false } = options;
  const isSame =
    (ifExists === 'replace' || ifExists === 'patch') && ifMissing !== 'error' && !conflictDetection;
  return isSame && features.every(({ id }) => id !== undefined);
}

/** @throws {TypeError} unless exactly one of the members is given. */
function deletionQueries(deletion: Deletion): readonly string[] {
  const { ids, tags, all } = deletion as { readonly [K in 'ids' | 'tags']?: readonly string[] } & {
    all?: unknown;
  };
  const given = [ids, tags, all].filter((one) => one !== undefined);
  if (given.length !== 1) throw new TypeError('A deletion says exactly one of `ids`, `tags` and `all`.');
  if (all === true) return ['eraseContent=true'];
  if (all !== undefined) throw new TypeError('`all` must be `true`.');
  if (tags !== undefined) {
    const query = featureQuery({ tags });
    if (tags.includes('')) throw new TypeError('A tag is empty.');
    if (tags.includes('*'))
      throw new TypeError("The tag '*' would delete all features: say `{ all: true }`.");
    return query === '' ? [] : [query];
  }
  if (ids === undefined) return [];
  if (ids.includes('*')) throw new TypeError("The id '*' would delete all features: say `{ all: true }`.");
  return idGroups(ids).map((id) => queryText({ id }));
}
