import { flatten } from '../../geojson/flatten.js';
import { type Geometry, type Position, type Rings, isPosition } from '../../geojson/geojson.js';
import { type Box, turnsBetween } from '../../plane/box.js';
import { Extent } from '../../plane/extent.js';
import { turnsInto, isPlain } from '../../plane/longitudes.js';
import { clipLine, clipRing, type Square, squareOf } from './clip-path.js';
import { CELL, type TinyPolygon, PARTS, type PlacedTinyPolygon, SMALLEST } from './small-polygon-merger.js';
import { widened } from './sliver.js';
import { addTo, type GridPath, type Longitudes, snapPath } from './snap-path.js';
import { boxOfGrid, GridProjection, type TileGrid } from './tile-grid.js';
import { doubleAreaOf, tilePolygons } from './tile-polygon.js';
import { planarParts } from '../../plane/paths.js';
import { isPlainPolygon } from '../../plane/spelling.js';
import type { Vertex } from '../../plane/vertex.js';

/** A geometry without the polygons that are too small for a shape, and those polygons. Plain data. */
export interface SplitGeometry {
  readonly geometry: Geometry;
  readonly tinyPolygons: readonly PlacedTinyPolygon[];
}

/** The part of a geometry in a tile and its buffer, on the tile's grid. Plain data. */
export interface TileShapes {
  /** x and y in turns. */
  readonly points: GridPath;
  readonly lines: readonly GridPath[];
  /** Rings, each exterior before its holes. */
  readonly polygons: readonly GridPath[];
  /** Polygons too small for a shape. */
  readonly tinyPolygons: readonly TinyPolygon[];
}

interface Shapes extends TileShapes {
  readonly points: number[];
  readonly lines: GridPath[];
  readonly polygons: GridPath[];
  readonly tinyPolygons: TinyPolygon[];
}

/** Does the part of the drawing of `TileDrawing` that does not depend on other features. */
export const tileShapesOf = (drawn: SplitGeometry, grid: TileGrid): TileShapes =>
  new Shaping(grid).shapesOf(drawn);

/** Maximum turns of a shape around the globe. A shape of random positions would make hundreds, and take as long. */
const MOST_TURNS = 4;

/** Draws geometries on the grid of a tile. */
export class Shaping {
  private readonly projection: GridProjection;
  private readonly box: Box;
  private readonly square: Square;
  /** The tile with a tile on each side. */
  private readonly near: Square;
  private readonly isMercator: boolean;

  constructor(grid: TileGrid) {
    this.projection = new GridProjection(grid);
    this.box = boxOfGrid(grid);
    this.square = squareOf(grid);
    this.near = squareOf({ extent: grid.extent, buffer: grid.extent });
    this.isMercator = grid.tile.scheme === 'web-mercator';
  }

  shapesOf({ geometry, tinyPolygons }: SplitGeometry): TileShapes {
    const shapes: Shapes = { points: [], lines: [], polygons: [], tinyPolygons: [] };
    for (const polygon of tinyPolygons) this.drawTinyPolygon(polygon, shapes);
    for (const part of flatten(geometry)) {
      switch (part.type) {
        case 'Point':
          if (isPosition(part.coordinates)) this.drawPoints([part.coordinates], shapes);
          break;
        case 'MultiPoint':
          this.drawPoints(part.coordinates, shapes);
          break;
        case 'LineString':
          this.drawLine(part.coordinates, shapes);
          break;
        case 'MultiLineString':
          for (const line of part.coordinates) this.drawLine(line, shapes);
          break;
        case 'Polygon':
          this.drawPolygon(part.coordinates, shapes);
          break;
        case 'MultiPolygon':
          for (const rings of part.coordinates) this.drawPolygon(rings, shapes);
      }
    }
    return shapes;
  }

  private drawPoints(positions: readonly Position[], { points }: Shapes): void {
    for (const position of positions) this.addPlaces(points, position);
  }

  private drawTinyPolygon({ position, area }: PlacedTinyPolygon, { tinyPolygons }: Shapes): void {
    // Units of HERE's map are as high as wide in degrees.
    const part = this.isMercator ? 1 : Math.cos((position[1] * Math.PI) / 180);
    const places: number[] = [];
    this.addPlaces(places, position);
    for (let index = 0; index < places.length; index += 2)
      tinyPolygons.push({ x: places[index] ?? 0, y: places[index + 1] ?? 0, area: Math.round(area * part) });
  }

  /** Appends where a position is in the tile and its buffer. */
  private addPlaces(places: number[], [longitude, latitude]: Position): void {
    const { least, most } = this.square;
    const west = longitude + turnsInto(longitude, this.box.west);
    for (let turned = west; turned <= this.box.east; turned += 360) {
      const x = this.projection.x(turned);
      const y = this.projection.y(latitude);
      if (Math.min(x, y) >= least && Math.max(x, y) <= most) places.push(x, y);
    }
  }

  private drawLine(positions: readonly Position[], { lines }: Shapes): void {
    const [line] = planarRings('LineString', [positions]);
    if (line === undefined) return;
    for (const turn of this.turnsOf(extentOf(line)))
      for (const part of clipLine(this.snap(line, turn), this.square)) lines.push(part);
  }

