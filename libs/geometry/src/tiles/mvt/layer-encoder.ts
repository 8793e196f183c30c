import { PbfWriter } from 'pbf';
import type { JsonValue } from '../../geojson/geojson.js';
import { sizeOfCommands, writeCommands } from './geometry-commands.js';
import type { TileFeature, TileLayer } from './tile-layer.js';
import { utf8Size, writeText } from './utf8.js';

type Scalar = string | number | boolean | bigint;

/** The distinct values of a layer, by type and value, in the order in which they are first met. */
class ValueTable {
  private readonly indexes = new Map<Scalar, number>();
  private readonly met: Scalar[] = [];

  indexOf(value: Scalar): number {
    const known = this.indexes.get(value);
    if (known !== undefined) return known;
    const index = this.met.push(value) - 1;
    this.indexes.set(value, index);
    return index;
  }

  get values(): readonly Scalar[] {
    return this.met;
  }

  /** Removes all values but the first `count`. */
  truncate(count: number): void {
    for (const value of this.met.splice(count)) this.indexes.delete(value);
  }
}

/** Converts to a value that tiles support: arrays and objects as JSON, null as nothing, and each number in one way. */
function scalarOf(value: JsonValue | bigint): Scalar | undefined {
  if (typeof value === 'number') return isHeldAsWhole(value) ? BigInt(value) : value;
  if (typeof value === 'bigint') return isSafe(value) || !isWhole64(value) ? Number(value) : value;
  if (typeof value !== 'object') return value;
  return value === null ? undefined : JSON.stringify(value);
}

const isHeldAsWhole = (value: number): boolean =>
  Number.isInteger(value) && !isSafe(value) && Math.abs(value) <= 2 ** 64 && isWhole64(BigInt(value));

/** The zigzag code of a lesser number exceeds 2^53, which doubles do not hold exactly. */
const LEAST_SAFE = -(2 ** 52);

const isSafe = (value: number | bigint): boolean => value >= LEAST_SAFE && value <= Number.MAX_SAFE_INTEGER;

const isWhole64 = (value: bigint): boolean => value >= -(2n ** 63n) && value < 2n ** 64n;

/** Writes a Value: whole numbers of 64 bits exactly as such, other numbers as doubles, as floats would round them. */
function writeValue(value: Scalar, writer: PbfWriter): void {
  if (typeof value === 'string') writeText(writer, 1, value);
  else if (typeof value === 'boolean') writer.writeBooleanField(7, value);
  else if (typeof value === 'bigint') writeWhole(value, writer);
  else if (!Number.isSafeInteger(value)) writer.writeDoubleField(3, value);
  else if (value < 0) writer.writeSVarintField(6, value);
  else writer.writeVarintField(5, value);
}

const VARINT = 0;
const LONGEST_VARINT = 10;

/**
 * Writes a whole number of 64 bits as `int64` where it is negative, else as `uint64`. Decoders without such numbers round
 * these; of a `sint64` they would round the zigzag code, and with that lose the sign.
 */
function writeWhole(value: bigint, writer: PbfWriter): void {
  writer.writeTag(value < 0n ? 4 : 5, VARINT);
  writer.realloc(LONGEST_VARINT);
  let left = BigInt.asUintN(64, value);
  for (; left >= 0x80n; left >>= 7n) writer.buf[writer.pos++] = Number(left & 0x7fn) | 0x80;
  writer.buf[writer.pos++] = Number(left);
}

/** The length of a whole number as a varint, in bytes. */
function varintSize(value: number): number {
  let size = 1;
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) size += 1;
  return size;
}

/** The length of a field in bytes: its tag of one byte, its length and its value. */
function fieldSize(bytes: number): number {
  return 1 + varintSize(bytes) + bytes;
}

/** Maximum bytes of a value in its layer. */
function maxValueSize(value: Scalar): number {
  return fieldSize(typeof value === 'string' ? fieldSize(utf8Size(value)) : MAX_NUMBER);
}

/** The tag, and a double or the longest of whole numbers. */
const MAX_NUMBER = 11;

const GEOMETRY_TYPES = { point: 1, line: 2, polygon: 3 } as const;

/** Maximum bytes of a layer besides its name, features and values. */
const FRAME_BYTES = 32;

/** Encodes the features of a layer one by one. */
export class LayerEncoder {
  private readonly keys = new ValueTable();
  private readonly values = new ValueTable();
  private readonly ids = new Set<number>();
  private readonly body = new PbfWriter();
  /** Maximum bytes of all keys and values. */
  private tableBytes: number;

