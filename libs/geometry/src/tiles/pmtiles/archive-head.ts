import type { BoundingBox } from '../../boxes/bounding-box.js';
import type { JsonObject } from '../../geojson/geojson.js';
import { utf8Of } from '../mvt/utf8.js';
import { type Compress, directoriesOf } from './archive-directory.js';
import type { ArchiveEntries } from './archive-entries.js';
import { archiveHeader } from './archive-header.js';

/** What a reader of an archive is told besides where the tiles are. */
export interface ArchiveContent {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: BoundingBox;
  /** With `vector_layers`, as TileJSON has them. */
  readonly metadata: JsonObject;
}

/**
 * What of a PMTiles archive, version 3, comes before the data of its tiles, which are compressed with gzip, as `gzip`
 * does it.
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
