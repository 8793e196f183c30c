import type {
  AroundQuery,
  BboxQuery,
  CountResponse,
  GeometryQuery,
  IterateQuery,
  SearchQuery,
  StatisticsQuery,
  StatisticsResponse,
} from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { idGroups, path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import { jsonOf, type CallOptions, type Transport } from '../transport/transport.js';
import type { Feature, FeatureCollection, Geometry, TaggedFeature } from './feature.js';
import { featureQuery, type FeatureFilters, type FeatureView } from './filters.js';

/** Parameters that these options express in a better form. */
type Restated = 'tags' | 'p.name' | 'f.id' | 'selection' | 'force2D' | 'version' | 'sort' | 'limit';

/** The maximum number of features, 1 to 100,000. Default: 30,000. */
interface Limited {
  readonly limit?: number | undefined;
}

type Options<Q> = Omit<Q, Restated> & Limited & FeatureFilters & FeatureView & CallOptions;

/** West, south, east and north in degrees. A box does not go across the antimeridian. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export type SearchOptions = Options<SearchQuery> & {
  /** Members to sort by, such as `p.size:desc`. Default: by id. */
  readonly sort?: readonly string[] | undefined;
};
/** With `clustering`, cells with counts come instead of features. */
export type BoxOptions = Options<Omit<BboxQuery, 'west' | 'south' | 'east' | 'north'>>;
type PlaceKeys = 'lat' | 'lon' | 'refSpaceId' | 'refFeatureId' | 'h3Index';
export type AroundOptions = Options<Omit<AroundQuery, PlaceKeys> & GeometryQuery>;
export type IterateOptions = Omit<Options<Omit<IterateQuery, 'handle' | 'part'>>, 'limit'> &
  ListOptions & {
    /** One of several parts of the space, to read them side by side: `[2, 4]` is the second of four. */
    readonly part?: readonly [part: number, of: number] | undefined;
  };
export type StatisticsOptions = Omit<StatisticsQuery, Restated | 'west' | 'south' | 'east' | 'north'> &
  FeatureFilters &
  CallOptions & {
    /** Counts only features in this box. */
    readonly bbox?: BoundingBox | undefined;
  };

/** Where to search: a point, a stored feature, a cell of H3, or a geometry of at most 12,000 positions. */
export type Place =
  | { readonly longitude: number; readonly latitude: number }
  | { readonly spaceId: string; readonly featureId: string }
  | { readonly h3Index: string }
  | Geometry;

/** Reads the features of spaces. */
export class FeatureReads {
  constructor(protected readonly transport: Transport) {}

  /** One feature, with the entity tag that `ifMatch` takes. */
  async get<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    id: string,
    options: FeatureView & CallOptions = {},
  ): Promise<TaggedFeature<P>> {
    const { selection, force2D } = options;
    const call = {
      path: path`/hub/spaces/${spaceId}/features/${id}`,
      query: queryText({ selection, force2D }),
      options,
    };
    return await this.transport.read(call, taggedFeature<P>);
  }

  /** The features with these ids, as far as they exist. */
  async getMany<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    ids: readonly string[],
    options: FeatureView & CallOptions = {},
  ): Promise<Feature<P>[]> {
    const { selection, force2D } = options;
    const found: Feature<P>[] = [];
    const address = path`/hub/spaces/${spaceId}/features`;
    for (const id of idGroups(ids)) {
      const query = queryText({ id, selection, force2D });
      found.push(
        ...(await this.transport.json<FeatureCollection<P>>({ path: address, query, options })).features,
      );
    }
    return found;
  }

  /** The features that meet all conditions, by id or in the order of `sort`. */
  async search<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    options: SearchOptions = {},
  ): Promise<FeatureCollection<P>> {
    return await this.transport.json({ path: path`/hub/spaces/${spaceId}/search`, ...split(options) });
  }

  /** The features in a box. */
  async inBox<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    box: BoundingBox,
    options: BoxOptions = {},
  ): Promise<FeatureCollection<P>> {
    const address = path`/hub/spaces/${spaceId}/bbox`;
    return await this.transport.json({ path: address, ...split({ ...boxQuery(box), ...options }) });
  }

  /** The features at a place; with `radius` or `nearest`, around it. */
  async around<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    place: Place,
    options: AroundOptions = {},
  ): Promise<FeatureCollection<P>> {
    const address = path`/hub/spaces/${spaceId}/spatial`;
    if ('type' in place)
      return await this.transport.json({
        method: 'POST',
        path: address,
        json: place,
        repeatable: () => 'failed',
        ...split(options),
      });
    return await this.transport.json({ path: address, ...split({ ...placeQuery(place), ...options }) });
  }

  /** Every feature of the space that meets the conditions, by id, a thousand at a time. */
  iterate<P = Readonly<Record<string, unknown>>>(
    spaceId: string,
    options: IterateOptions = {},
  ): Listing<Feature<P>> {
    const { pageSize: limit = 1_000, ...others } = options;
    return listing(async (handle) => {
      const page = await this.transport.json<FeatureCollection<P> & { readonly handle?: string }>({
        path: path`/hub/spaces/${spaceId}/iterate`,
        ...split({ limit, handle, ...others }),
      });
      return { items: page.features, nextCursor: page.handle };
    });
  }

  async count(spaceId: string, options: FeatureFilters & CallOptions = {}): Promise<number> {
    const call = { path: path`/hub/spaces/${spaceId}/count`, ...split(options) };
    return (await this.transport.json<CountResponse>(call)).count;
  }

  /** Statistics of all features, or of those that are in a box or meet the conditions. */
  async statistics(spaceId: string, options: StatisticsOptions = {}): Promise<StatisticsResponse> {
    const { bbox, ...others } = options;
    const box = bbox === undefined ? {} : boxQuery(bbox);
    const address = path`/hub/spaces/${spaceId}/statistics`;
    return await this.transport.json({ path: address, ...split({ ...box, ...others }) });
  }
}

/** Splits options into the query and the options of the transport. */
export function split<Q extends CallOptions & FeatureFilters>({
  signal,
  retry,
  timeoutMs,
  ...query
}: Q): { readonly query: string; readonly options: CallOptions } {
  return { query: featureQuery(query), options: { signal, retry, timeoutMs } };
}

/** @throws {TypeError} if a side is missing: it would be a different box without it. */
function boxQuery(box: BoundingBox): Readonly<Record<'west' | 'south' | 'east' | 'north', number>> {
  const sides: unknown = box;
  if (!Array.isArray(sides) || sides.length !== 4 || !sides.every(Number.isFinite))
    throw new TypeError('A box has four numbers: west, south, east and north.');
  const [west, south, east, north] = box;
  return { west, south, east, north };
}

function placeQuery(place: Exclude<Place, Geometry>): Readonly<Record<string, string | number>> {
  if ('h3Index' in place) return { h3Index: place.h3Index };
  if ('longitude' in place) return { lat: place.latitude, lon: place.longitude };
  return { refSpaceId: place.spaceId, refFeatureId: place.featureId };
}

/** Reads a feature with its entity tag. */
export async function taggedFeature<P>(response: Response): Promise<TaggedFeature<P>> {
  return { feature: await jsonOf<Feature<P>>(response), etag: response.headers.get('etag') ?? '' };
}
