import { type BoundingBox } from '../../geojson/bounding-box.js';
import { boundingBoxesOf } from '../../boxes/bounding-boxes-of.js';
import { type Geometry } from '../../geojson/geojson.js';
import { type TileFeature, type TileGeometry, type TileProperties } from '../mvt/tile-layer.js';
import { squareOf } from './clip-path.js';
import { CELL, SmallPolygonMerger, type PlacedTinyPolygon } from './small-polygon-merger.js';
import { Shaping, type TileShapes } from './shaping.js';
import { type GridPath } from './snap-path.js';
import { squaresBeside } from './squares-beside.js';
import { GridProjection, type TileGrid } from './tile-grid.js';

export interface MapFeature {
  /** A whole number from 0 to 2^53 - 1. */
  readonly id?: number;
  readonly geometry: Geometry;
  /** The polygons of the feature that are too small for a shape, if they are not in the geometry. */
  readonly tinyPolygons?: readonly PlacedTinyPolygon[] | undefined;
  readonly properties: TileProperties;
  /** The result of `tileShapesOf` for the geometry, if known. Then only the type of the geometry matters. */
  readonly shapes?: TileShapes | undefined;
  /** The boxes of the whole feature, if the geometry is a piece of it; by default those of the geometry. */
  readonly boxes?: readonly BoundingBox[] | undefined;
  /** Of features of one size, the one with the lower rank is kept first. Default: 0. */
  readonly rank?: number | undefined;
}

/** A feature that may be in the tile. */
interface Drawn {
  readonly feature: Omit<MapFeature, 'geometry' | 'tinyPolygons' | 'shapes' | 'boxes'>;
  /** The width and height of its whole box on the grid, in whole units. */
  readonly size: number;
  readonly order: number;
  /** Absent if all of it is too small for a shape. */
  shapes?: TileShapes;
}

const NONE: readonly PlacedTinyPolygon[] = [];

/** Large ones first, then low ranks, then earlier ones. */
const byImportance = (one: Drawn, other: Drawn): number =>
  other.size - one.size || (one.feature.rank ?? 0) - (other.feature.rank ?? 0) || one.order - other.order;

/**
 * Draws features in a tile and its buffer, and keeps the most important: those with the largest boxes, then those with
 * the lowest ranks. Neighbouring tiles agree on the order, and on where shapes meet, also across the antimeridian.
 *
 * Polygons are valid by the even-odd rule. Polygons that are too small for a shape are merged to squares of their area.
 * A square belongs to the largest of its polygons, unless that one is drawn there itself. Holes of this size are left
 * out, and lines shorter than a unit. A polygon that is narrower than one unit and longer than 8 is drawn a unit wide
 * if it would vanish.
 *
 * Holds what it draws of twice as many features as it keeps, and of one feature for each square.
 */
export class TileDrawing {
  private readonly shaping: Shaping;
  private readonly dust: SmallPolygonMerger<Drawn>;
  /** The projection of the first tile of the level, so that sizes are the same in all of its tiles. */
  private readonly projection: GridProjection;
  private readonly candidates: Drawn[] = [];
  /** The least important feature kept, after some were dropped. */
  private last: Drawn | undefined;
  private added = 0;
  private dropped = 0;

  constructor(
    grid: TileGrid,
    private readonly maxFeatures = Infinity,
  ) {
    this.shaping = new Shaping(grid);
    this.dust = new SmallPolygonMerger(squareOf(grid));
    this.projection = new GridProjection({ ...grid, tile: { ...grid.tile, x: 0, y: 0 } });
  }

  add({ geometry, tinyPolygons = NONE, shapes: known, boxes, ...feature }: MapFeature): void {
    const drawn: Drawn = { feature, size: this.sizeOf(geometry, boxes), order: this.added };
    this.added += 1;
    const isOut = this.last !== undefined && byImportance(drawn, this.last) > 0;
    if (isOut && !mayBeTooSmall(geometry, drawn)) {
      this.dropped += 1;
      return;
    }
    const shapes = known ?? this.shaping.shapesOf({ geometry, tinyPolygons });
    for (const grain of shapes.tinyPolygons) this.dust.add(grain, drawn);
    if (shapes.points.length + shapes.lines.length + shapes.polygons.length === 0) return;
    drawn.shapes = shapes;
    this.candidates.push(drawn);
    if (this.candidates.length >= 2 * this.maxFeatures) this.prune();
  }

  /**
   * The features in the tile, the most important first, and the number of features that were left out. A feature whose
   * geometry is a collection comes up to three times, for its points, lines and polygons.
   */
  finish(): { readonly features: readonly TileFeature[]; readonly omitted: number } {
    const squares = this.dust.squares();
    const all = [...new Set([...this.candidates, ...squares.keys()])].sort(byImportance);
    const kept = all.slice(0, this.maxFeatures);
    let omitted = this.dropped;
    for (const left of all.slice(this.maxFeatures)) omitted += squares.get(left)?.count ?? 1;
    const features: TileFeature[] = [];
    for (const drawn of kept) addFeatures(features, drawn, squares.get(drawn)?.rings ?? []);
    return { features, omitted };
  }

  private prune(): void {
    this.candidates.sort(byImportance);
    const out = this.candidates.splice(this.maxFeatures);
    this.dropped += out.length;
    this.last = this.candidates.at(-1);
  }

  private sizeOf(geometry: Geometry, boxes = boundingBoxesOf(geometry)): number {
    if (geometry.type === 'Point') return 0;
    let [width, north, south] = [0, Infinity, -Infinity];
    for (const [west, least, east, most] of boxes) {
      width += this.projection.exactX(east) - this.projection.exactX(west);
      north = Math.min(north, this.projection.exactY(most));
      south = Math.max(south, this.projection.exactY(least));
    }
    return Math.round(width + Math.max(0, south - north));
  }
}

const mayBeTooSmall = (geometry: Geometry, { size }: Drawn): boolean =>
  geometry.type === 'MultiPolygon' || (geometry.type === 'Polygon' && size <= 2 * CELL + 1);

function addFeatures(
  features: TileFeature[],
  { feature, shapes }: Drawn,
  squares: readonly GridPath[],
): void {
  const { id, properties } = feature;
  const add = (type: TileGeometry['type'], paths: readonly GridPath[]): void => {
    if (paths.length === 0) return;
    const geometry = { type, paths };
    features.push(id === undefined ? { geometry, properties } : { id, geometry, properties });
  };
  const { points = [], lines = [], polygons = [] } = shapes ?? {};
  if (points.length > 0) add('point', [points]);
  add('line', lines);
  add('polygon', squares.length === 0 ? polygons : [...polygons, ...squaresBeside(squares, polygons)]);
}
