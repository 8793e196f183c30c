import { createReadStream } from 'node:fs';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  FormatLimitExceeded,
  type FormatFile,
  UnreadableFile,
} from '@cairn/spaces';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { type Position, Projection, UnreadablePlace } from '../crs/projection.js';
import { WGS_84 } from '../crs/read-crs.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { decoded } from '../text/encoding.js';
import { typedValue } from '../xml/typed-value.js';
import { xmlEncoding } from '../xml/xml-encoding.js';
import { textIn, wholeElement, xmlEvents, type XmlElement, type XmlEvent } from '../xml/xml-events.js';

/** Waypoints, routes and tracks (https://www.topografix.com/GPX/1/1/). */
export class GpxFormat implements FeatureFormat {
  readonly name = 'gpx';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    return await describeItems(this.name, () => items(file), { choices, crs: WGS_84 });
  }

  read(file: FormatFile, choices: FileChoices): AsyncIterable<FileItem> {
    return withChoices(items(file), choices);
  }
}

const inDegrees = new Projection(WGS_84);

async function* items({ path }: FormatFile): AsyncGenerator<FileItem, void, undefined> {
  const events = xmlEvents(decoded(createReadStream(path), await xmlEncoding(path)));
  let isGpx = false;
  for (;;) {
    const next = await events.next();
    if (next.done === true) break;
    const { value } = next;
    if (value.kind !== 'open') continue;
    if (!isGpx) {
      if (value.name !== 'gpx')
        throw new UnreadableFile(`The file is no GPX: it begins with <${value.name}>.`);
      isGpx = true;
    } else if (value.name === 'wpt') yield waypoint(await wholeElement(value, events));
    else if (value.name === 'rte' || value.name === 'trk') yield await line(value, events);
  }
  if (!isGpx) throw new UnreadableFile('The file is no GPX: it is empty.');
}

/** The texts of a point, route or track that become properties. */
const TEXTS = ['name', 'cmt', 'desc', 'src', 'type', 'sym', 'time', 'fix'];
const NUMBERS = ['number', 'magvar', 'geoidheight', 'sat', 'hdop', 'vdop', 'pdop'];

function propertiesOf(element: XmlElement): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const name of TEXTS) {
    const text = textIn(element, name);
    if (text !== undefined) found.set(name, text);
  }
  for (const name of NUMBERS) {
    const value = Number(textIn(element, name) ?? Number.NaN);
    if (Number.isFinite(value)) found.set(name, value);
  }
  for (const [name, value] of extensionsOf(element)) if (!found.has(name)) found.set(name, value);
  const links = element.children.flatMap(({ name, attributes, text }) =>
    name === 'link' ? [attributes.get('href') ?? ''] : name === 'url' ? [text.trim()] : [],
  );
  const [link, ...others] = links.filter((each) => each !== '');
  if (link !== undefined) found.set('link', others.length > 0 ? [link, ...others] : link);
  return Object.fromEntries(found); // and not by assignment: a property may be named `__proto__`
}

/** Values in extensions: `name` of those that Cairn writes, and the names of other elements. */
function extensionsOf(element: XmlElement): readonly (readonly [string, unknown])[] {
  const leaves = (children: readonly XmlElement[]): readonly XmlElement[] =>
    children.flatMap((child) => (child.children.length === 0 ? [child] : leaves(child.children)));
  const extensions = element.children.filter(({ name }) => name === 'extensions');
  return extensions.flatMap(({ children }) =>
    leaves(children).flatMap(({ name, attributes, text }) => {
      const value = typedValue(text, attributes.get('type'));
      return value === undefined ? [] : [[attributes.get('name') ?? name, value] as const];
    }),
  );
}

function positionOf({ attributes, children }: Pick<XmlElement, 'attributes' | 'children'>): Position {
  const [lon, lat] = [attributes.get('lon'), attributes.get('lat')].map((text) =>
    text === undefined || text.trim() === '' ? Number.NaN : Number(text),
  );
  const height = children.find(({ name }) => name === 'ele')?.text.trim() ?? '';
  const coordinates = [lon ?? Number.NaN, lat ?? Number.NaN];
  return inDegrees.position(height === '' ? coordinates : [...coordinates, Number(height)]);
}

function waypoint(element: XmlElement): FileItem {
  const at = element.line;
  try {
    const geometry = { type: 'Point', coordinates: positionOf(element) };
    return {
      at,
      feature: { type: 'Feature', geometry, properties: { kind: 'waypoint', ...propertiesOf(element) } },
    };
  } catch (error) {
    return faultOf(error, at);
  }
}

/**
 * A track or a route. Points are read one by one: a track of a day has 100,000. A segment of one point is no line, and is
 * left out beside others.
 */
async function line(
  start: Extract<XmlEvent, { kind: 'open' }>,
  events: AsyncIterator<XmlEvent>,
): Promise<FileItem> {
  const at = start.line;
  const about: XmlElement = { ...start, children: [], text: '' };
  const segments: Segment[] = start.name === 'rte' ? [{ positions: [], times: [] }] : [];
  let fault: FileItem | undefined;
  let count = 0;
  for (;;) {
    const next = await events.next();
    if (next.done === true || (next.value.kind === 'close' && next.value.name === start.name)) break;
    const { value } = next;
    if (value.kind === 'close') continue;
    if (value.name === 'trkseg') segments.push({ positions: [], times: [] });
    else if (value.name === 'trkpt' || value.name === 'rtept') {
      if (++count > READING_LIMITS.positions)
        throw new FormatLimitExceeded('positions in one track', READING_LIMITS.positions);
      const point = await wholeElement(value, events);
      try {
        const segment = segments[segments.length - 1];
        segment?.positions.push(positionOf(point));
        segment?.times.push(textIn(point, 'time') ?? null);
      } catch (error) {
        fault ??= faultOf(error, point.line);
      }
    } else about.children.push(await wholeElement(value, events));
  }
  return fault ?? lineOf(segments, { at, kind: start.name === 'rte' ? 'route' : 'track', about });
}

interface Segment {
  readonly positions: Position[];
  readonly times: (string | null)[];
}

function lineOf(
  segments: readonly Segment[],
  { at, kind, about }: { readonly at: number; readonly kind: string; readonly about: XmlElement },
): FileItem {
  const lines = segments.filter(({ positions }) => positions.length > 1);
  if (lines.length === 0) return { at, reason: `is a ${kind} of fewer than two points` };
  const properties: Record<string, unknown> = { kind, ...propertiesOf(about) };
  const times = lines.flatMap(({ times: each }) => each.filter((time) => time !== null));
  if (times.length > 0) {
    properties['startTime'] = times[0];
    properties['endTime'] = times[times.length - 1];
  }
  const coordinates = lines.map(({ positions }) => positions);
  const geometry =
    coordinates.length === 1
      ? { type: 'LineString', coordinates: coordinates[0] }
      : { type: 'MultiLineString', coordinates };
  return { at, feature: { type: 'Feature', geometry, properties } };
}

function faultOf(error: unknown, at: number): FileItem {
  if (error instanceof UnreadablePlace) return { at, reason: `the position ${error.message}` };
  throw error;
}
