import type { Application } from '@cairn/composition';
import { DrawTile, type VectorTile, type TileQuery } from '@cairn/spaces';
import { isNotModified } from '../features/reading/conditional.js';
import { contentTag } from '../features/reading/content-tag.js';
import { whileConnected } from '../features/reading/feature-response.js';
import { parametersOf } from '../features/reading/query-request.js';
import { assertHead } from '../features/query/version-reference.js';
import type { OperationHandler, OperationRequest } from '../http/routing/request-router.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { RecentQueries } from './recent-queries.js';
import { TileBytes } from './tile-bytes.js';
import { parseHubTile, parseMapTile, VECTOR_TILE, vectorTileOf } from './tile-request.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
}

/** How many features were left out. */
const OMITTED = 'Cairn-Tile-Omitted';

/** Sends vector tiles. */
export class TileHandlers {
  private readonly draw: DrawTile;
  private readonly bytes = new TileBytes();
  private readonly queries = new RecentQueries();

  constructor(private readonly options: Options) {
    this.draw = options.application.get(DrawTile);
  }

  /** At the address of XYZ Hub: vector tiles where they are asked for, else what `geoJson` sends. */
  hub(geoJson: OperationHandler | undefined): OperationHandler {
    return async (given) => {
      const attributes = vectorTileOf(given);
      if (attributes === undefined) await geoJson?.(given);
      else
        await this.serve(
          given,
          this.queries.of(`${attributes} ${given.request.url}`, () =>
            parseHubTile(given.params, parametersOf(given), attributes),
          ),
        );
    };
  }

  /** At the address that maps use. */
  readonly map: OperationHandler = async (given) => {
    const read = (): TileQuery => parseMapTile(given.params, parametersOf(given));
    await this.serve(given, this.queries.of(given.request.url ?? '', read));
  };

  private async serve(given: OperationRequest, query: TileQuery): Promise<void> {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const opened = await this.draw.execute(this.options.hubCallers.of(request), spaceId, query);
    assertHead(parametersOf(given), opened.head.version);
    response.setHeader('Vary', 'Accept, Accept-Encoding');
    if (isNotModified(request, response, contentTag(opened, opened.identity))) return;
    const answer = await opened.draw(whileConnected(response));
    if (answer === undefined) {
      response.destroy(); // the client has gone
      return;
    }
    if (answer.content === 'newer') {
      response.removeHeader('ETag');
      response.setHeader('Cache-Control', 'no-store');
    }
    await this.send(given, answer.tile);
  }

  private async send({ request, response }: OperationRequest, tile: VectorTile): Promise<void> {
    if (tile.omitted > 0) response.setHeader(OMITTED, tile.omitted);
    if (tile.bytes.length === 0) {
      response.writeHead(204).end();
      return;
    }
    const { 'accept-encoding': accepted } = request.headers;
    const encoding = this.bytes.encodingOf(tile, Array.isArray(accepted) ? accepted.join() : accepted);
    const bytes = await this.bytes.of(tile, encoding);
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Type', VECTOR_TILE);
    response.setHeader('Content-Length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }
}
