import type { FileImportReport, FilePreview, ImportSummary, WrittenFeatures } from '@cairn/api-schema';
import { callOf, type AnyRequest } from '../calls/request.js';
import type { Query } from '../calls/route.js';
import { featureQuery, selectionOf } from '../calls/filters.js';
import { encoded, joined } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { Source } from '../transport/source.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import { wordFor } from '../transport/word-for.js';
import type { Feature, FeatureChange, FeatureCollection, NewFeature, TaggedFeature } from './feature.js';
import { importFile, previewFile, type FileImportOptions, type FilePreviewOptions } from './import-file.js';
import { batchQuery, importFeatures, type BatchOptions, type ImportOptions } from './import.js';

const GEOJSON = 'application/geo+json';
const ALL = '/hub/spaces/{spaceId}/features';
const ONE = '/hub/spaces/{spaceId}/features/{featureId}';

/** What the properties are by default. */
type Any = Readonly<Record<string, unknown>>;

export type ReadOptions = Query<`GET ${typeof ONE}`> & CallOptions;
export type SearchOptions = Query<'GET /hub/spaces/{spaceId}/search'> & CallOptions;
export type IterateOptions = Omit<Query<'GET /hub/spaces/{spaceId}/iterate'>, 'handle'> & CallOptions;
export type ExportOptions = Omit<Query<'GET /hub/spaces/{spaceId}/export'>, 'f' | 'selection'> & {
  /** Default: `geojson`. */
  readonly format?: Query<'GET /hub/spaces/{spaceId}/export'>['f'];
  /** The names of the properties to take. Default: all. */
  readonly fields?: readonly string[] | undefined;
} & CallOptions;

export type WriteOptions = Pick<
  Query<`PUT ${typeof ONE}`>,
  'addTags' | 'removeTags' | 'conflictDetection'
> & {
  /** The `etag` that the feature must still have. Otherwise the error is a `conflict`. */
  readonly ifMatch?: string | undefined;
} & CallOptions;

/** The result of a write, with the features as they are stored now. */
export type BatchResult<P = Any> = Omit<WrittenFeatures, 'features'> & {
  readonly features: readonly Feature<P>[];
};

/** Which features are deleted: exactly one of these. */
export type Deletion =
  | { readonly ids: readonly string[] }
  /** With one of the tags. */
  | { readonly tags: readonly string[] }
  | { readonly all: true };

/** The features of spaces. `P` are the properties that you expect. */
export class Features {
  constructor(private readonly transport: Transport) {}

  /** One feature, with the entity tag that `ifMatch` takes. */
  async get<P = Any>(spaceId: string, id: string, options: ReadOptions = {}): Promise<TaggedFeature<P>> {
    return await this.tagged(`GET ${ONE}`, { params: { spaceId, featureId: id }, ...split(options) });
  }

  /** The features with these ids, as far as they exist, however many ids there are. */
  async getMany<P = Any>(
    spaceId: string,
    ids: readonly string[],
    options: ReadOptions = {},
  ): Promise<Feature<P>[]> {
    const { query, ...others } = split(options);
    const found: Feature<P>[] = [];
    for (const id of idGroups(ids)) {
      const call = callOf(`GET ${ALL}`, { params: { spaceId }, query: { id, ...query }, ...others });
      found.push(...(await this.transport.json<FeatureCollection<P>>(call)).features);
    }
    return found;
  }

  /** The features that meet all conditions, by id or in the order of `sort`. */
  async search<P = Any>(spaceId: string, options: SearchOptions = {}): Promise<FeatureCollection<P>> {
    const request = { params: { spaceId }, ...split(options) };
    return await this.transport.json(callOf('GET /hub/spaces/{spaceId}/search', request));
  }

  /** Every feature of the space that meets the conditions, by id, a thousand (`limit`) at a time. */
  iterate<P = Any>(spaceId: string, options: IterateOptions = {}): Listing<Feature<P>> {
    const { query, ...others } = split({ limit: 1_000, ...options });
    return listing(async (handle) => {
      const request = { params: { spaceId }, query: { ...query, handle }, ...others };
      const call = callOf('GET /hub/spaces/{spaceId}/iterate', request);
      const page = await this.transport.json<FeatureCollection<P> & { readonly handle?: string }>(call);
      return { items: page.features, nextCursor: page.handle };
    });
  }

  /** Creates the feature, or replaces the one with its id. */
  async put<P = Any>(
    spaceId: string,
    feature: NewFeature & { readonly id: string | number },
    options: WriteOptions = {},
  ): Promise<TaggedFeature<P>> {
    return await this.tagged(`PUT ${ONE}`, writeOf(spaceId, feature, options));
  }

  /** Merges the members of `change` into the feature with its id. */
  async patch<P = Any>(
    spaceId: string,
    change: FeatureChange,
    options: WriteOptions = {},
  ): Promise<TaggedFeature<P>> {
    return await this.tagged(`PATCH ${ONE}`, writeOf(spaceId, change, options));
  }

  /**
   * Writes all of the features in one transaction, or none. With `transactional: false` those that cannot be written are
   * listed as `failed`. More than 20,000 features, or 32 MiB, are for `import`.
   */
  async putMany<P = Any>(
    spaceId: string,
    features: readonly NewFeature[],
    options: BatchOptions = {},
  ): Promise<BatchResult<P>> {
    const request = {
      params: { spaceId },
      query: batchQuery(options),
      headers: { 'Content-Type': GEOJSON },
      body: { type: 'FeatureCollection', features },
    };
    return await this.transport.json(callOf(`POST ${ALL}`, { ...options, ...request }));
  }

