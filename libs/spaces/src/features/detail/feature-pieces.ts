import {
  type BoundingBox,
  boundingBoxesOf,
  boxesIntersect,
  firstNumberOf,
  type Geometry,
  type SplitGeometry,
  pieceOf,
  packedShapes,
  type PackedShapes,
  positionCountIn,
  positionCountOf,
  splitBbox,
  type Tile,
  tileBbox,
  tileShapesOf,
} from '@cairn/geometry';
import { MAP_BUFFER, TILE_EXTENT } from './tile-grid.js';

/** Geometries with more positions are cut. */
export const MAX_POSITIONS = 5_000;

/** Zooms of the tiles that geometries are cut by. Each zoom is cut from the pieces of the one before. */
const CUT_ZOOMS: readonly number[] = [2, 5, 8, 11];

/**
 * Pieces of lower zooms are kept only if they are not cut again, because tiles of these zooms are drawn from copies.
 */
const LEAST_KEPT = 5;

/** How far a piece reaches beyond each side of its tile, as a fraction of the tile's width. */
const MARGIN = 1 / 16;
/** How far inside a piece a tile with its own margin must be, in units: more than the side of a merged square. */
const ROOM = 16;

/** An area of a tile with a margin, in units of its grid. */
export interface DrawnArea {
  readonly tile: Tile;
  readonly reach: number;
}

/** A tile that geometries are cut by. */
type Cell = Tile & { readonly scheme: 'web-mercator' };

/** The part of a geometry in a cell. */
export interface GeometryPiece {
  /** Greater for cells of higher zooms, and greater than any zoom. */
  readonly number: number;
  readonly geometry: Geometry;
}

const numberOf = ({ zoom, x, y }: Cell): number => firstNumberOf(zoom) + y * 2 ** zoom + x;

/** The cells of these zooms that contain an area. Zooms whose cells are too small for it are left out. */
function cellsAround({ tile: { scheme, zoom, x, y }, reach }: DrawnArea, zooms = CUT_ZOOMS): readonly Cell[] {
  if (scheme !== 'web-mercator') return [];
  const fitting = zooms.filter(
    (one) => one <= zoom && reach + ROOM <= MARGIN * TILE_EXTENT * 2 ** (zoom - one),
  );
  return fitting.map((one) => {
    const tiles = 2 ** (zoom - one);
    return { scheme, zoom: one, x: Math.floor(x / tiles), y: Math.floor(y / tiles) };
  });
}

/** The numbers of the pieces that an area may be drawn from, the smallest piece first. */
export const pieceNumbersFor = (area: DrawnArea): readonly number[] =>
  cellsAround(area).map(numberOf).toReversed();

/**
 * What an area is drawn from. The result is the same for the geometry and for any of its pieces that contain the area.
 */
export function cutFor(
  area: DrawnArea,
  { geometry, number = -1 }: Partial<GeometryPiece> & { readonly geometry: Geometry },
): Geometry {
  let piece = geometry;
  for (const cell of cellsAround(area))
    if (numberOf(cell) > number && positionCountOf(piece) > MAX_POSITIONS) piece = cut(piece, cell);
  return piece;
}

const cut = (geometry: Geometry, tile: Cell): Geometry =>
  pieceOf(geometry, { tile, extent: TILE_EXTENT, buffer: MARGIN * TILE_EXTENT });

const WORLD: Cell = { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 };

/** Tiles of lower zooms show so much of a large geometry that they are drawn from all of it. */
const LEAST_CUT = 2;

/** The cell of the tile itself. None if the area is wider, or the zoom too low. */
const ownCell = (area: DrawnArea): readonly Cell[] =>
  area.tile.zoom < LEAST_CUT ? [] : cellsAround(area, [area.tile.zoom]);

/** What an area is drawn from, given a geometry that is generalised for its zoom. */
export function generalisedCutFor(area: DrawnArea, geometry: Geometry): Geometry {
  const [cell] = ownCell(area);
  return cell === undefined || positionCountOf(geometry) <= MAX_POSITIONS ? geometry : cut(geometry, cell);
}

/** How far beyond each side of a tile shapes are kept: the buffer that maps want, and that of XYZ Hub. */
const KEPT_REACHES: readonly number[] = [MAP_BUFFER, 0];

/** Greater than the number of any piece. */
const LEAST_SHAPES = 2 * firstNumberOf(Math.max(...CUT_ZOOMS) + 1);

const shapesNumberOf = (cell: Cell, reach: number): number =>
  LEAST_SHAPES * (1 + KEPT_REACHES.indexOf(reach)) + numberOf(cell);

export const areShapes = (number: number): boolean => number >= LEAST_SHAPES;

/** The numbers of the shapes that a generalised geometry has in an area; none if no shapes are kept for it. */
export function shapesNumbersFor({ tile, reach }: DrawnArea): readonly number[] {
  const { scheme, zoom, x, y } = tile;
  return scheme === 'web-mercator' && KEPT_REACHES.includes(reach)
    ? [shapesNumberOf({ scheme, zoom, x, y }, reach)]
    : [];
}

/** The shapes of a generalised geometry in a tile. */
export interface GeometryShapes {
  /** Greater than the number of any piece. */
  readonly number: number;
  readonly shapes: PackedShapes;
}

