import { parseCapturedAt, parseDegrees, photoPosition } from '@cairn/image-structure';
import { SaxesParser } from 'saxes';
import type { Facts } from './facts.js';
import { detailsOfXmp } from './xmp-details.js';

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const DIGIKAM = 'http://www.digikam.org/ns/1.0/';
const EXIF = 'http://ns.adobe.com/exif/1.0/';
const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/';
const XMP = 'http://ns.adobe.com/xap/1.0/';
const LIGHTROOM = 'http://ns.adobe.com/lightroom/1.0/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

const KEYWORDS = `${DUBLIN_CORE}subject`;
/**
 * Properties with the path to each tag, and the separator of the path. Immich writes the properties of digiKam.
 * Keywords have no path: `AC/DC` is one tag.
 */
const TAG_PATHS = [
  { name: `${DIGIKAM}TagsList`, divider: '/' },
  { name: `${LIGHTROOM}hierarchicalSubject`, divider: '|' },
];
/** Properties with times, and the properties with their offsets from UTC. */
const TIMES = [
  { name: `${EXIF}DateTimeOriginal`, offset: `${EXIF}OffsetTimeOriginal` },
  { name: `${PHOTOSHOP}DateCreated` },
  { name: `${EXIF}DateTimeDigitized`, offset: `${EXIF}OffsetTimeDigitized` },
  { name: `${XMP}CreateDate` },
];

/**
 * Reads an XMP packet: tags, the time of capture, the position, and what is said of the photo. A property is an attribute of its description or an
 * element in it. Only the entities of XML itself are known, so that a packet can neither refer to files nor expand.
 * @throws {Error} if it is not well-formed.
 */
export function factsOfXmp(text: string): Facts {
  const values = valuesOf(text);
  const first = (name = ''): string | undefined => values.get(name)?.[0];
  const capturedAt = TIMES.map(({ name, offset }) => parseCapturedAt(first(name) ?? '', first(offset))).find(
    (time) => time !== undefined,
  );
  const degrees = (axis: 'latitude' | 'longitude', name: string): number | undefined =>
    parseDegrees(first(EXIF + name) ?? '', axis, first(`${EXIF}${name}Ref`));
  return {
    tags: tagsIn(values),
    ...(capturedAt !== undefined && { capturedAt }),
    position: photoPosition(degrees('latitude', 'GPSLatitude'), degrees('longitude', 'GPSLongitude')),
    ...detailsOfXmp(first),
  };
}

function tagsIn(values: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const keywords = values.get(KEYWORDS) ?? [];
  const last = (way: string, divider: string): string | undefined =>
    way
      .split(divider)
      .map((part) => part.trim())
      .findLast((part) => part !== '');
  const others = TAG_PATHS.flatMap(({ name, divider }) =>
    (values.get(name) ?? []).flatMap((way) => (keywords.includes(way) ? [] : (last(way, divider) ?? []))),
  );
  return [...new Set([...keywords, ...others])];
}

/** The texts of each property, by namespace and name. */
function valuesOf(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    if (value.trim() !== '') values.set(name, [...(values.get(name) ?? []), value.trim()]);
  };
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  let written = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    open.push(uri + local);
    written = '';
    if (uri + local !== `${RDF}Description`) return;
    for (const attribute of Object.values(attributes)) add(attribute.uri + attribute.local, attribute.value);
  });
  parser.on('text', (part) => (written += part));
  parser.on('cdata', (part) => (written += part));
  parser.on('closetag', () => {
    const name = open.pop() ?? '';
    // An item of a list belongs to the property around the list.
    const property = name === `${RDF}li` ? open.at(-2) : name;
    if (property !== undefined) add(property, written);
    written = '';
  });
  parser.write(text).close();
  return values;
}
