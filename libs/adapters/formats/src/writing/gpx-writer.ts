import type { FileFeature, FileGeometry } from '@cairn/spaces';
import { asItems, isMembers } from '../features/plain-json.js';
import { namedValues, type Spool, textOf } from './spool.js';
import { valueTypeOf } from '../xml/typed-value.js';
import { xmlAttribute, xmlText } from './xml-text.js';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1">\n';
/** In the order that the schema wants. */
const TEXTS = ['time', 'name', 'cmt', 'desc', 'src', 'sym', 'type'];
/** What the reader says by itself. */
const KINDS = { wpt: 'waypoint', trk: 'track' } as const;
const OF_POINTS = new Set(['time', 'sym']);

/**
 * Points as waypoints, lines as tracks, and the rings of areas as tracks, because GPX has no areas. Waypoints come first, by
 * the schema; features without a geometry have no place in it.
 */
export async function* gpxText({ features }: Spool): AsyncGenerator<string, void, undefined> {
  yield HEAD;
  for await (const feature of features()) yield waypoints(feature);
  for await (const feature of features()) yield track(feature);
  yield '</gpx>\n';
}

function waypoints(feature: FileFeature): string {
  return partsOf(feature.geometry)
    .flatMap(({ type, coordinates }) =>
      type === 'Point' ? [coordinates] : type === 'MultiPoint' ? asItems(coordinates) : [],
    )
    .map((position) => element('wpt', position, about(feature, 'wpt')))
    .join('');
}

function track(feature: FileFeature): string {
  const lines = partsOf(feature.geometry).flatMap(({ type, coordinates }) => {
    if (type === 'LineString') return [asItems(coordinates)];
    if (type === 'MultiLineString' || type === 'Polygon') return asItems(coordinates).map(asItems);
    return type === 'MultiPolygon'
      ? asItems(coordinates).flatMap((polygon) => asItems(polygon).map(asItems))
      : [];
  });
  if (lines.length === 0) return '';
  const times = timesOf(feature.properties, lines.length === 1 ? lines[0]?.length : undefined);
  const segments = lines.map((line) => {
    const points = line.map((position, index) => element('trkpt', position, timeText(times[index])));
    return `<trkseg>${points.join('')}</trkseg>`;
  });
  return `<trk>${about(feature, 'trk')}${segments.join('')}</trk>\n`;
}

/** A time for each position of a line, as a list of that length in `times`, or as `togeojson` gives them. */
function timesOf(
  { times, coordinateProperties }: FileFeature['properties'],
  length: number | undefined,
): readonly unknown[] {
  const ofCoordinates = isMembers(coordinateProperties) ? coordinateProperties['times'] : undefined;
  const found = [times, ofCoordinates].map(asItems).find((items) => items.length === length);
  return found ?? [];
}

const timeText = (time: unknown): string =>
  typeof time === 'string' && TIME.test(time) ? `<time>${time}</time>` : '';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** The parts of a geometry that are no collection. */
function partsOf(geometry: FileGeometry | null): readonly Exclude<FileGeometry, { geometries: unknown }>[] {
  if (geometry === null) return [];
  return 'geometries' in geometry ? geometry.geometries.flatMap(partsOf) : [geometry];
}

function element(name: string, position: unknown, inner: string): string {
  const [longitude, latitude, height] = asItems(position).map(Number);
  const ele = height === undefined ? '' : `<ele>${height}</ele>`;
  const end = name === 'wpt' ? '\n' : '';
  return `<${name} lat="${latitude}" lon="${longitude}">${ele}${inner}</${name}>${end}`;
}

/** Other properties are extensions: elements of one name, because names of properties may be no names of XML. */
function about(feature: FileFeature, of: 'wpt' | 'trk'): string {
  const known = TEXTS.filter((name) => of === 'wpt' || !OF_POINTS.has(name));
  const values = namedValues(feature).filter(([name, value]) => name !== 'kind' || value !== KINDS[of]);
  const isElement = ([name, value]: readonly [string, unknown]): boolean =>
    known.includes(name) && typeof value === 'string' && value !== '' && value.trim() === value;
  // In the order of the schema.
  const texts = known.flatMap((name) =>
    values
      .filter((each) => each[0] === name && isElement(each))
      .map(([, value]) => `<${name}>${xmlText(textOf(value))}</${name}>`),
  );
  const others = values.filter((each) => !isElement(each));
  const extensions = others.map(([name, value]) => {
    const type = valueTypeOf(value);
    const typed = type === undefined ? '' : ` type="${type}"`;
    return `<c:property name="${xmlAttribute(name)}"${typed}>${xmlText(textOf(value))}</c:property>`;
  });
  return `${texts.join('')}${extensions.length === 0 ? '' : `<extensions xmlns:c="urn:cairn:gpx">${extensions.join('')}</extensions>`}`;
}
