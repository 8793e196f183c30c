import type { MapField } from '../tiles/describe-map.js';
import type { Clustering, Hexbin, Quadbin } from './clustering.js';

type Fields = readonly (readonly [name: string, type: MapField['type']])[];

/** The flat attributes of cells in vector tiles. */
export function cellFieldsOf(clustering: Clustering): readonly MapField[] {
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
