import type { FilePreview } from '@cairn/api-schema';
import type { Texts } from '../../../../i18n/en/texts.ts';

type Described = Pick<
  FilePreview,
  | 'format'
  | 'encoding'
  | 'separator'
  | 'decimal'
  | 'layers'
  | 'layer'
  | 'crs'
  | 'crsName'
  | 'accuracyInMeters'
  | 'place'
  | 'id'
  | 'count'
>;

/** Formats whose coordinates are always degrees, so that nobody has to be told. */
const IN_DEGREES: readonly string[] = ['geojson', 'topojson', 'gpx', 'kml'];
const DEGREES = 'EPSG:4326';

/** What was found in a file, in one sentence. */
export function fileSentence(found: Described, texts: Texts, number: (value: number) => string): string {
  const { dataFiles: words } = texts;
  const { format, encoding, separator, decimal, layer, layers = [], id, count } = found;
  const parts = [
    words.formats[format],
    encoding === undefined ? undefined : encodingName(encoding),
    separator && words.separators[separator],
    decimal && words.decimals[decimal],
    layer !== undefined && layers.length > 1
      ? words.inLayer[format === 'xlsx' ? 'sheet' : 'layer'](layer)
      : undefined,
    placesIn(found, texts),
    id === undefined ? undefined : words.idsFrom(id),
    count === undefined ? undefined : words.features(count, number(count)),
  ];
  return `${parts.filter((part) => part !== undefined).join(', ')}.`;
}

/** Where the places are, and in which system. */
function placesIn(found: Described, { dataFiles: words }: Texts): string | undefined {
  const { format, crs, crsName = crs ?? '', accuracyInMeters, place } = found;
  if (place?.kind === 'none') return words.noPlaces;
  if (crs === null) return words.unknownSystem;
  if (crs === DEGREES && place === undefined && IN_DEGREES.includes(format)) return undefined;
  const system =
    crs === DEGREES ? words.inDegrees : words.inSystem(crsName === crs ? crs : `${crsName} (${crs})`);
  const exactness = accuracyInMeters === undefined ? '' : ` (${words.accuracy(String(accuracyInMeters))})`;
  return `${system}${exactness}${place === undefined ? '' : ` ${columnsOf(place, words)}`}`;
}

function columnsOf(
  place: NonNullable<FilePreview['place']>,
  { fromColumn, fromColumns }: Texts['dataFiles'],
): string {
  if (place.kind === 'none') return '';
  return place.kind === 'coordinates' ? fromColumns(place.x, place.y) : fromColumn(place.column);
}

/** `Windows-1252` for `windows-1252`, and `UTF-8` for `utf-8`. */
export function encodingName(label: string): string {
  if (label.startsWith('windows-')) return `W${label.slice(1)}`;
  if (label === 'utf-16le' || label === 'utf-16be') return `UTF-16 ${label.slice(-2).toUpperCase()}`;
  return label.toUpperCase();
}
