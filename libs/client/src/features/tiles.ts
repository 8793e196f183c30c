import type {
  ArchiveQuery,
  MapQuery,
  MapStyle,
  MapTileQuery,
  TileArchiveFailureView,
  TileArchiveProgressView,
  TileArchiveView,
  TileJson,
} from '@cairn/api-schema';
import { featureQuery, type FeatureFilters, type FeatureView } from '../features/filters.js';
import { split } from '../features/reads.js';
import { path } from '../transport/address.js';
import { CairnError } from '../transport/cairn-error.js';
import { jsonLinesOf } from '../transport/lines.js';
import type { CallOptions, Transport } from '../transport/transport.js';

type Restated = 'tags' | 'p.name' | 'f.id' | 'selection' | 'version';

/** The content of tiles: filters, members, clusters, and how features are thinned out. */
export type TileOptions = Omit<MapTileQuery, Restated> & FeatureFilters & Pick<FeatureView, 'selection'>;
export type MapOptions = Omit<MapQuery, Restated> & FeatureFilters & Pick<FeatureView, 'selection'>;

export interface ArchiveOptions extends ArchiveQuery, CallOptions {
  readonly onProgress?: ((progress: TileArchiveProgressView) => void) | undefined;
}

/** Vector tiles of spaces: their addresses for maps, and their descriptions. */
export class Tiles {
  constructor(private readonly transport: Transport) {}

  /** The address of vector tiles, with `{z}/{x}/{y}` for a map to fill in. */
  mvt(spaceId: string, options: TileOptions = {}): string {
    return this.transport.address(`${path`/tiles/${spaceId}`}/{z}/{x}/{y}.mvt`, featureQuery(options));
  }

  tileJson(spaceId: string, options: MapOptions = {}): string {
    return this.transport.address(`${path`/tiles/${spaceId}`}.json`, featureQuery(options));
  }

  /** The address of a style of MapLibre. */
  style(spaceId: string, options: MapOptions = {}): string {
    return this.transport.address(`${path`/styles/${spaceId}`}.json`, featureQuery(options));
  }

  /** The address of the archive of all tiles, which {@link makeArchive} makes. */
  pmtiles(spaceId: string): string {
    return this.transport.address(archivePath(spaceId));
  }

  async getTileJson(spaceId: string, options: MapOptions & CallOptions = {}): Promise<TileJson> {
    return await this.transport.json({ path: `${path`/tiles/${spaceId}`}.json`, ...split(options) });
  }

  async getStyle(spaceId: string, options: MapOptions & CallOptions = {}): Promise<MapStyle> {
    return await this.transport.json({ path: `${path`/styles/${spaceId}`}.json`, ...split(options) });
  }

  /**
   * Draws all tiles of a space into one archive, which replaces an existing one. Aborting the call stops the drawing.
   */
  async makeArchive(spaceId: string, options: ArchiveOptions = {}): Promise<TileArchiveView> {
    this.transport.check(options);
    const { onProgress, ...others } = options;
    const { body } = await this.transport.open({
      method: 'POST',
      path: archivePath(spaceId),
      headers: { Accept: 'application/x-ndjson' },
      ...split({ ...others }),
    });
    const lines = jsonLinesOf<TileArchiveProgressView | TileArchiveView | TileArchiveFailureView>(
      body,
      BROKEN,
    );
    for await (const read of lines) {
      if (read.type === 'TileArchive') return read;
      if (read.type === 'TileArchiveFailure')
        throw new CairnError({ kind: 'unavailable', code: read.code, detail: read.message });
      onProgress?.(read);
    }
    throw new CairnError({ kind: 'network', code: 'network', detail: BROKEN });
  }

  async deleteArchive(spaceId: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: archivePath(spaceId), options });
  }
}

const BROKEN = 'The connection broke before the archive was made.';

const archivePath = (spaceId: string): string => `${path`/tiles/${spaceId}`}.pmtiles`;
