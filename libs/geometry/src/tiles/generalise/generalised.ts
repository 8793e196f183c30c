import { type Geometry, type Position, type Rings, isPosition } from '../../geojson/geojson.js';
import { asTheyAre, plainlySpelled } from '../../plane/spelling.js';
import { CELL, PARTS, type PlacedTinyPolygon, SMALLEST } from '../drawing/small-polygon-merger.js';
import type { SplitGeometry } from '../drawing/shaping.js';
import { addTo } from '../drawing/snap-path.js';
import { doubleAreaOf } from '../drawing/tile-polygon.js';
import { type Place, WorldGrid } from './world-grid.js';

/** Polygons too small for a shape, merged by the cells that tile drawing uses, with their total area. */
class Grains {
  private readonly cells = new Map<string, { readonly position: Position; area: number }>();

  constructor(private readonly grid: WorldGrid) {}

  /** @param area In square units of the grid. */
  add(first: Position, area: number): void {
    const place = this.grid.snapped(first);
    const key = `${Math.floor(place.x / CELL)} ${Math.floor(place.y / CELL)}`;
    const parts = Math.round(area * PARTS);
    const cell = this.cells.get(key);
    if (cell === undefined) this.cells.set(key, { position: this.grid.positionAt(place), area: parts });
    else cell.area += parts;
  }

  /** One for each cell, at the place of the first polygon. */
  all(): readonly PlacedTinyPolygon[] {
    return [...this.cells.values()];
  }
}

/**
 * The geometry as tiles of that zoom draw it: every position on the grid of 4096 units of the zoom, without what repeats
 * there and what lies on a straight way. Each position is moved by itself, so that shapes with a common border keep it.
 * Polygons that are too small for a shape become tiny polygons, merged by the cells of tiles; equally small holes are left
 * out. The rings may touch themselves. Draw them by the even-odd rule.
 */
export function generalised(geometry: Geometry, zoom: number): SplitGeometry {
  const grid = new WorldGrid(zoom);
  const tinyPolygons = new Grains(grid);
  const drawn = new Generalisation(grid, tinyPolygons).of(plainlySpelled(geometry));
  return { geometry: drawn, tinyPolygons: tinyPolygons.all() };
}

class Generalisation {
  constructor(
    private readonly grid: WorldGrid,
    private readonly tinyPolygons: Grains,
  ) {}

  of(geometry: Geometry): Geometry {
    const { type } = geometry;
    switch (type) {
      case 'Point':
        return isPosition(geometry.coordinates)
          ? { type, coordinates: this.snapped(geometry.coordinates) }
          : geometry;
      case 'MultiPoint':
        return { type, coordinates: this.points(geometry.coordinates) };
      case 'LineString':
        return { type, coordinates: this.path(geometry.coordinates) };
      case 'MultiLineString':
        return { type, coordinates: this.lines(geometry.coordinates) };
      case 'Polygon': {
        const [rings = []] = this.polygons([geometry.coordinates]);
        return { type, coordinates: rings };
      }
      case 'MultiPolygon':
        return { type, coordinates: this.polygons(geometry.coordinates) };
      case 'GeometryCollection':
        return { type, geometries: geometry.geometries.map((member) => this.of(member)) };
    }
  }

  private snapped(position: Position): Position {
    return this.grid.positionAt(this.grid.snapped(position));
  }

  private points(positions: readonly Position[]): readonly Position[] {
    const places = new Map<string, Place>();
    for (const position of positions) {
      const place = this.grid.snapped(position);
      places.set(`${place.x} ${place.y}`, place);
    }
    return [...places.values()].map((place) => this.grid.positionAt(place));
  }

  /** Omits lines that become points, except one. */
  private lines(lines: readonly (readonly Position[])[]): readonly (readonly Position[])[] {
    const paths = lines.map((line) => this.path(line));
    const long = paths.filter(([first, second, ...rest]) => rest.length > 0 || !areSame(first, second));
    return long.length > 0 ? long : paths.slice(0, 1);
  }

  /** A path with at least two positions, or with none. */
  private path(positions: readonly Position[]): readonly Position[] {
    const flat: number[] = [];
    for (const position of positions) {
      const { x, y } = this.grid.snapped(position);
      addTo(flat, x, y);
    }
    if (flat.length === 2) flat.push(...flat);
    const path: Position[] = [];
    for (let index = 0; index < flat.length; index += 2)
      path.push(this.grid.positionAt({ x: flat[index] ?? 0, y: flat[index + 1] ?? 0 }));
    // An edge whose middle vertex is gone may be wide.
    return asTheyAre(path);
  }

  private polygons(polygons: readonly Rings[]): readonly Rings[] {
    const kept: Rings[] = [];
    for (const [exterior = [], ...holes] of polygons) {
      const [first] = exterior;
      if (first === undefined) continue;
      const area = this.areaInCell(exterior);
      if (area !== undefined && this.isShapeless(exterior)) this.tinyPolygons.add(first, area);
      else
        kept.push(
          [exterior, ...holes.filter((hole) => !this.isTooSmall(hole))].map((ring) => this.path(ring)),
        );
    }
    return kept;
  }

  private isTooSmall(hole: readonly Position[]): boolean {
    return (this.areaInCell(hole) ?? SMALLEST) < SMALLEST;
  }

  /** In square units, of a ring that is no larger than a cell. */
  private areaInCell(ring: readonly Position[]): number | undefined {
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
    const exact: number[] = [];
    for (const position of ring) {
      const { x, y } = this.grid.exact(position);
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [north, south] = [Math.min(north, y), Math.max(south, y)];
      if (east - west > CELL || south - north > CELL) return undefined;
      exact.push(x, y);
    }
    return Math.abs(doubleAreaOf(exact)) / 2;
  }

  /** Whether tiles draw no shape of an exterior that is no larger than a cell. */
  private isShapeless(exterior: readonly Position[]): boolean {
    const snapped: number[] = [];
    for (const position of exterior) {
      const { x, y } = this.grid.snapped(position);
      snapped.push(x, y);
    }
    return Math.abs(doubleAreaOf(snapped)) / 2 < SMALLEST;
  }
}

const areSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];
