import { type CellGrid, type Grid, tileOfQuadkey } from '@cairn/geometry';
import { FEATURE_SEPARATOR } from '../features/content/stored-feature.js';
import type { FeatureChunk } from '../features/feature-store.js';
import type { CellNumbers, FeatureCell } from '../features/analytics/cell-query.js';
import type { ClusteredProperty, Clustering, Hexbin, Quadbin } from './clustering.js';

/** How cells become features. */
interface CellShape<C extends Clustering = Clustering> {
  readonly clustering: C;
  readonly grid: CellGrid;
  readonly gridOf: Grid;
  /** The zoom of the map. */
  readonly level: number;
  /** How many features the space has. */
  readonly total: number;
}

/** The number of cells in a chunk: about 50 KiB of text, which takes some milliseconds. */
const CELLS_AT_ONCE = 100;

/** The cells as features of GeoJSON. */
export async function* cellChunks(
  cells: readonly FeatureCell[],
  shape: CellShape,
): AsyncGenerator<FeatureChunk, void, undefined> {
  const { clustering } = shape;
  const feature =
    clustering.kind === 'hexbin'
      ? (cell: FeatureCell) => hexFeature(cell, { ...shape, clustering })
      : (cell: FeatureCell) => quadFeature(cell, { ...shape, clustering });
  for (let start = 0; start < cells.length; start += CELLS_AT_ONCE) {
    const features = cells.slice(start, start + CELLS_AT_ONCE).map(feature);
    const text = features.map((shown) => JSON.stringify(shown)).join(FEATURE_SEPARATOR);
    yield { text, count: features.length, last: features.at(-1)?.id ?? '' };
  }
}

interface CellFeature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: object;
  readonly properties: object;
}

function hexFeature(
  { cell, count, numbers }: FeatureCell,
  { clustering, grid, gridOf, level }: CellShape<Hexbin>,
): CellFeature {
  const centre = { type: 'Point', coordinates: grid.centreOf(cell) };
  const outline = grid.outlineOf(cell);
  const isPoint = clustering.geometry === 'centre';
  return {
    type: 'Feature',
    id: cell,
    geometry: isPoint ? centre : outline,
    properties: {
      kind: 'H3',
      kind_detail: cell,
      resolution: gridOf.kind === 'hexbin' ? gridOf.resolution : 0,
      level,
      pentagon: grid.isPentagon(cell),
      ...(isPoint ? { hexagon: outline } : { centroid: centre }),
      aggregation: aggregationOf(count, numbers, clustering.property),
    },
  };
}

function quadFeature(
  { cell, count, numbers }: FeatureCell,
  { clustering, grid, total }: CellShape<Quadbin>,
): CellFeature {
  const { zoom, x, y } = tileOfQuadkey(cell);
  const zxy = `${zoom}_${x}_${y}`;
  return {
    type: 'Feature',
    id: zxy,
    geometry: grid.outlineOf(cell),
    properties: {
      count: clustering.count === 'any' ? 1 : count,
      qk: cell,
      zxy,
      xyz: `${x}_${y}_${zoom}`,
      estimated: false,
      total_count: total,
      equipartition_count: Math.floor(total / 4 ** zoom),
      ...(clustering.property && { aggregation: aggregationOf(count, numbers, clustering.property) }),
    },
  };
}

function aggregationOf(
  count: number,
  numbers: CellNumbers | undefined,
  property: ClusteredProperty | undefined,
): object {
  if (numbers === undefined || property === undefined) return { qty: count };
  const { count: qty, min, max, sum, median } = numbers;
  return { [property.name]: qty === 0 ? { qty } : { qty, min, max, sum, avg: sum / qty, median } };
}
