import type { LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** The layer of hexagons, which is looked at for how many features are under the pointer. */
export const CELL_LAYER = 'cells';

/** How many features are in a hexagon of each colour of the palette; between them colours go over, by the logarithm. */
export const CELL_COUNTS = [1, 10, 100, 1_000];

const COUNT = 'properties.aggregation.qty';

/** Hexagons, the stronger the more is in them. */
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

/** How many features a rendered hexagon stands for. */
export function countOf(properties: Readonly<Record<string, unknown>>): number {
  return Number(properties[COUNT]);
}
