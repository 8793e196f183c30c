import type { Readable } from 'node:stream';
import { DomainError, InvalidInput } from '@cairn/kernel';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  type FormatFile,
  UnknownCrs,
  UnreadableFile,
} from '@cairn/spaces';
import { openDbf } from 'shapefile';
import { ZipArchive } from '../archive/zip-archive.js';
import { Projection } from '../crs/projection.js';
import { type KnownCrs, readCrsCode, readCrsText, WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { placed } from '../features/placed.js';
import { findTextEncoding, parseEncoding } from '../text/encoding.js';
import { shapesIn } from './read-shapes.js';

/** Shapefiles in a ZIP, with `.prj` and `.cpg` where they have them. Without `.prj` a system must be chosen. */
export class ShapefileFormat implements FeatureFormat {
  readonly name = 'shapefile';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    return await inArchive(file, async (archive) => {
      const { layers, ...layer } = await openLayer(archive, choices);
      return await describeItems(this.name, () => items(archive, layer), {
        choices,
        crs: layer.crs,
        encoding: layer.encoding,
        layers: layers.map((name) => ({ name })),
        layer: layer.name,
        count: layer.count,
      });
    });
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    const archive = await ZipArchive.open(file.path);
    try {
      const layer = await openLayer(archive, choices);
      if (layer.crs === undefined) throw new UnknownCrs();
      yield* withChoices(items(archive, layer), choices);
    } finally {
      archive.close();
    }
  }
}

