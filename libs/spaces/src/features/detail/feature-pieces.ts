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

/** Zooms of the tiles that geometries are cut by, each from the piece of the one before. */
const CUT_ZOOMS: readonly number[] = [2, 5, 8, 11];

/** Pieces of lower zooms are kept only where they are not cut again: their own tiles are drawn of copies. */
const LEAST_KEPT = 5;

/** What a piece has beyond each side of its tile, as a part of the width of that. */
const MARGIN = 1 / 16;
/** What a tile has to be inside of a piece, beyond its own margin: more than what is merged to a square, in units. */
const ROOM = 16;

/** An area of a tile with a margin, in units of its grid. */
export interface DrawnArea {
  readonly tile: Tile;
  readonly reach: number;
}

/** A tile that geometries are cut by. */
type Cell = Tile & { readonly scheme: 'web-mercator' };

/** A piece of a geometry: its part in a cell. */
export interface GeometryPiece {
  /** Greater for cells of higher zooms, and than any zoom. */
  readonly number: number;
  readonly geometry: Geometry;
}

const numberOf = ({ zoom, x, y }: Cell): number => firstNumberOf(zoom) + y * 2 ** zoom + x;

/** The cells of these zooms that an area lies in; none of a zoom where it is wider than them. */
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

/** The numbers of the pieces that an area may be drawn of, the smallest piece first. */
export const pieceNumbersFor = (area: DrawnArea): readonly number[] =>
  cellsAround(area).map(numberOf).toReversed();

/** What an area is drawn of: the same whether it is cut from the geometry or from one of the pieces for that area. */
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

/** The tiles of lower zooms show so much of a large geometry that they are drawn of all of it. */
const LEAST_CUT = 2;

/** The cell of the tile itself, unless the area is wider, or its zoom too low. */
const ownCell = (area: DrawnArea): readonly Cell[] =>
  area.tile.zoom < LEAST_CUT ? [] : cellsAround(area, [area.tile.zoom]);

/** What an area is drawn of, of a geometry that is generalised for its zoom. */
export function generalisedCutFor(area: DrawnArea, geometry: Geometry): Geometry {
  const [cell] = ownCell(area);
  return cell === undefined || positionCountOf(geometry) <= MAX_POSITIONS ? geometry : cut(geometry, cell);
}

/** How far beyond each side of a tile shapes are kept: as maps want them, and as XYZ Hub has them. */
const KEPT_REACHES: readonly number[] = [MAP_BUFFER, 0];

/** More than the number of any piece. */
const LEAST_SHAPES = 2 * firstNumberOf(Math.max(...CUT_ZOOMS) + 1);

const shapesNumberOf = (cell: Cell, reach: number): number =>
  LEAST_SHAPES * (1 + KEPT_REACHES.indexOf(reach)) + numberOf(cell);

export const areShapes = (number: number): boolean => number >= LEAST_SHAPES;

/** The number of the shapes that a geometry, generalised for its zoom, has in an area; none where they are not kept. */
export function shapesNumbersFor({ tile, reach }: DrawnArea): readonly number[] {
  const { scheme, zoom, x, y } = tile;
  return scheme === 'web-mercator' && KEPT_REACHES.includes(reach)
    ? [shapesNumberOf({ scheme, zoom, x, y }, reach)]
    : [];
}

/** What a geometry, generalised for its zoom, has in a tile. */
export interface GeometryShapes {
  /** Greater than that of any piece. */
  readonly number: number;
  readonly shapes: PackedShapes;
}

/**
 * So many positions may be drawn for the shapes of a geometry: some, and so many for each of its own. Each zoom of a
 * coastline draws a position in one tile, or two; edges all across a geometry are in all tiles, which take a second each.
 */
const SHAPED_OF_ANY = 100_000;
const SHAPED_OF_EACH = 4;

/** A geometry as it is generalised for a zoom. */
export interface GeneralisedGeometry extends SplitGeometry {
  readonly zoom: number;
}

/**
 * What the geometries that one is generalised to have in each tile of their zooms where they may be, from the lowest zoom
 * on. There are none for edges everywhere, but for a few tiles, nor for others once it is late.
 * @param positions Of the geometry itself.
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
 * For each position of a geometry, so many may be looked at and so many kept to cut it. A coastline needs 200 and 5: each
 * zoom looks at a position once for each cell of those below its piece, and keeps it in the few that it is near. A spiral
 * or a comb of 100,000 edges would need thousands.
 */
const MOST_LOOKED_AT = 250;
const MOST_KEPT = 8;

/** What is left for cutting one geometry, in positions. */
interface CuttingBudget {
  toLookAt: number;
  toKeep: number;
}

/** What is cut, the boxes of the whole geometry, and the positions of the smallest piece around that is kept. */
interface Uncut {
  readonly geometry: Geometry;
  readonly boxes: readonly BoundingBox[];
  readonly leastKept: number;
  readonly budget: CuttingBudget;
}

/**
 * Pieces of a geometry, by cells where it may be. There are none that are not at most half of a piece around them, and
 * not all of a geometry that has edges everywhere: an area that has no piece of its own is drawn of a larger one.
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
 * What a piece has at least of what it is cut from where cutting is no use, unless most of it is there: edges that go
 * across the cell, or a ring around a pole, are the same in all cells below.
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