  constructor(
    private readonly layer: Omit<TileLayer, 'features'>,
    private readonly maxBytes = Infinity,
  ) {
    this.tableBytes = FRAME_BYTES + utf8Size(layer.name);
  }

  /** Adds the feature, unless the tile would exceed `maxBytes`. Returns whether it was added. */
  add(feature: TileFeature): boolean {
    const { geometry } = feature;
    if (geometry.paths.length === 0) return true;
    const [keyCount, valueCount] = [this.keys.values.length, this.values.values.length];
    const tags = this.tagsOf(feature);
    const tableBytes = this.tableBytes + this.sizeOfNew(keyCount, valueCount);
    const sizes = this.sizesOf(feature, tags);
    if (this.body.pos + fieldSize(sizes.feature) + tableBytes > this.maxBytes) {
      this.keys.truncate(keyCount);
      this.values.truncate(valueCount);
      return false;
    }
    this.tableBytes = tableBytes;
    this.write(feature, tags, sizes);
    return true;
  }

  /** Writes the layer to a tile, unless it has no features. */
  writeTo(tile: PbfWriter): void {
    const { name, extent } = this.layer;
    const features = this.body.finish();
    if (features.length === 0) return;
    const writer = new PbfWriter(new Uint8Array(features.length + 1024));
    writer.writeVarintField(15, 2);
    writeText(writer, 1, name);
    append(writer, features);
    for (const key of this.keys.values) writeText(writer, 3, String(key));
    for (const value of this.values.values) writer.writeMessage(4, writeValue, value);
    writer.writeVarintField(5, extent);
    tile.writeBytesField(3, writer.finish());
  }

  private tagsOf({ properties }: TileFeature): readonly number[] {
    const tags: number[] = [];
    for (const key of Object.keys(properties)) {
      const scalar = scalarOf(properties[key] ?? null);
      if (scalar !== undefined) tags.push(this.keys.indexOf(key), this.values.indexOf(scalar));
    }
    return tags;
  }

  /** Bytes of the keys and values added after the given counts. */
  private sizeOfNew(keyCount: number, valueCount: number): number {
    let size = 0;
    for (const key of this.keys.values.slice(keyCount)) size += fieldSize(utf8Size(String(key)));
    for (const value of this.values.values.slice(valueCount)) size += maxValueSize(value);
    return size;
  }

  private sizesOf({ id, geometry }: TileFeature, tags: readonly number[]): Sizes {
    const hasNewId = id !== undefined && !this.ids.has(id);
    const tagBytes = sizeOfVarints(tags);
    const commands = sizeOfCommands(geometry);
    const feature =
      (hasNewId ? 1 + varintSize(id) : 0) +
      (tags.length > 0 ? fieldSize(tagBytes) : 0) +
      (2 + fieldSize(commands));
    return { newId: hasNewId ? id : undefined, tags: tagBytes, commands, feature };
  }

  private write({ geometry }: TileFeature, tags: readonly number[], sizes: Sizes): void {
    const { body, ids } = this;
    writeHead(body, 2, sizes.feature);
    if (sizes.newId !== undefined) {
      ids.add(sizes.newId);
      body.writeVarintField(1, sizes.newId);
    }
    if (tags.length > 0) {
      writeHead(body, 2, sizes.tags);
      for (const tag of tags) body.writeVarint(tag);
    }
    body.writeVarintField(3, GEOMETRY_TYPES[geometry.type]);
    writeHead(body, 4, sizes.commands);
    writeCommands(body, geometry, sizes.commands);
  }
}

/** Lengths in bytes, and the id if no feature of the layer has it yet. */
interface Sizes {
  readonly newId: number | undefined;
  readonly tags: number;
  readonly commands: number;
  /** The length of the feature without its head. */
  readonly feature: number;
}

const LENGTH_DELIMITED = 2;

/** The tag and the length of a field whose bytes are written next. */
function writeHead(writer: PbfWriter, field: number, size: number): void {
  writer.writeTag(field, LENGTH_DELIMITED);
  writer.writeVarint(size);
}

function append(writer: PbfWriter, bytes: Uint8Array): void {
  writer.realloc(bytes.length);
  writer.buf.set(bytes, writer.pos);
  writer.pos += bytes.length;
}

function sizeOfVarints(values: readonly number[]): number {
  let size = 0;
  for (const value of values) size += varintSize(value);
  return size;
}
