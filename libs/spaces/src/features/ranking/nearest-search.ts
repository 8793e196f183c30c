import {
  type BoundingBox,
  boxesAround,
  distanceBetween,
  HALF_MERIDIAN,
  leastDistanceBetween,
  prepare,
  type PreparedGeometry,
} from '@cairn/geometry';
import { compareTexts, InvalidInput } from '@cairn/kernel';
import type { StoredFeature } from '../content/stored-feature.js';
import { searchedMatcher } from '../searching/criteria-matcher.js';
import { type Candidate, type SearchedFeature, searchedFeature } from '../searching/searched-feature.js';
import type { ContentHead } from '../writing/content-head.js';
import type { NearestQuery, NearFeature } from './nearest-query.js';
import { Smallest } from './smallest.js';

const METERS_PER_DEGREE = 111_320;
/**
 * Maximum total length of the bodies of the nearest features, in UTF-16 code units: all are found before the first is
 * sent. What is only among the nearest for a while counts for memory, not for this.
 */
export const MAX_NEAREST_LENGTH = 16_777_216;
/** The number of features that are read at once. */
const FEW = 256;

/**
 * The radius in metres that would contain this many features around the place if they were spread evenly over the
 * bounds; `undefined` if no feature has a geometry.
 */
function firstRadius(
  place: readonly BoundingBox[],
  limit: number,
  { bounds, total }: Pick<ContentHead, 'bounds' | 'total'>,
): number | undefined {
  if (bounds === undefined) return undefined;
  if (total <= Math.max(FEW, limit)) return HALF_MERIDIAN;
  const [west, south, east, north] = bounds;
  const height = (north - south) * METERS_PER_DEGREE;
  const width = (east - west) * METERS_PER_DEGREE * Math.cos(((south + north) / 2) * (Math.PI / 180));
  const area = Math.max(1, width) * Math.max(1, height);
  return leastDistanceBetween(place, [bounds]) + Math.max(1, Math.sqrt((area * limit) / total / Math.PI));
}

/** Factor by which the radius grows if fewer features than wanted were near. */
const GROWTH = 4;
/** Maximum counts to find a radius that has enough features around it, but not many more. */
const MAX_COUNTS = 24;
/** Two radii that differ by less than this factor are equally good. */
const ALIKE = 1.3;
/** In metres: narrower boxes are not worth a count. */
const LEAST_RADIUS = 1;
/** Features looked at in one step before a smaller radius is worth another step. */
const MANY = 1_000;
const WORTHWHILE = 0.7;
/** Greater than the relative error of a distance. */
const MARGIN = 1e-4;
/** Greater than the error in metres of a distance of 0, such as that between two longitudes at a pole. */
const LEAST_MARGIN = 1e-6;

/** One of the nearest so far. */
interface Near {
  readonly id: string;
  readonly distanceInMeters: number;
  length: number;
  /** `undefined` once those so far were too long to be held: it is read again in the end. */
  feature: StoredFeature | undefined;
}

/**
 * Finds the nearest features by boxes that grow, exactly and the same for every store:
 *
 *     for (let boxes = search.next(); boxes !== undefined; boxes = search.next())
 *       for (const candidate of theStore.candidatesIn(boxes)) if (search.offer(candidate) === 'enough') break;
 *     return search.found();
 *
 * A store that counts by an index calls `narrow` first, one that ranks by an index `startAround`. Candidates are the features whose boxes touch the boxes, in any order; one may come twice. All steps have to see the
 * features of one moment.
 */
export class NearestSearch {
  private readonly accepts: (searched: SearchedFeature, candidate: Candidate) => boolean;
  private readonly nearest: Smallest<Near>;
  private readonly held = new Set<string>();
  private readonly place: PreparedGeometry;
  private readonly placeBox: readonly BoundingBox[];
  private readonly farthest: number;
  private radius: number | undefined;
  private step: 'none' | 'whole' | 'cut' = 'none';
  private looked = 0;
  /** Total length of the bodies of the nearest ones. */
  private length = 0;
  private isHolding = true;
  /** By their ids, those to be read again. */
  private missing: ReadonlyMap<string, Near> | undefined;
  private many = MANY;

  /** Leave out of the query the criteria that the store checks itself. */
  constructor(
    private readonly query: NearestQuery,
    head: Pick<ContentHead, 'bounds' | 'total'>,
  ) {
    const { point, limit, maxDistanceInMeters = Infinity } = query;
    this.accepts = searchedMatcher(query);
    this.nearest = new Smallest<Near>(limit, compareNear);
    this.place = prepare({ type: 'Point', coordinates: point });
    this.placeBox = [[...point, ...point]];
    this.farthest = Math.min(maxDistanceInMeters, HALF_MERIDIAN);
    this.radius = firstRadius(this.placeBox, limit, head);
  }

  /** Sets the first radius to one that an index suggests, in degrees of the plane. The result is exact for any radius. */
  startAround(degrees: number): void {
    if (this.radius !== undefined) this.radius = Math.max(LEAST_RADIUS, degrees * METERS_PER_DEGREE);
  }

