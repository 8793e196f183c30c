import { crc32, deflateRawSync } from 'node:zlib';

/** A point with a name and a number. */
export interface SamplePoint {
  readonly name: string;
  readonly number: number;
  readonly position: readonly [number, number];
}

/** By the name that Esri gives it, without a code. */
const PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const NAME_LENGTH = 40;
const NUMBER_LENGTH = 12;

/** A shapefile of points with all of its parts (ESRI Shapefile Technical Description, July 1998). */
export const shapefileZip = (points: readonly SamplePoint[]): Buffer => zipOf(shapefileParts(points));

type Entry = readonly [name: string, bytes: Buffer];

/** The files of a shapefile: the shapes, the table, the system and the encoding. */
export function shapefileParts(
  points: readonly SamplePoint[],
): readonly [shp: Entry, dbf: Entry, ...others: Entry[]] {
  return [
    ['points.shp', shp(points)],
    ['points.dbf', dbf(points)],
    ['points.prj', Buffer.from(PRJ)],
    ['points.cpg', Buffer.from('UTF-8')],
  ];
}

function shp(points: readonly SamplePoint[]): Buffer {
  const head = Buffer.alloc(100);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((100 + 28 * points.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(1, 32);
  const records = points.map(({ position: [x, y] }, index) => {
    const record = Buffer.alloc(28);
    record.writeInt32BE(index + 1, 0);
    record.writeInt32BE(10, 4);
    record.writeInt32LE(1, 8);
    record.writeDoubleLE(x, 12);
    record.writeDoubleLE(y, 20);
    return record;
  });
  return Buffer.concat([head, ...records]);
}

function dbf(points: readonly SamplePoint[]): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt8(3, 0);
  head.writeUInt32LE(points.length, 4);
  head.writeUInt16LE(32 + 2 * 32 + 1, 8);
  head.writeUInt16LE(1 + NAME_LENGTH + NUMBER_LENGTH, 10);
  const fields = [field('name', 'C', NAME_LENGTH), field('number', 'N', NUMBER_LENGTH, 2), Buffer.of(0x0d)];
  const records = points.map(({ name, number }) => {
    const record = Buffer.alloc(1 + NAME_LENGTH + NUMBER_LENGTH, ' ');
    record.fill(0, 1, 1 + NAME_LENGTH); // some programs fill with zeros
    record.write(name, 1, NAME_LENGTH, 'utf8');
    record.write(String(number).padStart(NUMBER_LENGTH), 1 + NAME_LENGTH, NUMBER_LENGTH, 'latin1');
    return record;
  });
  return Buffer.concat([head, ...fields, ...records, Buffer.of(0x1a)]);
}

function field(name: string, type: string, length: number, decimals = 0): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(name, 'latin1');
  bytes.write(type, 11, 'latin1');
  bytes.writeUInt8(length, 16);
  bytes.writeUInt8(decimals, 17);
  return bytes;
}

/** A ZIP of deflated files (APPNOTE 6.3.10). */
export function zipOf(files: readonly Entry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    local.push(entry);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name)]));
    offset += entry.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...central, end]);
}
