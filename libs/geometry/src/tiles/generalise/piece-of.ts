import { type Geometry, type Position, type Rings, isPosition } from '../../geojson/geojson.js';
import { type Box, turnsBetween } from '../../plane/box.js';
import { Extent } from '../../plane/extent.js';
import { hasWholeTurn, isPlain } from '../../plane/longitudes.js';
import { plainlySpelled } from '../../plane/spelling.js';
import { unwrapLine } from '../../plane/unwrap.js';
import { type TileGrid, boxOfGrid } from '../drawing/tile-grid.js';

/**
 * The part of a geometry that tiles inside the grid's tile and its buffer are drawn from. It has the positions there
 * exactly as they are, and of those outside only what keeps the shape inside the same, as `snapPath` does. Rings around
 * a pole or along the antimeridian are kept whole in their latitudes. The result may have no positions.
 */
export function pieceOf(geometry: Geometry, grid: TileGrid): Geometry {
  return new Piece(boxOfGrid(grid)).of(spelledPlainly(geometry));
}

/** A cache, because most geometries are cut into several pieces. */
const spellings = new WeakMap<Geometry, Geometry>();

function spelledPlainly(geometry: Geometry): Geometry {
  const known = spellings.get(geometry);
  if (known !== undefined) return known;
  const spelled = plainlySpelled(geometry);
  spellings.set(geometry, spelled);
  return spelled;
}

/** Degrees of longitude that a new edge has at most, so that it is not taken to go across the antimeridian. */
const LONGEST_EDGE = 90;

class Piece {
  constructor(private readonly box: Box) {}

  of(geometry: Geometry): Geometry {
    const { type } = geometry;
    switch (type) {
      case 'Point':
        return isPosition(geometry.coordinates) && this.turnsOf(geometry.coordinates).length === 0
          ? { type, coordinates: [] }
          : geometry;
      case 'MultiPoint':
        return { type, coordinates: geometry.coordinates.filter((one) => this.turnsOf(one).length > 0) };
      case 'LineString':
        return { type, coordinates: this.path(geometry.coordinates) };
      case 'MultiLineString':
        return { type, coordinates: geometry.coordinates.map((line) => this.path(line)).filter(isFilled) };
      case 'Polygon':
        return { type, coordinates: this.rings(geometry.coordinates) };
      case 'MultiPolygon':
        return { type, coordinates: geometry.coordinates.map((rings) => this.rings(rings)).filter(isFilled) };
      case 'GeometryCollection':
        return { type, geometries: geometry.geometries.map((member) => this.of(member)) };
    }
  }

  /** Rings are read together, so that they are cut together or not at all. */
  private rings(rings: Rings): Rings {
    const [exterior = [], ...holes] = rings;
    if (!rings.every((ring) => outlineOf(ring).isRing)) return this.isBeyond(exterior) ? [] : rings;
    const outline = this.path(exterior);
    if (!isFilled(outline)) return [];
    return holes.length === 0
      ? [outline]
      : [outline, ...holes.map((hole) => this.path(hole)).filter(isFilled)];
  }

  /** Whether the latitudes of a ring, with the pole that it may enclose, are elsewhere. */
  private isBeyond(ring: readonly Position[]): boolean {
    const { south, north } = outlineOf(ring).extent;
    return (south > this.box.north && south > 0) || (north < this.box.south && north < 0);
  }