  /**
   * Fits the first radius to the density of features around the place. Without this, a search in a town looks at many
   * times as many features as are wanted. `countIn` counts candidates, up to a limit.
   */
  narrow(countIn: (boxes: readonly BoundingBox[], limit: number) => number): void {
    let [tooFew, enough] = [0, Infinity];
    let radius = Math.min(this.radius ?? 0, this.farthest);
    const { limit } = this.query;
    for (
      let counts = 0;
      counts < MAX_COUNTS && radius > LEAST_RADIUS && enough > tooFew * ALIKE;
      counts += 1
    ) {
      const count = countIn(boxesAround(this.placeBox, radius), 2 * limit + 1);
      if (count < limit) {
        if (radius === this.farthest) break;
        tooFew = radius;
      } else {
        enough = radius;
        if (count <= 2 * limit) break;
      }
      if (enough === Infinity) radius = Math.min(this.farthest, radius * GROWTH);
      else radius = tooFew === 0 ? radius / GROWTH : Math.sqrt(tooFew * enough);
    }
    if (this.radius !== undefined && enough < Infinity) this.radius = enough;
  }

  /** The boxes to look through next, which may overlap; `undefined` once the nearest are known. @throws {InvalidInput} */
  next(): readonly BoundingBox[] | undefined {
    const radius = this.nextRadius();
    if (radius === undefined) return this.boxesOfMissing();
    this.radius = Math.min(radius, this.farthest);
    this.step = 'whole';
    this.looked = 0;
    return boxesAround(this.placeBox, this.radius * (1 + MARGIN));
  }

  /** Looks at a feature. `enough`: the other candidates of this step can be left out. */
  offer(candidate: Candidate): 'more' | 'enough' {
    if (this.missing !== undefined) {
      const near = this.missing.get(candidate.feature.id);
      if (near !== undefined) near.feature = candidate.feature;
      return 'more';
    }
    this.looked += 1;
    if (!this.held.has(candidate.feature.id)) this.measure(candidate);
    if (this.looked < this.many || this.reach >= (this.radius ?? 0) * WORTHWHILE) return 'more';
    this.step = 'cut';
    this.many *= 2;
    return 'enough';
  }

  /** By ascending distance, then by id. */
  found(): readonly NearFeature[] {
    return [...this.nearest.inOrder()].flatMap(({ feature, distanceInMeters }) =>
      feature === undefined ? [] : [{ feature, distanceInMeters }],
    );
  }

  /** The boxes of the nearest whose texts were not held; `undefined` where nothing is missing. */
  private boxesOfMissing(): readonly BoundingBox[] | undefined {
    if (this.isHolding || this.missing !== undefined) return undefined;
    if (this.length > MAX_NEAREST_LENGTH)
      throw InvalidInput.of(
        'too-large',
        `\`nearest\`: so many features are longer than ${MAX_NEAREST_LENGTH} characters together; ask for fewer.`,
      );
    this.missing = new Map([...this.nearest.inOrder()].map((near) => [near.id, near]));
    return boxesAround(this.placeBox, this.reach * (1 + MARGIN) + LEAST_MARGIN);
  }

  private nextRadius(): number | undefined {
    if (this.radius === undefined || this.step === 'none') return this.radius;
    if (this.step === 'cut') return this.reach;
    if (this.radius >= Math.min(this.farthest, this.reach)) return undefined;
    return Math.min(this.reach, this.radius * GROWTH);
  }

  /** Features farther away than this are ignored. */
  private get reach(): number {
    return Math.min(this.farthest, this.nearest.bound?.distanceInMeters ?? Infinity);
  }

  private measure(candidate: Candidate): void {
    const { feature, boxes } = candidate;
    const farthest = this.reach * (1 + MARGIN) + LEAST_MARGIN;
    if (boxes !== undefined && leastDistanceBetween(this.placeBox, boxes) > farthest) return;
    const searched = searchedFeature(candidate);
    const { shape } = searched;
    if (shape === undefined || !this.accepts(searched, candidate)) return;
    const distanceInMeters = distanceBetween(this.place, shape.geometry);
    if (!(distanceInMeters <= this.farthest) || distanceInMeters === Infinity) return;
    this.held.add(feature.id);
    const near: Near = {
      id: feature.id,
      distanceInMeters,
      length: 0,
      feature: this.isHolding ? feature : undefined,
    };
    const out = this.nearest.offer(near);
    if (out !== undefined) this.held.delete(out.id);
    if (out === near) return;
    near.length = feature.body.length;
    this.length += near.length - (out?.length ?? 0);
    if (this.isHolding && this.length > MAX_NEAREST_LENGTH) this.letGo();
  }

  /** Holds no texts from now on. */
  private letGo(): void {
    this.isHolding = false;
    for (const near of this.nearest.inOrder()) near.feature = undefined;
  }
}

const compareNear = (one: Near, other: Near): number =>
  one.distanceInMeters - other.distanceInMeters || compareTexts(one.id, other.id);
