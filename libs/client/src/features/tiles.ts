import type { TileArchiveFailureView, TileArchiveProgressView, TileArchiveView } from '@cairn/api-schema';
import { callOf } from '../calls/request.js';
import type { Query } from '../calls/route.js';
import { CairnError } from '../transport/cairn-error.js';
import { jsonLinesOf } from '../transport/lines.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import { split } from './features.js';

/** The content of tiles: filters, members, clusters, and how features are thinned out. */
export type TileOptions = Omit<Query<'GET /tiles/{spaceId}/{z}/{x}/{y}.mvt'>, 'version'>;

export interface ArchiveOptions extends Query<'POST /tiles/{spaceId}.pmtiles'>, CallOptions {
  readonly onProgress?: ((progress: TileArchiveProgressView) => void) | undefined;
}

/** Vector tiles of spaces: their addresses for maps, and their archives. */
export class Tiles {
  constructor(private readonly transport: Transport) {}

  /** The address of vector tiles, with `{z}/{x}/{y}` for a map to fill in. */
  mvt(spaceId: string, options: TileOptions = {}): string {
    return this.address('GET /tiles/{spaceId}', spaceId, options).replace(/(?=$|\?)/, '/{z}/{x}/{y}.mvt');
  }

  tileJson(spaceId: string, options: TileOptions = {}): string {
    return this.address('GET /tiles/{spaceId}.json', spaceId, options);
  }

  /** The address of a style of MapLibre. */
  style(spaceId: string, options: TileOptions = {}): string {
    return this.address('GET /styles/{spaceId}.json', spaceId, options);
  }

  /** The address of the archive of all tiles, which {@link makeArchive} makes. */
  pmtiles(spaceId: string): string {
    return this.address('GET /tiles/{spaceId}.pmtiles', spaceId);
  }

  /**
   * Draws all tiles of a space into one archive, which replaces an existing one. Aborting the call stops the drawing.
   */
  async makeArchive(spaceId: string, options: ArchiveOptions = {}): Promise<TileArchiveView> {
    this.transport.check(options);
    const { onProgress, ...others } = options;
    const headers = { Accept: 'application/x-ndjson' };
    const request = { params: { spaceId }, headers, idempotencyKey: false, ...split(others) } as const;
    const { body } = await this.transport.open(callOf('POST /tiles/{spaceId}.pmtiles', request));
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

  private address(route: string, spaceId: string, query?: object): string {
    const call = callOf(route, { params: { spaceId }, query });
    return this.transport.address(call.path, call.query);
  }
}

const BROKEN = 'The connection broke before the archive was made.';
