import type { FileFeature, FileGeometry } from '@cairn/spaces';
import { asItems } from '../features/plain-json.js';
import { valueTypeOf } from '../xml/typed-value.js';
import { namedValues, type Spool, textOf } from './spool.js';
import { xmlAttribute, xmlText } from './xml-text.js';

const TEXTS = ['name', 'description', 'address', 'phoneNumber'];

/** Placemarks with all properties. */
export async function* kmlText({ features }: Spool, title: string): AsyncGenerator<string, void, undefined> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:c="urn:cairn:kml">\n<Document><name>${xmlText(title)}</name>\n`;
  for await (const feature of features()) yield placemark(feature);
  yield '</Document>\n</kml>\n';
}

function placemark(feature: FileFeature): string {
  const values = namedValues(feature);
  const isElement = ([name, value]: readonly [string, unknown]): boolean =>
    TEXTS.includes(name) && typeof value === 'string' && value !== '' && value.trim() === value;
  const texts = values
    .filter(isElement)
    .map(([name, value]) => `<${name}>${xmlText(textOf(value))}</${name}>`);
  const data = values
    .filter((each) => !isElement(each))
    .map(([name, value]) => {
      const type = valueTypeOf(value);
      const typed = type === undefined ? '' : ` c:type="${type}"`;
      return `<Data name="${xmlAttribute(name)}"${typed}><value>${xmlText(textOf(value))}</value></Data>`;
    });
  const extended = data.length === 0 ? '' : `<ExtendedData>${data.join('')}</ExtendedData>`;
  return `<Placemark>${texts.join('')}${extended}${feature.geometry === null ? '' : shape(feature.geometry)}</Placemark>\n`;
}

function shape(geometry: FileGeometry): string {
  if ('geometries' in geometry) return multi(geometry.geometries.map(shape));
  const { type, coordinates } = geometry;
  const items = asItems(coordinates);
  switch (type) {
    case 'Point':
      return `<Point>${tuples([coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${tuples(items)}</LineString>`;
    case 'Polygon':
      return polygon(items);
    case 'MultiPolygon':
      return multi(items.map((each) => polygon(asItems(each))));
    default:
      return multi(items.map((each) => shape({ type: type.slice('Multi'.length), coordinates: each })));
  }
}

const multi = (parts: readonly string[]): string => `<MultiGeometry>${parts.join('')}</MultiGeometry>`;

function polygon(rings: readonly unknown[]): string {
  const boundaries = rings.map((ring, index) => {
    const name = index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
    return `<${name}><LinearRing>${tuples(asItems(ring))}</LinearRing></${name}>`;
  });
  return `<Polygon>${boundaries.join('')}</Polygon>`;
}

const tuples = (positions: readonly unknown[]): string =>
  `<coordinates>${positions.map((position) => asItems(position).slice(0, 3).join(',')).join(' ')}</coordinates>`;
