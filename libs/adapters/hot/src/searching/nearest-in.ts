import { type BoundingBox, boxesIntersect } from '@cairn/geometry';
import type { NearestQuery, NearFeature, StoredFeature } from '@cairn/spaces';
import { boundsOf, type Candidate, NearestSearch } from '@cairn/spaces/spi';
import type { Overlay } from '../overlay/overlay.js';
import type { ContentPack } from '../pack/content-pack.js';
import { ShapeBudget } from './shape-budget.js';

/** So many distances take a few milliseconds. */
const MOST_CANDIDATES = 3_000;

/** A feature of a pack that is read only where it is looked at. */
class PackedFeature implements StoredFeature {
  private read: StoredFeature | undefined;

  constructor(
    private readonly pack: ContentPack,
    private readonly position: number,
  ) {}

  get stored(): StoredFeature {
    return (this.read ??= this.pack.featureAt(this.position));
  }

  get id(): string {
    return this.pack.idAt(this.position);
  }

  get body(): string {
    return this.stored.body;
  }

  get createdAt(): number {
    return this.stored.createdAt;
  }

  get updatedAt(): number {
    return this.stored.updatedAt;
  }

  get version(): number {
    return this.stored.version;
  }

  get tags(): readonly string[] {
    return this.stored.tags;
  }
}

/** The nearest features, as `NearestSearch` finds them; `undefined` where too many have to be compared. @throws {InvalidInput} */
export function nearestIn(
  pack: ContentPack,
  overlay: Overlay,
  query: NearestQuery,
): readonly NearFeature[] | undefined {
  if (hasCriteria(query)) return undefined;
  const { features, hidden } = overlay;
  const shapes = new ShapeBudget();
  let [candidates, isTooMuch] = [0, false];
  const search = new NearestSearch(query, {
    total: pack.featureCount + features.length,
    bounds: pack.bounds ?? boundsOf(features.flatMap(({ boxes }) => boxes)),
  });
  const offer = (candidate: Candidate, sizeToParse: number): boolean => {
    candidates += 1;
    isTooMuch = candidates > MOST_CANDIDATES || (sizeToParse > 0 && !shapes.takes(sizeToParse));
    return !isTooMuch && search.offer(candidate) === 'more';
  };
  search.narrow((boxes, limit) => countIn(pack, boxes, limit));
  for (let around = search.next(); around !== undefined; around = search.next()) {
    const boxes = around;
    if (!shapes.wouldTake(sizesOfShapes(pack, boxes))) return undefined;
    const goesOn = features.every(
      (overlaid) => !boxesIntersect(overlaid.boxes, boxes) || offer(overlaid, overlaid.feature.body.length),
    );
    if (goesOn)
      pack.search(boxes, (position) => {
        if (hidden.has(position)) return true;
        const isPoint = pack.isPlainPoint(position);
        return offer(candidateAt(pack, position), isPoint ? 0 : pack.sizeAt(position));
      });
    if (isTooMuch) return undefined;
  }
  return search.found().map(({ feature, distanceInMeters }) => ({
    feature: feature instanceof PackedFeature ? feature.stored : { ...feature, tags: [...feature.tags] },
    distanceInMeters,
  }));
}

/** Whether it asks for more than what is near. */
function hasCriteria({ filter, boxes, near, window, spatial, part, maxLevel }: NearestQuery): boolean {
  return [filter, boxes, near, window, spatial, part, maxLevel].some((criterion) => criterion !== undefined);
}

function candidateAt(pack: ContentPack, position: number): Candidate {
  const feature = new PackedFeature(pack, position);
  const boxes = pack.boxesAt(position);
  return pack.isPlainPoint(position) ? { feature, boxes, point: pack.pointAt(position) } : { feature, boxes };
}

/** How long the texts of the features near these boxes are that are no plain points. */
function sizesOfShapes(pack: ContentPack, boxes: readonly BoundingBox[]): readonly number[] {
  const sizes: number[] = [];
  pack.search(boxes, (position) => {
    if (!pack.isPlainPoint(position)) sizes.push(pack.sizeAt(position));
    return sizes.length <= MOST_CANDIDATES;
  });
  return sizes;
}

function countIn(pack: ContentPack, boxes: readonly BoundingBox[], limit: number): number {
  let count = 0;
  pack.search(boxes, () => {
    count += 1;
    return count < limit;
  });
  return count;
}
