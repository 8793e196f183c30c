import {
  type BoundingBox,
  boundingBoxesOf,
  boxesAround,
  boxesContain,
  boxesIntersect,
  isWithinDistance,
  prepare,
  type PreparedGeometry,
} from '@cairn/geometry';
import type { FeatureCriteria } from '@cairn/spaces';
import { type Candidate, criteriaMatcher, type SpatialCriterion } from '@cairn/spaces/spi';
import type { ContentPack } from '../pack/content-pack.js';

/** `open`: only the geometry itself tells. */
export type Verdict = 'in' | 'out' | 'open';

interface Circle {
  readonly place: PreparedGeometry;
  readonly radiusInMeters: number;
}

/** Decides where features are, by their boxes as far as these tell: the same as `criteriaMatcher` decides. */
export class PlaceTest {
  /** Every feature that meets the criteria has a box that meets one of these. Absent: also one without a geometry. */
  readonly region: readonly BoundingBox[] | undefined;
  private readonly boxes: readonly BoundingBox[] | undefined;
  private readonly circle: Circle | undefined;
  private readonly criteria: FeatureCriteria;
  private matcher: ((candidate: Candidate) => boolean) | undefined;

  private constructor({ near, boxes, spatial }: FeatureCriteria) {
    this.criteria = { boxes, spatial };
    this.boxes = boxes;
    this.circle = spatial && { place: prepare(spatial.geometry), radiusInMeters: spatial.radiusInMeters };
    this.region = near ?? boxes ?? (spatial && around(spatial));
  }

  /** `undefined` for places that it cannot decide about: other than boxes and what is around a point. */
  static of(criteria: FeatureCriteria): PlaceTest | undefined {
    const { near, boxes, spatial, window } = criteria;
    if (window !== undefined || (spatial !== undefined && !isAroundPoint(spatial))) return undefined;
    if (near !== undefined && (boxes !== undefined || spatial !== undefined)) return undefined;
    return new PlaceTest(criteria);
  }

  /** What the boxes of a feature of the pack tell. */
  ofPacked(pack: ContentPack, position: number): Verdict {
    const { region } = this;
    if (region === undefined) return 'in';
    const first = pack.firstBoxOf(position);
    const count = pack.firstBoxOf(position + 1) - first;
    if (count === 0) return 'out';
    if (count > 1) return this.ofBoxes(pack.boxesAt(position));
    const extent = extentIn(pack.edges, 4 * first, region);
    if (extent === 'out') return 'out';
    if (this.circle === undefined) return extent === 'inside' || this.boxes === undefined ? 'in' : 'open';
    if (!pack.isPlainPoint(position)) return 'open';
    const [longitude = 0, latitude = 0] = [pack.edges[4 * first], pack.edges[4 * first + 1]];
    const { place, radiusInMeters } = this.circle;
    const point = { type: 'Point', coordinates: [longitude, latitude] } as const;
    return isWithinDistance(place, point, radiusInMeters) ? 'in' : 'out';
  }

  /** What the boxes of any feature tell. */
  ofBoxes(extent: readonly BoundingBox[]): Verdict {
    const { region, boxes, circle } = this;
    if (region === undefined) return 'in';
    if (!boxesIntersect(extent, region)) return 'out';
    if (circle !== undefined) return 'open';
    return boxes === undefined || boxesContain(boxes, extent) ? 'in' : 'open';
  }

  /** What the geometry tells. */
  accepts(candidate: Candidate): boolean {
    return (this.matcher ??= criteriaMatcher(this.criteria))(candidate);
  }
}

const isAroundPoint = ({ geometry, relation, radiusInMeters }: SpatialCriterion): boolean =>
  geometry.type === 'Point' && relation === 'intersects' && radiusInMeters > 0;

const around = ({ geometry, radiusInMeters }: SpatialCriterion): readonly BoundingBox[] =>
  boxesAround(boundingBoxesOf(geometry), radiusInMeters);

/** How a box of a column lies to others. It is not one without a width on the antimeridian. */
function extentIn(
  edges: Float64Array,
  at: number,
  boxes: readonly BoundingBox[],
): 'out' | 'meets' | 'inside' {
  const [west = 0, south = 0, east = 0, north = 0] = [edges[at], edges[at + 1], edges[at + 2], edges[at + 3]];
  let extent: 'out' | 'meets' = 'out';
  for (const box of boxes) {
    if (west > box[2] || box[0] > east || south > box[3] || box[1] > north) continue;
    if (west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3]) return 'inside';
    extent = 'meets';
  }
  return extent;
}
