import type { FileGeometry, FileItem } from '@cairn/spaces';
import { type Position, Projection, UnreadablePlace } from '../crs/projection.js';
import { WGS_84 } from '../crs/read-crs.js';
import { typedValue } from '../xml/typed-value.js';
import { childOf, textIn, type XmlElement } from '../xml/xml-events.js';

const inDegrees = new Projection(WGS_84);

/** A placemark as a feature, or why it is none. `folders` are those that it is in, the outermost first. */
export function placemark(element: XmlElement, folders: readonly string[]): FileItem {
  const at = element.line;
  try {
    const geometry = element.children.map(geometryOf).find((found) => found !== undefined) ?? null;
    const id = element.attributes.get('id');
    return {
      at,
      feature: {
        type: 'Feature',
        ...(id !== undefined && id !== '' && { id }),
        geometry,
        properties: propertiesOf(element, folders),
      },
    };
  } catch (error) {
    if (error instanceof UnreadablePlace) return { at, reason: error.message };
    throw error;
  }
}

const TEXTS = ['name', 'description', 'address', 'phoneNumber'];

function propertiesOf(element: XmlElement, folders: readonly string[]): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const name of TEXTS) {
    const text = textIn(element, name);
    if (text !== undefined) found.set(name, text);
  }
  if (folders.length > 0) found.set('folder', folders.join('/'));
  for (const [name, value] of timesOf(element)) found.set(name, value);
  for (const data of childOf(element, 'ExtendedData')?.children ?? [])
    for (const [name, value] of dataOf(data)) if (!found.has(name)) found.set(name, value);
  return Object.fromEntries(found);
}

function timesOf(element: XmlElement): readonly (readonly [string, string])[] {
  const [stamp, span] = [childOf(element, 'TimeStamp'), childOf(element, 'TimeSpan')];
  const texts = [
    ['time', stamp && textIn(stamp, 'when')],
    ['startTime', span && textIn(span, 'begin')],
    ['endTime', span && textIn(span, 'end')],
  ] as const;
  return texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

function dataOf(element: XmlElement): readonly (readonly [string, unknown])[] {
  const name = element.attributes.get('name');
  if (element.name === 'SchemaData') return element.children.flatMap(dataOf);
  if (name === undefined) return [];
  const text = (element.name === 'Data' ? childOf(element, 'value') : element)?.text ?? '';
  const value = typedValue(text, element.attributes.get('type'));
  return value === undefined ? [] : [[name, value]];
}

function geometryOf(element: XmlElement): FileGeometry | undefined {
  switch (element.name) {
    case 'Point': {
      const [coordinates] = positionsOf(element);
      return coordinates && { type: 'Point', coordinates };
    }
    case 'LineString':
    case 'LinearRing':
      return { type: 'LineString', coordinates: positionsOf(element) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: ringsOf(element) };
    case 'Track':
      return lineOrPoint(trackOf(element));
    case 'MultiTrack':
      return { type: 'MultiLineString', coordinates: element.children.filter(isTrack).map(trackOf) };
    case 'MultiGeometry':
      return multi(element.children.flatMap((child) => geometryOf(child) ?? []));
    default:
      return undefined;
  }
}

const isTrack = ({ name }: XmlElement): boolean => name === 'Track';

const lineOrPoint = (positions: readonly Position[]): FileGeometry =>
  positions.length === 1
    ? { type: 'Point', coordinates: positions[0] }
    : { type: 'LineString', coordinates: positions };

function ringsOf({ children }: XmlElement): readonly (readonly Position[])[] {
  const boundaries = ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((name) =>
    children.filter((child) => child.name === name),
  );
  return boundaries.flatMap(({ children: rings }) => rings.map(positionsOf)).map(closed);
}

/** Some writers leave out the last position, which is the first one. */
function closed(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring[ring.length - 1]];
  return first === undefined || String(first) === String(last) ? ring : [...ring, first];
}

const SINGLE = ['Point', 'LineString', 'Polygon'];

function multi(geometries: readonly FileGeometry[]): FileGeometry | undefined {
  const [first, ...others] = geometries;
  if (first === undefined || others.length === 0) return first;
  const isSame = geometries.every(({ type }) => type === first.type) && SINGLE.includes(first.type);
  if (!isSame) return { type: 'GeometryCollection', geometries };
  return {
    type: `Multi${first.type}`,
    coordinates: geometries.map((each) => ('coordinates' in each ? each.coordinates : [])),
  };
}

function positionsOf(element: XmlElement): readonly Position[] {
  const text = childOf(element, 'coordinates')?.text.trim() ?? '';
  if (text === '') return [];
  // Some writers put spaces behind commas.
  return text.split(/\s+/).map((tuple) => inDegrees.position(tuple.split(',').map(numberOf)));
}

function trackOf({ children }: XmlElement): readonly Position[] {
  return children.flatMap(({ name, text }) =>
    name === 'coord' && text.trim() !== ''
      ? [inDegrees.position(text.trim().split(/\s+/).map(numberOf))]
      : [],
  );
}

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));
