import type { GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

/** The file lies beside this program, wherever that is served. */
const ownAddress = import.meta.url;

/** The source `world`, with land and borders. */
export const WORLD: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: new URL(WORLD_FILE, ownAddress).href,
};

/** Land and borders, below all other layers. */
export function baseLayers({ water, land, border }: Palette): readonly LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': water } },
    {
      id: 'land',
      type: 'fill',
      source: 'world',
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'fill-color': land },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'world',
      filter: ['==', ['get', 'kind'], 'border'],
      paint: { 'line-color': border, 'line-width': 0.8 },
    },
  ];
}
