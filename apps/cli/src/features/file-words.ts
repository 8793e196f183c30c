import type { FileImportReport, FilePreview } from '@cairn/api-schema';
import type { Cell } from '../program/output.js';
import { shown } from '../program/shown.js';

type Content = Omit<FilePreview, 'type' | 'features' | 'faults'>;

const FORMATS: Readonly<Record<Content['format'], string>> = {
  geojson: 'GeoJSON',
  csv: 'CSV',
  xlsx: 'XLSX',
  gpx: 'GPX',
  kml: 'KML',
  shapefile: 'Shapefile',
  gpkg: 'GeoPackage',
  fgb: 'FlatGeobuf',
  topojson: 'TopoJSON',
};

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** What was found of a file, in one line. */
export function foundIn(content: Content): string {
  const { format, encoding, separator, decimal, layer, layers = [], count } = content;
  return [
    FORMATS[format],
    ...(encoding === undefined ? [] : [encoding]),
    ...(separator === undefined ? [] : [SEPARATORS[separator] ?? separator]),
    ...(decimal === ',' ? ['decimal commas'] : []),
    ...(layer === undefined ? [] : [`the layer ${shown(layer)} of ${layers.length}`]),
    ...(count === undefined ? [] : [featuresOf(count)]),
    placeIn(content),
  ].join(', ');
}

export const featuresOf = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'feature' : 'features'}`;

function placeIn({ place, crs, crsName, accuracyInMeters }: Content): string {
  if (place?.kind === 'none') return 'without columns of place';
  const system =
    crs === null
      ? 'a reference system that has to be named with --crs'
      : crsName === undefined
        ? crs
        : `${crsName} (${crs})`;
  const accuracy = accuracyInMeters === undefined ? '' : `, exact to ${accuracyInMeters} m`;
  return `coordinates in ${shown(system)}${columnsOf(place)}${accuracy}`;
}

function columnsOf(place: Content['place']): string {
  switch (place?.kind) {
    case 'coordinates':
      return ` from the columns ${shown(place.x)} and ${shown(place.y)}`;
    case 'pair':
      return ` from the column ${shown(place.column)}, ${place.order === 'lat-lon' ? 'latitude' : 'longitude'} first`;
    case 'wkt':
    case 'geojson':
      return ` from the column ${shown(place.column)}, as ${place.kind === 'wkt' ? 'WKT' : 'GeoJSON'}`;
    default:
      return '';
  }
}

const SHOWN_COLUMNS = 8;
const SHOWN_LENGTH = 24;

/** The first features as rows of a table that fits on a screen. */
export function sampleOf({ columns, features }: FilePreview): readonly Readonly<Record<string, Cell>>[] {
  const names = columns.filter(({ omit }) => !omit).map(({ as }) => as);
  return features.map(({ id, geometry, properties }) => ({
    ...(features.some((each) => each.id !== undefined) && { id: cellOf(id) }),
    place: cellOf(placeOf(geometry)),
    ...Object.fromEntries(
      names.slice(0, SHOWN_COLUMNS).map((name) => [shown(name), cellOf(properties?.[name])]),
    ),
  }));
}

function placeOf(geometry: FilePreview['features'][number]['geometry']): string | undefined {
  if (geometry === null || geometry === undefined) return undefined;
  const { type, coordinates } = geometry;
  return type === 'Point' && Array.isArray(coordinates) ? coordinates.join(' ') : type;
}

/** Nothing for what is missing, JSON for what is no text. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean')
    return value ?? null;
  const text = shown(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1).trimEnd()}…` : text;
}

/** Faults count lines of texts, rows of sheets, and features elsewhere. */
const PLACES: Readonly<Partial<Record<Content['format'], string>>> = {
  csv: 'line',
  gpx: 'line',
  kml: 'line',
  xlsx: 'row',
};

/** Each fault in a line. */
export const faultsIn = (format: Content['format'], faults: FileImportReport['faults']): readonly string[] =>
  faults.map(({ line, reason }) => `${PLACES[format] ?? 'feature'} ${line}: ${shown(reason)}`);

const ENDS: Readonly<Record<FileImportReport['end'], string>> = {
  complete: '',
  broken: ' The file is broken, and what comes behind is not stored:',
  failed: ' The import ended early:',
};

/** What an import has done, in one line. */
export function summaryOf(report: FileImportReport): string {
  const { imported, inserted, updated, unmodified, failed, end, reason } = report;
  const beginning = report.dryRun === true ? 'Nothing was stored. Would import' : 'Imported';
  const counts = [inserted, updated, unmodified].map((count) => count.toLocaleString('en'));
  const [added, changed, same] = counts;
  return (
    `${beginning} ${featuresOf(imported)}: ${added} new, ${changed} changed, ${same} as they were; ` +
    `${failed.toLocaleString('en')} failed.` +
    (end === 'complete' ? '' : `${ENDS[end]} ${shown(reason?.message ?? 'without a reason')}`)
  );
}