  private drawPolygon(rings: Rings, { polygons, tinyPolygons }: Shapes): void {
    const paths = planarRings('Polygon', rings);
    const [exterior, ...holes] = paths;
    if (exterior === undefined) return;
    const drawn = [exterior, ...holes.filter((hole) => !this.isTooSmall(hole))];
    const extent = extentOf(exterior);
    const isSmall = this.isSmall(extent);
    for (const turn of this.turnsOf(extent)) {
      const snapped = drawn.map((path) => this.snap(path, turn));
      if (isSmall && isShapeless(snapped)) {
        const [x = 0, y = 0] = snapped[0] ?? [];
        const { least, most } = this.square;
        if (Math.min(x, y) >= least && Math.max(x, y) <= most)
          tinyPolygons.push({ x, y, area: Math.round(this.areaOf(exterior) * PARTS) });
        continue;
      }
      const found = this.polygonsOf(snapped);
      const isGone = found.length === 0 && !isSmall && this.isSliver(exterior, snapped);
      for (const ring of isGone ? this.polygonsOf([this.widened(exterior, turn)]) : found)
        polygons.push(ring);
    }
  }

  /** Whether nothing of a polygon is left on the grid, in any tile, although its area is that of a shape. */
  private isSliver(exterior: Longitudes, snapped: readonly GridPath[]): boolean {
    if (tilePolygons(snapped).length > 0) return false;
    const area = this.areaOf(exterior);
    const whole = this.wholeOf(exterior, 0);
    return area >= SMALLEST && 2 * area <= lengthOf(whole) && tilePolygons([whole]).length === 0;
  }

  private widened(exterior: Longitudes, turn: number): GridPath {
    return widened(this.wholeOf(exterior, turn));
  }

  /** A path on the grid, including what is beside the tile. */
  private wholeOf(path: Longitudes, turn: number): GridPath {
    const snapped: number[] = [];
    for (let index = 0; index < path.length; index += 1)
      addTo(snapped, this.projection.x(path.x(index) + turn), this.projection.y(path.y(index)));
    return snapped;
  }

  private polygonsOf(snapped: readonly GridPath[]): readonly GridPath[] {
    const { square, near } = this;
    const cutTo = (to: Square): readonly GridPath[] => snapped.map((path) => clipRing(path, to));
    return tilePolygons(cutTo(square), near.most < square.most ? () => cutTo(near) : undefined);
  }

  private snap(path: Longitudes, turn: number): GridPath {
    return snapPath(path, { projection: this.projection, box: this.box, turn });
  }

  /** The whole turns, in degrees, by which an extent may lie in the tile. */
  private turnsOf(extent: Box): readonly number[] {
    return turnsBetween(extent, this.box)
      .map((turn) => 0 - turn)
      .filter((turn) => Math.abs(turn) <= MOST_TURNS * 360);
  }

  /** Whether it is no larger than a cell. */
  private isSmall({ west, south, east, north }: Box): boolean {
    const { projection } = this;
    return (
      projection.exactX(east) - projection.exactX(west) <= CELL &&
      projection.exactY(south) - projection.exactY(north) <= CELL
    );
  }

  private isTooSmall(hole: Longitudes): boolean {
    return this.isSmall(extentOf(hole)) && this.areaOf(hole) < SMALLEST;
  }

  private areaOf(path: Longitudes): number {
    const exact: number[] = [];
    for (let index = 0; index < path.length; index += 1)
      exact.push(this.projection.exactX(path.x(index)), this.projection.exactY(path.y(index)));
    return Math.abs(doubleAreaOf(exact)) / 2;
  }
}

/**
 * The length of a path. The outline of a narrow polygon is twice as long as the polygon, so the area divided by half of
 * the outline is the mean width.
 */
function lengthOf(path: GridPath): number {
  let length = 0;
  for (let index = 2; index < path.length; index += 2)
    length += Math.hypot(
      (path[index] ?? 0) - (path[index - 2] ?? 0),
      (path[index + 1] ?? 0) - (path[index - 1] ?? 0),
    );
  return length;
}

const isShapeless = (rings: readonly GridPath[]): boolean =>
  tilePolygons(rings).reduce((sum, ring) => sum + doubleAreaOf(ring), 0) / 2 < SMALLEST;

function extentOf(path: Longitudes): Box {
  const extent = new Extent();
  for (let index = 0; index < path.length; index += 1) extent.add(path.x(index), path.y(index));
  return extent;
}

/** The rings of a polygon, or a line as one, as paths without jumps; positions are read in place where they have none. */
function planarRings(type: 'LineString' | 'Polygon', rings: Rings): readonly Longitudes[] {
  if (type === 'LineString' ? rings.every(isPlain) : isPlainPolygon(rings)) return rings.map(ofPositions);
  const [part] =
    type === 'Polygon'
      ? planarParts({ type, coordinates: rings })
      : planarParts({ type, coordinates: rings[0] ?? [] });
  if (part?.kind === 'polygon') return part.rings.map(ofVertices);
  return part?.kind === 'line' ? [ofVertices(part.path)] : [];
}

const ofPositions = (positions: readonly Position[]): Longitudes => ({
  length: positions.length,
  x: (index) => positions[index]?.[0] ?? 0,
  y: (index) => positions[index]?.[1] ?? 0,
});

const ofVertices = (vertices: readonly Vertex[]): Longitudes => ({
  length: vertices.length,
  x: (index) => vertices[index]?.x ?? 0,
  y: (index) => vertices[index]?.y ?? 0,
});
