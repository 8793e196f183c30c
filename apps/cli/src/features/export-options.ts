import { extname } from 'node:path';
import type { Features } from '@cairn/client';
import { type Options, UsageError } from '../program/options.js';

/** What a space is written as. */
export type ExportFormat = NonNullable<NonNullable<Parameters<Features['export']>[1]>['format']>;

const ENDINGS: Readonly<Record<string, ExportFormat>> = {
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.geojsons': 'geojson-seq',
  '.ndjson': 'ndjson',
  '.geojsonl': 'ndjson',
  '.csv': 'csv',
  '.gpx': 'gpx',
  '.kml': 'kml',
  '.gpkg': 'gpkg',
  '.fgb': 'fgb',
  '.parquet': 'parquet',
};

/** The format that is named, or that the ending of the file has. @throws {UsageError} */
export function exportFormatOf(path: string, options: Options): ExportFormat {
  const formats = [...new Set(Object.values(ENDINGS))];
  const named = options.oneOf('format', formats);
  const found = named ?? ENDINGS[extname(path).toLowerCase()];
  if (found !== undefined) return found;
  throw new UsageError(
    `${path} does not say what is to be written: name it with --format, one of ${formats.join(', ')}`,
  );
}

/** The properties that are named; `undefined` for all. @throws {UsageError} */
export function fieldsOf(options: Options): readonly string[] | undefined {
  const text = options.text('fields');
  if (text === undefined) return undefined;
  const names = text.split(',').filter((name) => name !== '');
  if (names.length === 0) throw new UsageError('--fields names no property');
  return names;
}
