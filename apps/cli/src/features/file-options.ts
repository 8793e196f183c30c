import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  fileMappingSchema,
  READ_FORMAT_WORDS,
  type FileMapping,
  type ReadFormatWord,
} from '@cairn/api-schema';
import { type Options, UsageError } from '../program/options.js';
import type { DataFile } from './feature-spaces.js';

/** The options of an import that say how a file of data is read. */
export const readingOptions = [
  ['--format <word>', 'What it is, such as csv, gpx or shapefile; by default what its bytes are'],
  ['--crs <code>', 'Its reference system, such as EPSG:2056'],
  ['--encoding <label>', 'Its encoding, such as windows-1252'],
  ['--layer <name>', 'Its sheet, table or layer; the first one by default'],
  ['--id <column>', 'The column with ids, so that a later import updates what this one stored'],
  ['--mapping <json>', 'More about how it is read, as JSON, or @ and the file that has it'],
] as const;

const DATA = /\.(?:csv|tsv|tab|xlsx|xls|gpx|kml|kmz|shp|gpkg|fgb|topojson|parquet)$/i;

/** Whether a file with this name can only go into a space. */
export const isDataFile = (name: string): boolean => DATA.test(name);

/** @throws {UsageError} if it is no file. */
export async function dataFileAt(path: string): Promise<DataFile> {
  const found = await stat(path);
  if (!found.isFile()) throw new UsageError(`${path} is no file: into a space goes one file of data`);
  return { path, name: basename(path), sizeInBytes: found.size };
}

/** The format that is named. @throws {UsageError} */
export const readFormatOf = (options: Options): ReadFormatWord | undefined =>
  options.oneOf('format', formatWords);

const formatWords = Object.keys(READ_FORMAT_WORDS) as readonly ReadFormatWord[]; // it has no other keys

/** The mapping of a call; options of their own count for more than the JSON. @throws {UsageError} */
export async function mappingOf(options: Options): Promise<FileMapping> {
  const own = Object.entries({
    crs: options.text('crs'),
    encoding: options.text('encoding'),
    layer: options.text('layer'),
    id: options.text('id'),
  }).filter(([, value]) => value !== undefined);
  return { ...(await jsonOf(options.text('mapping'))), ...Object.fromEntries(own) };
}

async function jsonOf(given: string | undefined): Promise<FileMapping> {
  if (given === undefined) return {};
  const text = given.startsWith('@') ? await readFile(given.slice(1), 'utf8') : given;
  const { data, error } = fileMappingSchema.safeParse(parsed(text));
  if (data !== undefined) return data;
  const faults = error.issues.map(({ path, message }) => `/${path.map(String).join('/')}: ${message}`);
  throw new UsageError(`--mapping cannot be used: ${faults.join('; ')}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--mapping must be JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