  /** Empty for a path that is not near. Keeps the westernmost position, which decides the turns of the others. */
  private path(path: readonly Position[]): readonly Position[] {
    const { xs, extent, westernmost } = outlineOf(path);
    if (extent.east - extent.west > WIDEST) return path;
    const xOf = (index: number): number => xs?.[index] ?? path[index]?.[0] ?? 0;
    const turns = this.turnsInto(extent);
    const [first] = path;
    if (turns.length === 0 || first === undefined) return [];
    if (this.isInside(extent)) return path;
    const shared = 2 ** (4 * turns.length) - 1;
    const kept: Position[] = [];
    let [keptIndex, keptSides, sides] = [0, 0, this.sidesOf(xOf(0), first[1], turns)];
    for (let index = 0; index < path.length; index += 1) {
      const position = path[index] ?? first;
      const next = path[index + 1];
      const nextSides = next === undefined ? 0 : this.sidesOf(xOf(index + 1), next[1], turns);
      const isBeside = index > 0 && next !== undefined && isOneSide(keptSides & sides & nextSides, shared);
      if (
        !isBeside ||
        Math.abs(xOf(index + 1) - xOf(keptIndex)) > LONGEST_EDGE ||
        index === westernmost ||
        isWholeTurn(path[keptIndex], next)
      ) {
        kept.push(position);
        keptIndex = index;
        keptSides = sides;
      }
      sides = nextSides;
    }
    return kept;
  }

  /** Beyond which sides of the box a position is: four bits for each turn that it is moved by. */
  private sidesOf(longitude: number, latitude: number, turns: readonly number[]): number {
    const { west, south, east, north } = this.box;
    const across = latitude < south ? 4 : latitude > north ? 8 : 0;
    let sides = 0;
    for (const turn of turns) {
      const x = longitude + turn;
      sides = (sides << 4) | across | (x < west ? 1 : x > east ? 2 : 0);
    }
    return sides;
  }

  private isInside({ west, south, east, north }: Box): boolean {
    const { box } = this;
    return west >= box.west && east <= box.east && south >= box.south && north <= box.north;
  }

  private turnsOf(position: Position): readonly number[] {
    return this.turnsInto(new Extent().add(position[0], position[1]));
  }

  /** The whole turns, in degrees, by which an extent may come near. */
  private turnsInto(extent: Box): readonly number[] {
    return turnsBetween(extent, this.box).map((turn) => 0 - turn);
  }
}

/** In degrees. Wider shapes go around the globe more often than sides are recorded for. */
const WIDEST = 720;

interface Outline {
  /** The longitudes as they go on without jumps, where they are not those of the positions. */
  readonly xs?: Float64Array;
  readonly extent: Box;
  /** The index of such a position. */
  readonly westernmost: number;
  /** Whether it ends where it starts, read so: not around a pole. */
  readonly isRing: boolean;
}

/** A cache, because most paths are cut into several pieces. */
const outlines = new WeakMap<readonly Position[], Outline>();

function outlineOf(path: readonly Position[]): Outline {
  const known = outlines.get(path);
  if (known !== undefined) return known;
  const xs = isPlain(path) ? undefined : Float64Array.from(unwrapLine(path), ({ x }) => x);
  const extent = new Extent();
  let westernmost = 0;
  for (const [index, [longitude, latitude]] of path.entries()) {
    const x = xs?.[index] ?? longitude;
    if (x < extent.west) westernmost = index;
    extent.add(x, latitude);
  }
  const isClosed = xs === undefined ? path[0]?.[0] === path.at(-1)?.[0] : xs[0] === xs.at(-1);
  const isRing = isClosed && (xs === undefined || !hasWholeTurn(path));
  const outline = { ...(xs && { xs }), extent, westernmost, isRing };
  outlines.set(path, outline);
  return outline;
}

const isFilled = ({ length }: { readonly length: number }): boolean => length > 0;

/** Whether such a step goes around the globe depends on the other steps of a ring, so no new one is made. */
const isWholeTurn = ([from = 0]: readonly number[] = [], [to = 0]: readonly number[] = []): boolean =>
  Math.abs(to - from) === 360;

/** Whether there is a side in each group of four bits. */
function isOneSide(sides: number, shared: number): boolean {
  for (let [rest, groups] = [sides, shared]; groups !== 0; rest >>= 4, groups >>= 4)
    if ((rest & 15) === 0) return false;
  return true;
}
