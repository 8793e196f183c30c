import {
  fileMappingSchema,
  READ_FORMAT_WORDS,
  type ReadFormat,
  type ReadFormatWord,
} from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import type { FileChoices, FileFormat, FileImport, WriteRule } from '@cairn/spaces';
import * as z from 'zod';
import { parse } from '../../messages/faults.js';
import { collectFaults } from '../query/collect-faults.js';
import type { HubParameters } from '../query/hub-parameters.js';
import { oneOf } from '../query/one-of.js';
import { parseRepeatedIds } from './import-request.js';

/** A request to import a file, without the file. */
export interface FileRequest extends Pick<
  FileImport,
  'name' | 'choices' | 'broken' | 'dryRun' | 'rule' | 'prefixId' | 'repeatedIds'
> {
  readonly isPreview: boolean;
}

/** The formats by the names that the API has for them. */
export const formatOf: Readonly<Record<ReadFormat, FileFormat>> = {
  geojson: 'geojson',
  csv: 'csv',
  xlsx: 'xlsx',
  gpx: 'gpx',
  kml: 'kml',
  shapefile: 'shapefile',
  gpkg: 'geopackage',
  fgb: 'flatgeobuf',
  topojson: 'topojson',
};

/** @throws {InvalidInput} with all faults. */
export function parseFileRequest(parameters: HubParameters): FileRequest {
  const { f, mapping, preview, dryRun, broken, e, ne, prefixId, repeatedIds, name } = collectFaults({
    f: () => parseWord(parameters.text('f')),
    mapping: () => parseMapping(parameters.text('mapping')),
    preview: () => parameters.flag('preview'),
    dryRun: () => parameters.flag('dryRun'),
    broken: () => oneOf(['refuse', 'keep'], parameters.text('broken') ?? 'refuse', 'broken'),
    e: () => oneOf(['patch', 'replace', 'retain', 'error'], parameters.text('e') ?? 'replace', 'e'),
    ne: () => oneOf(['create', 'retain', 'error'], parameters.text('ne') ?? 'create', 'ne'),
    prefixId: () => parameters.text('prefixId'),
    repeatedIds: () => parseRepeatedIds(parameters),
    name: () => parameters.text('name'),
  });
  const rule: WriteRule = { onExists: e, onNotExists: ne, onConflict: 'error' };
  const choices = { ...(f === 'tsv' && { separator: '\t' as const }), ...mapping, format: f && formatFor(f) };
  const isPreview = preview === true;
  return { name: name ?? '', choices, broken, dryRun, rule, prefixId, repeatedIds, isPreview };
}

const formatFor = (word: ReadFormatWord): FileFormat => formatOf[READ_FORMAT_WORDS[word]];

const isWord = (word: string): word is ReadFormatWord => Object.hasOwn(READ_FORMAT_WORDS, word);

function parseWord(given: string | undefined): ReadFormatWord | undefined {
  const word = given?.toLowerCase();
  if (word === undefined || isWord(word)) return word;
  const words = Object.keys(READ_FORMAT_WORDS).join(', ');
  throw InvalidInput.of('invalid-format', `\`f\` must be one of ${words}.`);
}

const mappedSchema = z.object({ mapping: fileMappingSchema });

function parseMapping(text: string | undefined): FileChoices {
  return text === undefined ? {} : parse({ mapping: jsonOf(text) }, mappedSchema).mapping;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw InvalidInput.of('invalid-json', '`mapping` must be JSON.');
  }
}