/**
 * Maximum positions that are drawn for the shapes of a geometry: a fixed number, and this many for each of its own
 * positions. At each zoom, a position of a coastline is drawn in one tile or two. Edges all across a geometry are in
 * all tiles, which take a second each.
 */
const SHAPED_OF_ANY = 100_000;
const SHAPED_OF_EACH = 4;

/** A geometry as it is generalised for a zoom. */
export interface GeneralisedGeometry extends SplitGeometry {
  readonly zoom: number;
}

/**
 * The shapes of a geometry in each tile where it may be, for each zoom that it is generalised for, from the lowest zoom
 * on. Ends early if edges are everywhere, or once it is late.
 * @param positions Number of positions of the geometry itself.
 */
export function* generalisedShapesOf(
  zooms: readonly GeneralisedGeometry[],
  positions: number,
  isLate: () => boolean,
): Generator<GeometryShapes & { readonly whole: GeneralisedGeometry }, void> {
  let toDraw = SHAPED_OF_ANY + SHAPED_OF_EACH * positions;
  for (const whole of zooms)
    for (const tile of cellsWithin(WORLD, { zoom: whole.zoom, boxes: boundingBoxesOf(whole.geometry) })) {
      const piece = generalisedCutFor({ tile, reach: Math.max(...KEPT_REACHES) }, whole.geometry);
      toDraw -= positionCountOf(piece);
      if (toDraw < 0 || isLate()) return;
      for (const one of shapesIn(tile, { ...whole, geometry: piece })) yield { ...one, whole };
    }
}

function* shapesIn(tile: Cell, piece: SplitGeometry): Generator<GeometryShapes, void> {
  for (const reach of KEPT_REACHES) {
    const shapes = tileShapesOf(piece, { tile, extent: TILE_EXTENT, buffer: reach });
    yield { number: shapesNumberOf(tile, reach), shapes: packedShapes(shapes) };
  }
}

/**
 * Limits for cutting a geometry: how many positions may be looked at, and how many kept, for each of its own positions.
 * A coastline needs 200 and 5: each zoom looks at a position once for each cell below its piece, and keeps it in the
 * few cells that it is near. A spiral or a comb of 100,000 edges would need thousands.
 */
const MOST_LOOKED_AT = 250;
const MOST_KEPT = 8;

/** The remaining budget for cutting one geometry, in positions. */
interface CuttingBudget {
  toLookAt: number;
  toKeep: number;
}

/**
 * A geometry to cut, the boxes of the whole geometry, and the number of positions of the smallest kept piece around it.
 */
interface Uncut {
  readonly geometry: Geometry;
  readonly boxes: readonly BoundingBox[];
  readonly leastKept: number;
  readonly budget: CuttingBudget;
}

/**
 * The pieces of a geometry, by the cells where it may be. A piece is kept only if it has at most half of the positions
 * of the kept piece around it. Geometries with edges everywhere do not get all pieces. An area without a piece of its
 * own is drawn from a larger one.
 */
export function* piecesOf(geometry: Geometry): Generator<GeometryPiece, void> {
  const positions = positionCountOf(geometry);
  const budget = { toLookAt: MOST_LOOKED_AT * positions, toKeep: MOST_KEPT * positions };
  yield* piecesBelow(WORLD, { geometry, boxes: boundingBoxesOf(geometry), leastKept: positions, budget });
}

function* piecesBelow(
  above: Cell,
  { geometry, boxes, leastKept, budget }: Uncut,
): Generator<GeometryPiece, void> {
  const zoom = CUT_ZOOMS.find((one) => one > above.zoom);
  const positions = positionCountOf(geometry);
  if (zoom === undefined || positions <= MAX_POSITIONS) return;
  for (const cell of cellsWithin(above, { zoom, boxes })) {
    budget.toLookAt -= positions;
    if (budget.toLookAt < 0) return;
    const piece = cut(geometry, cell);
    const left = positionCountOf(piece);
    if (left > LITTLE_CUT * positions && positionCountIn(piece, tileBbox(cell, MARGIN)) < left / 2) continue;
    const isKept = left <= leastKept / 2 && (zoom >= LEAST_KEPT || left <= MAX_POSITIONS);
    if (isKept) {
      budget.toKeep -= left;
      if (budget.toKeep < 0) return;
      yield { number: numberOf(cell), geometry: piece };
    }
    yield* piecesBelow(cell, { geometry: piece, boxes, leastKept: isKept ? left : leastKept, budget });
  }
}

/**
 * If a piece has more than this fraction of the positions that it is cut from, cutting is no use, unless most of the
 * positions are in the cell: edges across the cell, or a ring around a pole, are the same in all cells below.
 */
const LITTLE_CUT = 0.9;

/** The cells of a zoom in another cell that touch the boxes. */
function* cellsWithin(
  above: Cell,
  { zoom, boxes }: { readonly zoom: number; readonly boxes: readonly BoundingBox[] },
): Generator<Cell, void> {
  const tiles = 2 ** (zoom - above.zoom);
  for (let index = 0; index < tiles * tiles; index += 1) {
    const cell: Cell = {
      scheme: 'web-mercator',
      zoom,
      x: above.x * tiles + (index % tiles),
      y: above.y * tiles + Math.floor(index / tiles),
    };
    if (boxesIntersect(splitBbox(tileBbox(cell, MARGIN)), boxes)) yield cell;
  }
}
