import { type BoundingBox, type Place, quadkeyOf, tileBbox } from '@cairn/geometry';
import { type CellQuery } from '../features/analytics/cell-query.js';
import { ClusteredFeatures } from './clustered-features.js';
import {
  mercatorDown,
  ROLLUP_LAYERS,
  type RollupCount,
  rollupTile,
  type RollupDetail,
} from '../features/writing/rollup-layers.js';

/** A range of tiles of a layer, including both ends. */
export interface TileRange {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** How to count by cells with stored counts. */
export interface RollupPlan {
  readonly layer: number;
  /** The counts that the layer belongs to. */
  readonly detail: RollupDetail;
  /** Every feature that is placed in these tiles counts. */
  readonly ranges: readonly TileRange[];
  /** Boxes at the edges of the window that may have more features to count; each with west ≤ east. */
  readonly rest: readonly BoundingBox[];
  /** The cell of a part. */
  readonly cellOf: (part: Pick<RollupCount, 'x' | 'y' | 'hex'>) => string;
  /** Whether a place is in one of the ranges. */
  readonly isCounted: (place: Place) => boolean;
}

/** A fraction of a tile's width. A coordinate this close to the outside of a window counts as on its edge. */
const TOLERANCE = 1e-9;
const WORLD: BoundingBox = [-180, -90, 180, 90];

/** `undefined` if no stored counts help. */
export function rollupPlan(query: CellQuery): RollupPlan | undefined {
  const { grid, part, window } = query;
  if (!ClusteredFeatures.isByPlace(query) || part !== undefined) return undefined;
  const layer = ROLLUP_LAYERS.findIndex(({ zoom, resolution }) =>
    grid.kind === 'hexbin' ? resolution === grid.resolution : zoom >= grid.zoom,
  );
  const { zoom, detail } = ROLLUP_LAYERS[layer] ?? {};
  if (zoom === undefined || detail === undefined) return undefined;
  const boxes = window?.boxes ?? [WORLD];
  const ranges = boxes.map((box) => rangeOf(box, zoom));
  if (ranges.some(({ west, east, north, south }) => west > east || north > south)) return undefined;
  return {
    layer,
    detail,
    ranges,
    rest: window === undefined ? [] : boxes.flatMap((box, index) => restOf(box, ranges[index], zoom)),
    cellOf: ({ x, y, hex }) => (grid.kind === 'hexbin' ? hex : quadkeyAbove(x, y, zoom).slice(0, grid.zoom)),
    isCounted: (place) => {
      const [x, y] = rollupTile(place, zoom);
      return ranges.some(
        (range) => x >= range.west && x <= range.east && y >= range.north && y <= range.south,
      );
    },
  };
}

/** The tiles that are wholly in the box. */
function rangeOf([west, south, east, north]: BoundingBox, zoom: number): TileRange {
  const size = 2 ** zoom;
  const first = (part: number): number => Math.ceil(part * size - TOLERANCE);
  const last = (part: number): number => Math.floor(part * size + TOLERANCE) - 1;
  return {
    west: first((west + 180) / 360),
    east: last((east + 180) / 360),
    north: north >= 90 ? -1 : Math.max(0, first(mercatorDown(north))),
    south: south <= -90 ? size : Math.min(size - 1, last(mercatorDown(south))),
  };
}

/** The strips of the box outside the tiles, with their edges. */
function restOf(
  [west, south, east, north]: BoundingBox,
  range: TileRange | undefined,
  zoom: number,
): readonly BoundingBox[] {
  if (range === undefined) return [];
  const size = 2 ** zoom;
  const tile = (x: number, y: number) => tileBbox({ scheme: 'web-mercator', zoom, x, y });
  const [left, , , top] = tile(range.west, Math.max(0, range.north));
  const [, bottom, right] = tile(range.east, Math.min(size - 1, range.south));
  const strips: BoundingBox[] = [
    [west, south, left, north],
    [right, south, east, north],
    ...(range.north < 0 ? [] : [[west, top, east, north] as const]),
    ...(range.south >= size ? [] : [[west, south, east, bottom] as const]),
  ];
  return strips.map(widened);
}

/** Puts the sides in order, and widens the box a little against rounding. */
const widened = ([west, south, east, north]: BoundingBox): BoundingBox => [
  Math.max(-180, Math.min(west, east) - TOLERANCE),
  Math.max(-90, Math.min(south, north) - TOLERANCE),
  Math.min(180, Math.max(west, east) + TOLERANCE),
  Math.min(90, Math.max(south, north) + TOLERANCE),
];

/** What is north or south of the map belongs to the tile at its edge. */
function quadkeyAbove(x: number, y: number, zoom: number): string {
  return quadkeyOf({ scheme: 'web-mercator', zoom, x, y: Math.max(0, Math.min(2 ** zoom - 1, y)) });
}
