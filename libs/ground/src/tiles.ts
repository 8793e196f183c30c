/** What a field of a feature holds. */
export interface GroundField {
  readonly name: string;
  readonly type: 'string' | 'number';
  readonly description: string;
}

/** A layer of the vector tiles: the `source-layer` of a style. */
export interface GroundTileLayer {
  readonly name: string;
  readonly geometry: 'polygon' | 'line' | 'point';
  readonly description: string;
  readonly fields: readonly GroundField[];
}

/** The zooms that `assets/ground.pmtiles` has tiles of. */
export const GROUND_ZOOMS = { min: 0, max: 7 } as const;

/** Must be shown on every map of these tiles: GeoNames' licence asks for it, as HTML, as MapLibre takes it. */
export const GROUND_ATTRIBUTION =
  '<a href="https://www.naturalearthdata.com/">Natural Earth</a>, <a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)';

/** The layers of `assets/ground.pmtiles`, from the ground up. */
export const GROUND_LAYERS: readonly GroundTileLayer[] = [
  { name: 'earth', geometry: 'polygon', description: 'Land', fields: [] },
  { name: 'lakes', geometry: 'polygon', description: 'Lakes and reservoirs', fields: [] },
  {
    name: 'rivers',
    geometry: 'line',
    description: 'Rivers',
    fields: [{ name: 'rank', type: 'number', description: 'From 0, the largest' }],
  },
  {
    name: 'borders',
    geometry: 'line',
    description: 'Borders of countries and of their first division',
    fields: [
      { name: 'level', type: 'number', description: '0 between countries, 1 within' },
      { name: 'disputed', type: 'number', description: '1 where states do not agree' },
    ],
  },
  {
    name: 'countries',
    geometry: 'point',
    description: 'Where the name of a country stands',
    fields: [
      { name: 'name', type: 'string', description: 'In English' },
      { name: 'iso', type: 'string', description: 'ISO 3166-1 alpha-2, where it has one' },
      { name: 'rank', type: 'number', description: 'The zoom from which there is room for it' },
    ],
  },
  {
    name: 'places',
    geometry: 'point',
    description: 'Cities and towns',
    fields: [
      { name: 'name', type: 'string', description: 'As people call it' },
      { name: 'population', type: 'number', description: 'How many people live there' },
      { name: 'rank', type: 'number', description: 'The zoom from which there is room for it' },
      { name: 'capital', type: 'number', description: '1 of a country, 2 of its first division' },
    ],
  },
];
