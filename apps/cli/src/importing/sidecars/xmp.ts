import { SaxesParser } from 'saxes';
import { positionOf, type Facts } from './facts.js';

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const DIGIKAM = 'http://www.digikam.org/ns/1.0/';
const EXIF = 'http://ns.adobe.com/exif/1.0/';
const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/';
const XMP = 'http://ns.adobe.com/xap/1.0/';
const LIGHTROOM = 'http://ns.adobe.com/lightroom/1.0/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Properties with a list of tags. Those of digiKam, which Immich writes, have the whole way to a tag. */
const TAGS = [`${DUBLIN_CORE}subject`, `${DIGIKAM}TagsList`, `${LIGHTROOM}hierarchicalSubject`];
const TIMES = [`${EXIF}DateTimeOriginal`, `${PHOTOSHOP}DateCreated`, `${XMP}CreateDate`];

/**
 * Reads an XMP packet: tags, the time of capture and the position. A property is an attribute of its description or an
 * element in it. No entity but those of XML itself is known, so that a packet cannot name files or grow.
 * @throws {Error} if it is not well-formed.
 */
export function factsOfXmp(text: string): Facts {
  const values = valuesOf(text);
  const first = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => values.get(name) ?? [])[0];
  const tags = TAGS.flatMap((name) => values.get(name) ?? []).flatMap(
    (tag) => tag.split(/[/|]/).at(-1) ?? [],
  );
  const [latitude, longitude] = ['GPSLatitude', 'GPSLongitude'].map((name) => degrees(first([EXIF + name])));
  const time = first(TIMES);
  return {
    tags: [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))],
    ...(time !== undefined && /^\d{4}-\d\d-\d\dT/.test(time) && { capturedAt: time }),
    position: positionOf(latitude, longitude),
  };
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

/** Degrees as XMP writes them, `52,27.5814N` or `52,27,34N`, or as a decimal number. */
function degrees(text: string | undefined): number | undefined {
  const [, whole = '', minutes = '0', seconds = '0', side = ''] =
    /^(-?\d{1,3}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])?$/.exec(text ?? '') ??
    [];
  if (whole === '') return undefined;
  const value = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return side === 'S' || side === 'W' ? -value : value;
}
