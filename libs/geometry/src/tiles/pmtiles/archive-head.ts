import type { BoundingBox } from '../../geojson/bounding-box.js';
import type { JsonObject } from '../../geojson/geojson.js';
import { utf8Of } from '../mvt/utf8.js';
import { type Compress, directoriesOf } from './archive-directory.js';
import type { ArchiveEntries } from './archive-entries.js';

const ARCHIVE_HEADER_LENGTH = 127;

/** The content of an archive's header. Lengths are in bytes. */
interface ArchiveFacts {
  readonly rootLength: number;
  readonly metadataLength: number;
  readonly leavesLength: number;
  readonly dataLength: number;
  /** How many tiles there are, how many entries, and how many tiles with different bytes. */
  readonly tiles: number;
  readonly entries: number;
  readonly contents: number;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: BoundingBox;
}

const MAGIC = 'PMTiles';
const VERSION = 3;
const CLUSTERED = 1;
const GZIP = 2;
const VECTOR_TILES = 1;

/**
 * The header of a PMTiles archive, version 3: root, metadata, leaves and data follow it in that order; directories,
 * metadata and tiles are compressed with gzip.
 */
function archiveHeader(facts: ArchiveFacts): Uint8Array {
  const bytes = new Uint8Array(ARCHIVE_HEADER_LENGTH);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < MAGIC.length; index += 1) bytes[index] = MAGIC.charCodeAt(index);
  bytes[7] = VERSION;
  let at = 8;
  const add64 = (value: number): void => {
    view.setBigUint64(at, BigInt(value), true);
    at += 8;
  };
  let offset = ARCHIVE_HEADER_LENGTH;
  for (const length of [facts.rootLength, facts.metadataLength, facts.leavesLength, facts.dataLength]) {
    add64(offset);
    add64(length);
    offset += length;
  }
  for (const count of [facts.tiles, facts.entries, facts.contents]) add64(count);
  bytes.set([CLUSTERED, GZIP, GZIP, VECTOR_TILES, facts.minZoom, facts.maxZoom], at);
  const [west, south, east, north] = facts.bounds;
  [west, south, east, north].forEach((degrees, side) => {
    view.setInt32(102 + 4 * side, Math.round(degrees * 1e7), true);
  });
  // The centre of the map.
  view.setUint8(118, facts.minZoom);
  view.setInt32(119, Math.round(((west + east) / 2) * 1e7), true);
  view.setInt32(123, Math.round(((south + north) / 2) * 1e7), true);
  return bytes;
}

/** Metadata of an archive. */
export interface ArchiveContent {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: BoundingBox;
  /** With `vector_layers`, as TileJSON has them. */
  readonly metadata: JsonObject;
}

/**
 * The part of a PMTiles archive, version 3, that comes before the data of its tiles. The tiles are compressed with
 * gzip, as by `gzip`.
 */
export async function archiveHead(
  tiles: ArchiveEntries,
  { metadata, ...content }: ArchiveContent,
  gzip: Compress,
): Promise<readonly Uint8Array[]> {
  const { root, leaves } = await directoriesOf(tiles.entries, gzip);
  const told = await gzip(utf8Of(JSON.stringify(metadata)));
  const header = archiveHeader({
    ...content,
    rootLength: root.length,
    metadataLength: told.length,
    leavesLength: leaves.length,
    dataLength: tiles.dataLength,
    tiles: tiles.tiles,
    contents: tiles.contents,
    entries: tiles.entries.length,
  });
  return [header, root, told, leaves];
}