async function inArchive<T>({ path }: FormatFile, use: (archive: ZipArchive) => Promise<T>): Promise<T> {
  const archive = await ZipArchive.open(path);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

interface Layer {
  /** The path of its files in the archive, without their ending. */
  readonly name: string;
  readonly shp: string;
  readonly dbf: string | undefined;
  /** `undefined` without a `.prj`, or with an empty one: it has to be chosen. */
  readonly crs: KnownCrs | undefined;
  readonly encoding: string;
  /** Records of the table; `undefined` without one. */
  readonly count: number | undefined;
}

async function openLayer(
  archive: ZipArchive,
  { layer: wanted, crs, encoding }: FileChoices,
): Promise<Layer & { readonly layers: readonly string[] }> {
  const layers = archive.names
    .filter((name) => /\.shp$/i.test(name) && !name.startsWith('__MACOSX/'))
    .map((name) => name.slice(0, -'.shp'.length));
  const name = wanted ?? layers[0];
  if (name === undefined) throw new UnreadableFile('The archive has no shapefile.');
  if (!layers.includes(name))
    throw InvalidInput.of(
      'unknown-layer',
      `There is no layer ${JSON.stringify(name)} in the archive.`,
      '/layer',
    );
  const part = (ending: string): string | undefined =>
    archive.names.find((each) => each.toLowerCase() === `${name.toLowerCase()}.${ending}`);
  const [shp = `${name}.shp`, dbf, prj, cpg] = ['shp', 'dbf', 'prj', 'cpg'].map(part);
  const prjText = prj === undefined ? '' : (await textOf(archive, prj)).trim();
  return {
    layers,
    name,
    shp,
    dbf,
    crs: crs !== undefined ? readCrsCode(crs) : prjText === '' ? undefined : readCrsText(prjText),
    encoding: await encodingOf(archive, { chosen: encoding, cpg, dbf }),
    count:
      dbf === undefined ? undefined : (await headOfEntry(archive, dbf, TABLE_HEAD_BYTES)).readUInt32LE(4),
  };
}

const TEXT_BYTES = 65_536;

const textOf = async (archive: ZipArchive, name: string): Promise<string> =>
  (await archive.beginningOf(name, TEXT_BYTES)).toString('utf8').replace(/^\uFEFF/, '');

/** The head of a table. @throws {UnreadableFile} */
async function headOfEntry(archive: ZipArchive, name: string, length: number): Promise<Buffer> {
  const head = await archive.beginningOf(name, length);
  if (head.length < TABLE_HEAD_BYTES)
    throw new UnreadableFile(`The shapefile is cut short: ${name} has no head.`);
  return head;
}

const TABLE_HEAD_BYTES = 32;

/** Where a table says its encoding, and what it says in numbers of dBASE; most programs write 0. */
const LANGUAGE_AT = 29;
const LANGUAGES: Readonly<Record<number, string>> = {
  0x03: 'windows-1252',
  0x57: 'windows-1252',
  0x59: 'windows-1252',
  0x13: 'shift_jis',
  0x7b: 'shift_jis',
  0x4d: 'gbk',
  0x7a: 'gbk',
  0x4f: 'big5',
  0x78: 'big5',
  0x26: 'ibm866',
  0x65: 'ibm866',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
  0xcc: 'windows-1257',
};

/** What a `.cpg` says, as `UTF-8`, `1252` or `ISO 88591`; else what the texts of the table are. */
async function encodingOf(
  archive: ZipArchive,
  {
    chosen,
    cpg,
    dbf,
  }: {
    readonly chosen: string | undefined;
    readonly cpg: string | undefined;
    readonly dbf: string | undefined;
  },
): Promise<string> {
  if (chosen !== undefined) return parseEncoding(chosen);
  const stated = cpg === undefined ? '' : (await textOf(archive, cpg).catch(() => '')).trim();
  for (const label of [stated, `windows-${stated}`, stated.replace(/^ISO[ -]*8859-?(\d+)$/i, 'iso-8859-$1')])
    try {
      if (stated !== '') return parseEncoding(label);
    } catch {
      // Another spelling.
    }
  if (dbf === undefined) return 'utf-8';
  const head = await headOfEntry(archive, dbf, TEXT_BYTES);
  return LANGUAGES[head.readUInt8(LANGUAGE_AT)] ?? findTextEncoding(head.subarray(head.readUInt16LE(8)));
}

async function* items(archive: ZipArchive, layer: Layer): AsyncGenerator<FileItem, void, undefined> {
  const { shp, dbf, crs, encoding, count } = layer;
  const projection = new Projection(crs ?? WGS_84);
  const streams: Readable[] = [];
  const streamOf = async (name: string): Promise<Readable> => {
    const stream = await archive.read(name);
    streams.push(stream);
    return stream;
  };
  try {
    const shapes = shapesIn(await streamOf(shp));
    const records = dbf === undefined ? undefined : await openDbf(await streamOf(dbf), { encoding });
    for (let at = 1; ; at++) {
      const [shape, record] = await Promise.all([shapes.next(), records?.read()]);
      if (shape.done === true && record?.done !== false) {
        archive.assertSound();
        if (count !== undefined && at - 1 < count) throw cutShort(at - 1, count);
        return;
      }
      if (shape.done === true || record?.done === true) throw cutShort(at - 1, count ?? at);
      yield placed({ at, geometry: shape.value, properties: plainValues(record?.value ?? {}) }, projection);
    }
  } catch (error) {
    archive.assertSound();
    throw brokenFile(error);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

const cutShort = (read: number, stated: number): UnreadableFile =>
  new UnreadableFile(
    `The shapefile is cut short: shapes and records are not equally many (${read} of ${stated} could be read).`,
  );

/** Texts without the zero bytes that fill their field, and days as they are written. */
function plainValues(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const plain = plainValue(value);
      return plain === null || plain === '' ? [] : [[name, plain]];
    }),
  );
}

const NO_DAY = new Date(0, -1, 0).getTime();

function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').trim();
  if (!(value instanceof Date)) return value;
  // A day of zeros is none, and becomes one of the year 0, which is taken for 1899.
  if (Number.isNaN(value.getTime()) || value.getTime() === NO_DAY) return null;
  const [year, month, day] = [value.getFullYear(), value.getMonth() + 1, value.getDate()];
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

/** `shapefile` throws plain errors, and a RangeError for lengths that lie. */
function brokenFile(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  return new UnreadableFile(`The shapefile is broken (${error.message}).`, { cause: error });
}
