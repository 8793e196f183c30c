import { type Geometry, type Position, type Rings } from '../../geojson/geojson.js';
import { isPosition } from '../../geojson/position.js';
import { type Box, turnsBetween } from '../../plane/box.js';
import { Extent } from '../../plane/extent.js';
import { isPlain } from '../drawing/planar-rings.js';
import { type TileGrid, boxOfGrid } from '../drawing/tile-grid.js';

/**
 * What of a geometry tiles inside the grid's tile and its buffer are drawn of: its positions there, exactly as they are,
 * and of those outside only what keeps the shape inside the same, as `snapPath` does. Paths that go across the antimeridian
 * are kept whole. May be of no positions.
 */
export function pieceOf(geometry: Geometry, grid: TileGrid): Geometry {
  return new Piece(boxOfGrid(grid)).of(geometry);
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
    if (!rings.every((ring) => outlineOf(ring).isPlain && ring[0]?.[0] === ring.at(-1)?.[0])) return rings;
    const [exterior = [], ...holes] = rings;
    const outline = this.path(exterior);
    if (!isFilled(outline)) return [];
    return holes.length === 0
      ? [outline]
      : [outline, ...holes.map((hole) => this.path(hole)).filter(isFilled)];
  }

  /** None of a path that is not near. */
  private path(path: readonly Position[]): readonly Position[] {
    const { isPlain, extent } = outlineOf(path);
    if (!isPlain) return path;
    const turns = this.turnsInto(extent);
    const [first] = path;
    if (turns.length === 0 || first === undefined) return [];
    if (this.isInside(extent)) return path;
    const shared = 2 ** (4 * turns.length) - 1;
    const kept: Position[] = [];
    let [keptX, keptSides, sides] = [first[0], 0, this.sidesOf(first, turns)];
    for (let index = 0; index < path.length; index += 1) {
      const position = path[index] ?? first;
      const next = path[index + 1];
      const nextSides = next === undefined ? 0 : this.sidesOf(next, turns);
      const isBeside = index > 0 && next !== undefined && isOneSide(keptSides & sides & nextSides, shared);
      if (!isBeside || Math.abs(next[0] - keptX) > LONGEST_EDGE) {
        kept.push(position);
        keptX = position[0];
        keptSides = sides;
      }
      sides = nextSides;
    }
    return kept;
  }

  /** Beyond which sides of the box a position is: four bits for each turn that it is moved by. */
  private sidesOf([longitude, latitude]: Position, turns: readonly number[]): number {
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

  /** By how much what has an extent is to be moved, in whole turns, to where it may be near. */
  private turnsInto(extent: Box): readonly number[] {
    return turnsBetween(extent, this.box).map((turn) => 0 - turn);
  }
}

interface Outline {
  readonly isPlain: boolean;
  readonly extent: Box;
}

/** Of paths that were looked at: most come to several pieces. */
const outlines = new WeakMap<readonly Position[], Outline>();

function outlineOf(path: readonly Position[]): Outline {
  const known = outlines.get(path);
  if (known !== undefined) return known;
  const extent = new Extent();
  for (const [longitude, latitude] of path) extent.add(longitude, latitude);
  const outline: Outline = { isPlain: isPlain(path), extent };
  outlines.set(path, outline);
  return outline;
}

const isFilled = ({ length }: { readonly length: number }): boolean => length > 0;

/** Whether there is a side in each group of four bits. */
function isOneSide(sides: number, shared: number): boolean {
  for (let [rest, groups] = [sides, shared]; groups !== 0; rest >>= 4, groups >>= 4)
    if ((rest & 15) === 0) return false;
  return true;
}
