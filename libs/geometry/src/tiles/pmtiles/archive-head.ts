import type { BoundingBox } from '../../geojson/bounding-box.js';
import type { JsonObject } from '../../geojson/geojson.js';
import { utf8Of } from '../mvt/utf8.js';
import { type Compress, directoriesOf, type ArchiveEntry } from './archive-directory.js';

/** Shorter tiles are compared with earlier ones. Larger tiles hardly ever repeat. */
const MAX_REPEATED_LENGTH = 1_024;
/** Number of tiles that are remembered. */
const MAX_REMEMBERED = 65_536;

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

/** Where the bytes of the tiles of an archive are. Tiles are added by ascending number. */
export class ArchiveEntries {
  private readonly list: { number: number; count: number; offset: number; length: number }[] = [];
  private readonly known = new Map<string, number>();
  private tileCount = 0;
  private contentCount = 0;
  private end = 0;

  get entries(): readonly ArchiveEntry[] {
    return this.list;
  }

  get tiles(): number {
    return this.tileCount;
  }

  /** Number of tiles with distinct bytes. */
  get contents(): number {
    return this.contentCount;
  }

  /** The length of the data of all tiles, in bytes. */
  get dataLength(): number {
    return this.end;
  }

  /** Whether the bytes must be appended to the data. If not, the data has them already. */
  add(number: number, bytes: Uint8Array): boolean {
    this.tileCount += 1;
    const { length } = bytes;
    const text = length < MAX_REPEATED_LENGTH ? textOf(bytes) : undefined;
    const earlier = text === undefined ? undefined : this.known.get(text);
    const offset = earlier ?? this.end;
    const last = this.list.at(-1);
    if (last?.offset === offset && last.number + last.count === number) last.count += 1;
    else this.list.push({ number, count: 1, offset, length });
    if (earlier !== undefined) return false;
    if (text !== undefined && this.known.size < MAX_REMEMBERED) this.known.set(text, offset);
    this.contentCount += 1;
    this.end += length;
    return true;
  }
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
