import { type Position } from '../../geojson/geojson.js';
import { type Square } from './clip-path.js';
import { type GridPath } from './snap-path.js';

/** Side of the cells in which small polygons are merged, in units: a pixel, if a tile is drawn in 512. */
export const CELL = 8;

/** Square units below which polygons are merged and holes are dropped. */
export const SMALLEST = 4;

/** Parts per square unit of merged areas: sums of whole numbers do not depend on the order. */
export const PARTS = 2 ** 16;

/** A polygon too small for a shape of its own. */
export interface TinyPolygon {
  /** Its place on the grid. */
  readonly x: number;
  readonly y: number;
  /** In `PARTS` of a square unit. */
  readonly area: number;
}

/** A polygon of any tile, or some of them in one cell. Plain data. */
export interface PlacedTinyPolygon {
  readonly position: Position;
  /** In `PARTS` of a square unit of Web Mercator. */
  readonly area: number;
}

interface Heap<Owner> {
  readonly x: number;
  readonly y: number;
  area: number;
  count: number;
  largest: TinyPolygon;
  /** The owner of the largest polygon. */
  owner: Owner;
}

/** The merged squares of an owner. */
export interface Squares {
  readonly rings: readonly GridPath[];
  /** Number of tiny polygons merged into them. */
  readonly count: number;
}

/**
 * Small polygons, merged by the cells of the grid they are in: each cell becomes a square of their area, of at least one
 * unit, that belongs to the owner of the largest of them. Cells are the same for all tiles of a level.
 */
export class SmallPolygonMerger<Owner> {
  private readonly heaps = new Map<number, Heap<Owner>>();

  /**
   * @param limits The tile with its buffer. Cells that are not wholly inside are left out, because some of their tiny
   * polygons may be missing.
   */
  constructor(private readonly limits: Square) {}

  add(polygon: TinyPolygon, owner: Owner): void {
    const [x, y] = [Math.floor(polygon.x / CELL) * CELL, Math.floor(polygon.y / CELL) * CELL];
    const { least, most } = this.limits;
    if (Math.min(x, y) < least || Math.max(x, y) + CELL > most) return;
    const key = (x - least) * 2 ** 26 + (y - least);
    const heap = this.heaps.get(key);
    if (heap === undefined)
      this.heaps.set(key, { x, y, area: polygon.area, count: 1, largest: polygon, owner });
    else {
      heap.area += polygon.area;
      heap.count += 1;
      if (polygon.area > heap.largest.area) [heap.largest, heap.owner] = [polygon, owner];
    }
  }

  /** The squares by owner. */
  squares(): ReadonlyMap<Owner, Squares> {
    const byOwner = new Map<Owner, { readonly rings: GridPath[]; count: number }>();
    for (const heap of this.heaps.values()) {
      const { owner } = heap;
      const squares = byOwner.get(owner) ?? { rings: [], count: 0 };
      squares.rings.push(squareOf(heap));
      squares.count += heap.count;
      byOwner.set(owner, squares);
    }
    return byOwner;
  }
}

function squareOf({ x, y, area }: Pick<Heap<unknown>, 'x' | 'y' | 'area'>): GridPath {
  const side = Math.min(CELL, Math.max(1, Math.round(Math.sqrt(area / PARTS))));
  const margin = Math.floor((CELL - side) / 2);
  const [west, north] = [x + margin, y + margin];
  return [west, north, west + side, north, west + side, north + side, west, north + side];
}
