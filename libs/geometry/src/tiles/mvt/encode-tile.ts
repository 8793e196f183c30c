import { PbfWriter } from 'pbf';
import { sizeOfCommands, writeCommands } from './geometry-commands.js';
import { type TileFeature, type TileLayer } from './tile-layer.js';
import { writeText } from './utf8.js';
import { scalarOf, ValueTable, writeValue } from './value-table.js';

const GEOMETRY_TYPES = { point: 1, line: 2, polygon: 3 } as const;

/**
 * The bytes of a tile by the Mapbox Vector Tile specification 2.1, the same for the same layers. Layers without features
 * are left out, so a tile of nothing is no bytes. An id that an earlier feature of its layer has is not written again.
 */
export function encodeTile(layers: Iterable<TileLayer>): Uint8Array {
  const tile = new PbfWriter();
  for (const layer of layers) {
    const bytes = encodeLayer(layer);
    if (bytes !== undefined) tile.writeBytesField(3, bytes);
  }
  return tile.finish();
}

function encodeLayer({ name, extent, features }: TileLayer): Uint8Array | undefined {
  const table = new LayerTable();
  const body = new PbfWriter();
  for (const feature of features) writeFeature(feature, table, body);
  const written = body.finish();
  if (written.length === 0) return undefined;
  const layer = new PbfWriter(new Uint8Array(written.length + 1024));
  layer.writeVarintField(15, 2);
  writeText(layer, 1, name);
  append(layer, written);
  for (const key of table.keys.values) writeText(layer, 3, String(key));
  for (const value of table.values.values) layer.writeMessage(4, writeValue, value);
  layer.writeVarintField(5, extent);
  return layer.finish();
}

class LayerTable {
  readonly keys = new ValueTable();
  readonly values = new ValueTable();
  readonly ids = new Set<number>();
}

function writeFeature(feature: TileFeature, table: LayerTable, body: PbfWriter): void {
  const { id, geometry } = feature;
  if (geometry.paths.length === 0) return;
  const hasNewId = id !== undefined && !table.ids.has(id);
  if (hasNewId) table.ids.add(id);
  const tags = tagsOf(feature, table);
  const tagBytes = sizeOfVarints(tags);
  const commandBytes = sizeOfCommands(geometry);
  const size =
    (hasNewId ? 1 + varintSize(id) : 0) +
    (tags.length > 0 ? 1 + varintSize(tagBytes) + tagBytes : 0) +
    (2 + 1 + varintSize(commandBytes) + commandBytes);

  writeHead(body, 2, size);
  if (hasNewId) body.writeVarintField(1, id);
  if (tags.length > 0) {
    writeHead(body, 2, tagBytes);
    for (const tag of tags) body.writeVarint(tag);
  }
  body.writeVarintField(3, GEOMETRY_TYPES[geometry.type]);
  writeHead(body, 4, commandBytes);
  writeCommands(body, geometry, commandBytes);
}

function tagsOf({ properties }: TileFeature, { keys, values }: LayerTable): readonly number[] {
  const tags: number[] = [];
  for (const key of Object.keys(properties)) {
    const scalar = scalarOf(properties[key] ?? null);
    if (scalar !== undefined) tags.push(keys.indexOf(key), values.indexOf(scalar));
  }
  return tags;
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

function varintSize(value: number): number {
  let size = 1;
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) size += 1;
  return size;
}

function sizeOfVarints(values: readonly number[]): number {
  let size = 0;
  for (const value of values) size += varintSize(value);
  return size;
}
