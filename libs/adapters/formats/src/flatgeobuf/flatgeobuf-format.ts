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
import { Projection } from '../crs/projection.js';
import { crsOfCode, type KnownCrs, readCrsCode, readCrsText, WGS_84 } from '../crs/read-crs.js';
import { ByteReader } from '../features/byte-reader.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { placed } from '../features/placed.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { FlatFault, featureIn } from './flat-feature.js';
import { type FlatHeader, headerIn } from './flat-header.js';

/**
 * FlatGeobuf (https://flatgeobuf.org). Read here and not by its package, which never ends where a file is cut short, and
 * brings OpenLayers with it.
 */
export class FlatGeobufFormat implements FeatureFormat {
  readonly name = 'flatgeobuf';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    return await opened(file, async ({ header }) => {
      const { count, title } = header;
      const known = count > 0 ? { count } : {};
      return await describeItems(this.name, () => items(file, choices), {
        choices,
        crs: crsOf(header, choices),
        ...known,
        ...(title !== undefined && { layers: [{ name: title, ...known }], layer: title }),
      });
    });
  }

  read(file: FormatFile, choices: FileChoices): AsyncIterable<FileItem> {
    return withChoices(items(file, choices), choices);
  }
}

function crsOf({ crs }: FlatHeader, { crs: chosen }: FileChoices): KnownCrs {
  if (chosen !== undefined) return readCrsCode(chosen);
  if (crs === undefined) return WGS_84; // by the specification it is unknown; GDAL leaves it out for GeoJSON
  if (crs.code > 0) return crsOfCode(crs.org, crs.code);
  return crs.wkt === undefined ? WGS_84 : readCrsText(crs.wkt);
}

interface Opened {
  readonly header: FlatHeader;
  /** At the first feature. */
  readonly reader: ByteReader;
}

const [MAGIC_BYTES, LENGTH_BYTES] = [8, 4];

async function open(file: FormatFile, reader: ByteReader): Promise<Opened> {
  const head = await reader.take(MAGIC_BYTES + LENGTH_BYTES);
  if (head.length < MAGIC_BYTES + LENGTH_BYTES || head.toString('latin1', 0, 3) !== 'fgb')
    throw new UnreadableFile('The file is no FlatGeobuf.');
  const length = head.readUInt32LE(MAGIC_BYTES);
  if (length > READING_LIMITS.headerBytes)
    throw new FormatLimitExceeded('bytes of header', READING_LIMITS.headerBytes);
  const bytes = await reader.take(length);
  if (bytes.length < length) throw new UnreadableFile('The file is cut short in its header.');
  const header = headerOf(bytes);
  if (header.columns.length > READING_LIMITS.columns)
    throw new FormatLimitExceeded('columns', READING_LIMITS.columns);
  if (header.indexBytes > file.sizeInBytes)
    throw new UnreadableFile(`The file is cut short: ${header.count} features do not fit into it.`);
  await reader.skip(header.indexBytes);
  return { header, reader };
}

function headerOf(bytes: Buffer): FlatHeader {
  try {
    return headerIn(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFile('The header of the file is broken.', { cause: error });
    throw error;
  }
}

async function opened<T>(file: FormatFile, use: (found: Opened) => Promise<T>): Promise<T> {
  const source = createReadStream(file.path);
  try {
    return await use(await open(file, new ByteReader(source)));
  } finally {
    source.destroy();
  }
}

async function* items(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
  const source = createReadStream(file.path);
  try {
    const { header, reader } = await open(file, new ByteReader(source));
    const projection = new Projection(crsOf(header, choices));
    for (let at = 1; header.count === 0 || at <= header.count; at++) {
      const bytes = await nextFeature(reader);
      if (bytes === 'end' && header.count === 0) return;
      if (typeof bytes === 'string')
        throw new UnreadableFile(
          header.count === 0
            ? `The file is cut short behind ${at - 1} features.`
            : `The file is cut short: ${at - 1} of ${header.count} features could be read.`,
        );
      yield itemOf(bytes, { at, header, projection });
    }
  } finally {
    source.destroy();
  }
}

/** @throws {FormatLimitExceeded} */
async function nextFeature(reader: ByteReader): Promise<Buffer | 'end' | 'cut'> {
  const head = await reader.take(LENGTH_BYTES);
  if (head.length === 0) return 'end';
  if (head.length < LENGTH_BYTES) return 'cut';
  const length = head.readUInt32LE(0);
  if (length > READING_LIMITS.recordBytes)
    throw new FormatLimitExceeded('bytes in one feature', READING_LIMITS.recordBytes);
  const bytes = await reader.take(length);
  return bytes.length < length ? 'cut' : bytes;
}

function itemOf(
  bytes: Buffer,
  {
    at,
    header,
    projection,
  }: { readonly at: number; readonly header: FlatHeader; readonly projection: Projection },
): FileItem {
  try {
    return placed({ at, ...featureIn(bytes, header) }, projection);
  } catch (error) {
    if (error instanceof FlatFault) return { at, reason: error.message };
    if (error instanceof RangeError) return { at, reason: 'is broken' };
    throw error;
  }
}
