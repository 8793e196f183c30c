import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  FormatLimitExceeded,
  type FormatFile,
  UnreadableFile,
} from '@cairn/spaces';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { Projection } from '../crs/projection.js';
import { crsOfCode, type KnownCrs, readCrsCode, readCrsText, WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { placed } from '../features/placed.js';
import { headOf } from '../text/encoding.js';

const MAX_HEADER_BYTES = 16 * 1024 ** 2;

/** FlatGeobuf (https://flatgeobuf.org). */
export class FlatGeobufFormat implements FeatureFormat {
  readonly name = 'flatgeobuf';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    const header = await headerOf(file);
    const { featuresCount, title } = header;
    return await describeItems(this.name, () => items(file, choices), {
      choices,
      crs: crsOf(header, choices),
      ...(featuresCount > 0 && { count: featuresCount }),
      ...(title !== null && { layers: [{ name: title, count: featuresCount }], layer: title }),
    });
  }

  read(file: FormatFile, choices: FileChoices): AsyncIterable<FileItem> {
    return withChoices(items(file, choices), choices);
  }
}

function crsOf({ crs }: HeaderMeta, { crs: chosen }: FileChoices): KnownCrs {
  if (chosen !== undefined) return readCrsCode(chosen);
  if (crs === null) return WGS_84; // by the specification it is unknown; GDAL leaves it out for GeoJSON
  if (crs.code > 0) return crsOfCode(crs.org, crs.code);
  return crs.wkt === null ? WGS_84 : readCrsText(crs.wkt);
}

async function headerOf(file: FormatFile): Promise<HeaderMeta> {
  let found: HeaderMeta | undefined;
  const features = featuresOf(file, (header) => void (found = header));
  try {
    await features.next();
  } finally {
    await features.return(undefined);
  }
  if (found === undefined) throw new UnreadableFile('The file is no FlatGeobuf: it has no header.');
  return found;
}

/** Of a type that the library does not export. */
interface FlatFeature {
  readonly geometry?: unknown;
  readonly properties?: Readonly<Record<string, unknown>> | null | undefined;
}

async function* featuresOf(
  { path }: FormatFile,
  header: (header: HeaderMeta) => void,
): AsyncGenerator<FlatFeature, void, undefined> {
  const head = await headOf(path, 12);
  if (head.length < 12 || head.toString('latin1', 0, 3) !== 'fgb')
    throw new UnreadableFile('The file is no FlatGeobuf.');
  if (head.readUInt32LE(8) > MAX_HEADER_BYTES)
    throw new FormatLimitExceeded('bytes of header', MAX_HEADER_BYTES);
  const source = createReadStream(path);
  try {
    yield* deserialize(Readable.toWeb(source), { headerMetaFn: header });
  } catch (error) {
    throw new UnreadableFile(
      `The file is broken: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    source.destroy();
  }
}

async function* items(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
  let stated = 0;
  let projection: Projection | undefined;
  let at = 0;
  const features = featuresOf(file, (header) => {
    stated = header.featuresCount;
    projection = new Projection(crsOf(header, choices));
  });
  for await (const feature of features) {
    projection ??= new Projection(WGS_84);
    const properties = plainValues(feature.properties ?? {});
    yield placed({ at: ++at, geometry: feature.geometry, properties }, projection);
  }
  // A stream that is cut between two features ends like a whole one.
  if (at < stated || (stated === 0 && at === 0 && projection === undefined))
    throw new UnreadableFile(`The file is cut short: ${at} of ${stated} features could be read.`);
}

/** Integers of 64 bits come as bigints, and bytes as they are. */
function plainValues(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (value === null || value === undefined || value instanceof Uint8Array) return [];
      return [[name, typeof value === 'bigint' ? plainInteger(value) : value]];
    }),
  );
}

function plainInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
