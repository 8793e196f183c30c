import type { BoundingBox, Geometry } from '@cairn/geometry';
import { idHash } from '../content/id-hash.js';
import type { SortedPlace, SortKey } from './feature-sort.js';
import type { FeatureWindow } from './feature-place.js';
import type { ContentVersion } from '../writing/content-head.js';
import type { PropertyFilter } from './property-filter.js';

/** Maximum features of one search. */
export const MAX_SEARCH_LIMIT = 100_000;

/** The relation of a feature's geometry to another geometry. A feature without a geometry never matches. */
export interface SpatialCriterion {
  readonly geometry: Geometry;
  /**
   * `within`: the feature lies in the geometry; `contains`: the geometry lies in the feature; boundaries included.
   * `disjoint`: they have no point in common.
   */
  readonly relation: 'intersects' | 'within' | 'contains' | 'disjoint';
  /** With `intersects`: features that are no farther away, in geodesic metres. */
  readonly radiusInMeters: number;
}

/** One of several parts of the features, which do not overlap: `index` from 1 to `of`. */
export interface FeaturePart {
  readonly index: number;
  readonly of: number;
}

/** Which features are wanted: those that meet all given criteria. Plain data. */
export interface FeatureCriteria {
  /** The reader. Readers take turns at scarce resources of a store, such as connections. Defaults to the space. */
  readonly reader?: string | undefined;
  /**
   * What the caller has just read of the space. A store may answer with the features of then, without asking again
   * whether they are the latest.
   */
  readonly at?: ContentVersion | undefined;
  readonly filter?: PropertyFilter | undefined;
  /** The geometry has a point in common with one of the boxes, each with west ≤ east. */
  readonly boxes?: readonly BoundingBox[] | undefined;
  /**
   * The box of the geometry has a point in common with one of these boxes, each with west ≤ east; a store may add
   * features that lie slightly outside. For callers that check the geometry themselves. Not together with another
   * place.
   */
  readonly near?: readonly BoundingBox[] | undefined;
  /** The feature is placed in it; one without a geometry never is. */
  readonly window?: FeatureWindow | undefined;
  readonly spatial?: SpatialCriterion | undefined;
  readonly part?: FeaturePart | undefined;
  /** Only features whose `featureLevel` is at most this, 0 to `MAX_LEVEL`: the most important ones. */
  readonly maxLevel?: number | undefined;
}

/** Which features are counted. Plain data. */
export interface CountQuery extends FeatureCriteria {
  /** Stops counting at this number. Counts all if absent. */
  readonly limit?: number | undefined;
}

/** Features come in the order of the sort, or of their ids. Plain data. */
export interface FeatureQuery extends FeatureCriteria {
  /** All, where it is absent. */
  readonly limit?: number | undefined;
  /** Only features with greater ids; not together with `sort`. */
  readonly after?: string | undefined;
  /**
   * Sorts by the first key, then by the next, last by ascending id; `compareMembers` defines the order. Without it,
   * features come by ascending id, in the order of code points. A store holds the ids and sorted members of `limit`
   * features meanwhile.
   */
  readonly sort?: readonly SortKey[] | undefined;
  /** With `sort`: only features that come behind this place. */
  readonly behind?: SortedPlace | undefined;
  /** Whether the chunks say of which version they are. */
  readonly saysVersion?: boolean | undefined;
  /**
   * The numbers from `copiesFor`. If a feature has some of these copies, a store returns the first of them instead of
   * the feature, as `copyText` writes it. Not together with `sort`.
   */
  readonly copies?: readonly number[] | undefined;
}

/** Which part, from 1 to `of`, an id belongs to: by its `idHash`. */
export function partOf(id: string, of: number): number {
  return (idHash(id) % of) + 1;
}
