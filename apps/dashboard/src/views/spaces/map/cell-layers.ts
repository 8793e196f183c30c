import type { LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** The layer of hexagons, queried for the count under the pointer. */
export const CELL_LAYER = 'cells';

/**
 * The feature counts at which a hexagon has each colour of the palette. Colours between them are interpolated
 * logarithmically.
 */
export const CELL_COUNTS = [1, 10, 100, 1_000];

const COUNT = 'properties.aggregation.qty';

/** Layers of hexagons. The colour is stronger the more features a hexagon has. */
export function cellLayers(spaceId: string, { cells, halo }: Palette): readonly LayerSpecification[] {
  const from = { source: 'cells', 'source-layer': spaceId };
  const stops = CELL_COUNTS.flatMap((count, index) => [Math.log10(count), cells[index]]);
  const color = ['interpolate', ['linear'], ['log10', ['max', 1, ['get', COUNT]]], ...stops] as never;
  return [
    {
      id: CELL_LAYER,
      type: 'fill',
      ...from,
      filter: ['has', COUNT] as never,
      paint: { 'fill-color': color, 'fill-opacity': 0.82, 'fill-outline-color': halo },
    },
  ];
}

/** The number of features in a rendered hexagon. */
export function countOf(properties: Readonly<Record<string, unknown>>): number {
  return Number(properties[COUNT]);
}
