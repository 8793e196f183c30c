import { createReadStream } from 'node:fs';
import {
  BrokenJson,
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  type FormatFile,
  UnreadableFile,
} from '@cairn/spaces';
import { FeatureCutter } from '@cairn/spaces/spi';
import { Projection } from '../crs/projection.js';
import { type KnownCrs, readCrsCode, WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { geometryOf } from '../features/geometry-of.js';
import { placed } from '../features/placed.js';
import { isMembers } from '../features/plain-json.js';
import { asWritten, isRawNumber } from '../features/raw-number.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { headOf } from '../text/encoding.js';

const HEAD_BYTES = 65_536;

/**
 * GeoJSON as a collection, on lines or in records. Before RFC 7946 it could be in another reference system, which `crs`
 * names in front of the features.
 */
export class GeoJsonFormat implements FeatureFormat {
  readonly name = 'geojson';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    const crs = await crsOf(file, choices);
    return await describeItems(this.name, () => items(file, crs), { choices, crs });
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    yield* withChoices(items(file, await crsOf(file, choices)), choices);
  }
}

async function crsOf({ path }: FormatFile, { crs }: FileChoices): Promise<KnownCrs> {
  if (crs !== undefined) return readCrsCode(crs);
  const head = (await headOf(path, HEAD_BYTES)).toString('utf8');
  const [beforeFeatures = ''] = head.split(/"features"\s*:/, 1);
  const named = /"crs"\s*:\s*\{[^{}]*(?:\{[^{}]*"name"\s*:\s*"([^"]*)"[^{}]*\})/.exec(beforeFeatures)?.[1];
  return named === undefined ? WGS_84 : readCrsCode(named);
}

async function* items({ path }: FormatFile, crs: KnownCrs): AsyncGenerator<FileItem, void, undefined> {
  const projection = new Projection(crs);
  const cutter = new FeatureCutter(READING_LIMITS.rowLength, 'any');
  let at = 0;
  const source = createReadStream(path);
  const chunks: AsyncIterable<Buffer> = source;
  try {
    for await (const chunk of chunks)
      for (const slice of cutter.feed(chunk)) yield itemOf(slice, { at: ++at, projection });
    for (const slice of cutter.end()) yield itemOf(slice, { at: ++at, projection });
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    throw new UnreadableFile(`At byte ${error.offsetInBytes} the file ${error.reason}.`, { cause: error });
  } finally {
    source.destroy();
  }
}

type Slice = ReturnType<FeatureCutter['end']> extends Generator<infer T> ? T : never;

function itemOf(
  { bytes, fault }: Slice,
  { at, projection }: { readonly at: number; readonly projection: Projection },
): FileItem {
  if (fault !== undefined) return { at, reason: fault.detail };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { at, reason: 'is no JSON' };
  }
  if (typeof value !== 'object' || value === null) return { at, reason: 'is no feature' };
  if (geometryOf(value) !== undefined) return placed({ at, geometry: value, properties: {} }, projection);
  if (!isMembers(value) || value['type'] !== 'Feature') return { at, reason: 'is no feature' };
  const { geometry } = value;
  const { id, properties } = MAY_BE_ROUNDED.test(text) ? parsed(text, asWritten) : value;
  const named = typeof id === 'string' || typeof id === 'number' || isRawNumber(id) ? { id: idOf(id) } : {};
  return placed(
    { at, ...named, geometry, properties: { ...(isMembers(properties) && properties) } },
    projection,
  );
}

/** A number that JavaScript would write in another way. Looking is faster than reading each number as it is written. */
const MAY_BE_ROUNDED = /\d{16}|\d[eE]|0[,\]}\s]/;

const parsed: (text: string, revive: typeof asWritten) => Readonly<Record<string, unknown>> = JSON.parse;

const idOf = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id));
