import type { Clustering, Hexbin, Quadbin } from '../clusters/clustering.js';
import { NAMESPACE } from '../features/content/stored-feature.js';
import type { FeatureSelection } from '../features/shaping/selection.js';
import type { MapDescription, MapField } from './describe-map.js';
import type { TileQuery } from './tile-query.js';

type Fields = readonly (readonly [name: string, type: MapField['type']])[];

/** The flat attributes of cells in vector tiles. */
function cellFieldsOf(clustering: Clustering): readonly MapField[] {
  const properties = clustering.kind === 'hexbin' ? hexFields(clustering) : quadFields(clustering);
  const fields = properties.map(([name, type]): MapField => ({ name: `properties.${name}`, type }));
  return [...fields, { name: 'id', type: 'string' }];
}

function hexFields({ geometry, property }: Hexbin): Fields {
  const other = geometry === 'centre' ? 'hexagon' : 'centroid';
  return [
    ...['kind', 'kind_detail', `${other}.type`, `${other}.coordinates`].map(asText),
    ...['resolution', 'level'].map(asNumber),
    ['pentagon', 'boolean'],
    ...(property === undefined ? ['aggregation.qty'] : summaryOf(property.name)).map(asNumber),
  ];
}

function quadFields({ property }: Quadbin): Fields {
  return [
    ...['qk', 'zxy', 'xyz'].map(asText),
    ...['count', 'total_count', 'equipartition_count'].map(asNumber),
    ['estimated', 'boolean'],
    ...(property === undefined ? [] : summaryOf(property.name)).map(asNumber),
  ];
}

const summaryOf = (name: string): readonly string[] =>
  ['qty', 'min', 'max', 'sum', 'avg', 'median'].map((figure) => `aggregation.${name}.${figure}`);

const asText = (name: string) => [name, 'string'] as const;
const asNumber = (name: string) => [name, 'number'] as const;

const kinds: Readonly<Record<MapField['type'], string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
};

/** The attributes of the layer in tiles of such a query, with their types as TileJSON names them. */
export function fieldTypesOf(
  { fields }: Pick<MapDescription, 'fields'>,
  { clustering, selection }: Pick<TileQuery, 'clustering' | 'selection'> = {},
): Readonly<Record<string, string>> {
  const shown = clustering === undefined ? [...fields, ...namespaceIn(selection)] : cellFieldsOf(clustering);
  const isShown = ({ name }: MapField): boolean => name === 'id' || isSelected(name, selection);
  return Object.fromEntries(shown.filter(isShown).map(({ name, type }) => [name, kinds[type]]));
}

/** The data that the service adds to features is an attribute only if it is selected by name. */
function namespaceIn(selection: FeatureSelection | undefined): readonly MapField[] {
  const isNamed = selection !== undefined && selection.paths !== 'all';
  return isNamed ? [{ name: NAMESPACE, type: 'string' }] : [];
}

/** Whether any part of the attribute is selected. Attributes of cells are named by their whole path. */
function isSelected(name: string, selection: FeatureSelection | undefined): boolean {
  if (selection === undefined || selection.paths === 'all') return true;
  const path = name.startsWith('properties.') ? `${name}.` : `properties.${name}.`;
  return selection.paths.map((steps) => `${steps.join('.')}.`).some((wanted) => path.startsWith(wanted) || wanted.startsWith(path)); // prettier-ignore
}

/** The attribution as HTML, in which form maps show it; empty if the space does not have one. */
export function attributionOf({ space: { settings } }: Pick<MapDescription, 'space'>): string {
  const { copyright = [], license } = settings;
  const labels = copyright.flatMap(({ label }) => (label === undefined ? [] : [label]));
  return [...labels, ...(license === undefined ? [] : [license])].map(escaped).join(', ');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
