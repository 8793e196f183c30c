import {
  type BoundingBox,
  boundingBoxesOf,
  boxesIntersect,
  firstNumberOf,
  type Geometry,
  pieceOf,
  positionCountOf,
  splitBbox,
  type Tile,
  tileBbox,
} from '@cairn/geometry';

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
/** A tile is so wide. */
const EXTENT = 4_096;

/** An area of a tile and so much around it, in units of its grid. */
export interface DrawnArea {
  readonly tile: Tile;
  readonly reach: number;
}

/** A tile of `CUT_ZOOMS`. */
type Cell = Tile & { readonly scheme: 'web-mercator' };

/** A piece of a geometry: what of it is in a cell. */
export interface GeometryPiece {
  /** Greater for cells of higher zooms, and than any zoom. */
  readonly number: number;
  readonly geometry: Geometry;
}

const numberOf = ({ zoom, x, y }: Cell): number => firstNumberOf(zoom) + y * 2 ** zoom + x;

/** The cells that an area lies in, the largest first; none where it is wider than all of them. */
function cellsAround({ tile: { scheme, zoom, x, y }, reach }: DrawnArea): readonly Cell[] {
  if (scheme !== 'web-mercator') return [];
  const fitting = CUT_ZOOMS.filter(
    (one) => one <= zoom && reach + ROOM <= MARGIN * EXTENT * 2 ** (zoom - one),
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
  pieceOf(geometry, { tile, extent: EXTENT, buffer: MARGIN * EXTENT });

const WORLD: Cell = { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 };

/** All pieces of a geometry, by cells where it may be. */
export function* piecesOf(geometry: Geometry): Generator<GeometryPiece, void> {
  yield* piecesBelow(WORLD, { geometry, boxes: boundingBoxesOf(geometry) });
}

function* piecesBelow(
  above: Cell,
  { geometry, boxes }: { readonly geometry: Geometry; readonly boxes: readonly BoundingBox[] },
): Generator<GeometryPiece, void> {
  const zoom = CUT_ZOOMS.find((one) => one > above.zoom);
  if (zoom === undefined || positionCountOf(geometry) <= MAX_POSITIONS) return;
  const tiles = 2 ** (zoom - above.zoom);
  for (let index = 0; index < tiles * tiles; index += 1) {
    const cell: Cell = {
      ...{ scheme: 'web-mercator', zoom },
      x: above.x * tiles + (index % tiles),
      y: above.y * tiles + Math.floor(index / tiles),
    };
    if (!boxesIntersect(splitBbox(tileBbox(cell, MARGIN)), boxes)) continue;
    const piece = cut(geometry, cell);
    const isCut = positionCountOf(piece) > MAX_POSITIONS;
    if (zoom >= LEAST_KEPT || !isCut) yield { number: numberOf(cell), geometry: piece };

    yield* piecesBelow(cell, { geometry: piece, boxes });
  }
}