  /** Deletes features. Ids that do not exist are ignored. */
  async deleteMany(spaceId: string, deletion: Deletion, options?: CallOptions): Promise<void> {
    for (const query of deletionQueries(deletion))
      await this.transport.json(callOf(`DELETE ${ALL}`, { params: { spaceId }, query, ...options }));
  }

  /**
   * Stores any number of features, in chunks of one transaction each. Skips invalid features: the summary counts them
   * and lists the first 100. The source is sent once, without retries. It is a file, text, bytes, a stream of these, or
   * features one by one; on Node none of them is held in memory as a whole.
   *
   * @throws {CairnError} when it ends early; `import` of the error says what is stored.
   */
  async import(
    spaceId: string,
    source: Source | Iterable<NewFeature> | AsyncIterable<NewFeature>,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    return await importFeatures(this.transport, spaceId, source, options);
  }

  /** What a file has, and how it would be imported. The file is sent; nothing of it is stored. */
  async previewFile(spaceId: string, source: Source, options: FilePreviewOptions = {}): Promise<FilePreview> {
    return await previewFile(this.transport, spaceId, source, options);
  }

  /**
   * Stores the features of a file of any format, in chunks of one transaction each. Lists the first 100 places of the
   * file of which nothing can be stored. The source is sent once, without retries.
   *
   * @throws {CairnError} when nothing can be stored, or the import fails; `fileImport` of the error says what is stored.
   */
  async importFile(
    spaceId: string,
    source: Source,
    options: FileImportOptions = {},
  ): Promise<FileImportReport> {
    return await importFile(this.transport, spaceId, source, options);
  }

  /** All features, or those that meet the conditions, as a stream of one consistent state. */
  async export(spaceId: string, options: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return (await this.transport.open(exportOf(spaceId, options))).body;
  }

  /** The address of an export, for example for a link. */
  exportAddress(spaceId: string, options: Omit<ExportOptions, keyof CallOptions> = {}): string {
    const { path, query } = exportOf(spaceId, options);
    return this.transport.address(path, query);
  }

  private async tagged<P>(route: string, request: AnyRequest): Promise<TaggedFeature<P>> {
    const { body, headers } = await this.transport.answer<Feature<P>>(callOf(route, request));
    return { feature: body, etag: headers.get('etag') ?? '' };
  }
}

function writeOf(spaceId: string, body: FeatureChange | NewFeature, options: WriteOptions): AnyRequest {
  const { ifMatch, ...others } = options;
  return {
    params: { spaceId, featureId: body.id ?? '' },
    headers: { 'Content-Type': GEOJSON, 'If-Match': ifMatch },
    body,
    ...split(others),
  };
}

function exportOf(spaceId: string, { format: f, fields, ...options }: ExportOptions) {
  const request = { params: { spaceId }, ...split({ f, ...options }) };
  const call = callOf('GET /hub/spaces/{spaceId}/export', request);
  return fields === undefined ? call : { ...call, query: joined(call.query ?? '', selectionOf(fields)) };
}

/** Splits options into the query and the options of the call. */
export function split<Q extends CallOptions>({ signal, retry, timeoutMs, ...query }: Q) {
  return { query, signal, retry, timeoutMs };
}

const IDS_AT_ONCE = 100;
const MAX_IDS_LENGTH = 6_000;

/** Splits ids into groups that fit into an address. @throws {TypeError} for a value that is not an id. */
function idGroups(ids: readonly string[]): readonly (readonly string[])[] {
  if (!Array.isArray(ids)) throw new TypeError(`\`ids\` must be a list, and is ${wordFor(ids)}.`);
  const groups: string[][] = [];
  let length = MAX_IDS_LENGTH;
  for (const id of ids as readonly string[]) {
    const text = encoded(id, 'An id');
    if (text === '') throw new TypeError('An id is empty.');
    length += text.length + 1;
    const group = groups.at(-1);
    if (group !== undefined && group.length < IDS_AT_ONCE && length <= MAX_IDS_LENGTH) group.push(id);
    else {
      groups.push([id]);
      length = text.length;
    }
  }
  return groups;
}

/** @throws {TypeError} unless exactly one of the members is given. */
function deletionQueries(deletion: Deletion): readonly object[] {
  const { ids, tags, all } = deletion as { readonly [K in 'ids' | 'tags']?: readonly string[] } & {
    all?: unknown;
  };
  const given = [ids, tags, all].filter((one) => one !== undefined);
  if (given.length !== 1) throw new TypeError('A deletion says exactly one of `ids`, `tags` and `all`.');
  if (all === true) return [{ eraseContent: true }];
  if (all !== undefined) throw new TypeError('`all` must be `true`.');
  if (tags !== undefined) {
    const isEmpty = featureQuery({ tags }) === '';
    if (tags.includes('')) throw new TypeError('A tag is empty.');
    if (tags.includes('*'))
      throw new TypeError("The tag '*' would delete all features: say `{ all: true }`.");
    return isEmpty ? [] : [{ tags }];
  }
  if (ids === undefined) return [];
  if (ids.includes('*')) throw new TypeError("The id '*' would delete all features: say `{ all: true }`.");
  return idGroups(ids).map((id) => ({ id }));
}
