import type { IncomingMessage } from 'node:http';
import type { Application } from '@cairn/composition';
import { DrawTile, type Space, type TileQuery } from '@cairn/spaces';
import type { HubParameters } from '../features/query/hub-parameters.js';
import { assertHead, isHead } from '../features/query/version-reference.js';
import { parametersOf } from '../features/reading/query-request.js';
import { Memo } from '../messages/memo.js';
import { requestContextOf } from '../messages/request-context.js';
import type { OperationHandler, OperationRequest } from '../routing/operation-handler.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { parseHubTile, parseMapTile, vectorTileOf } from './tile-request.js';
import type { TileSender } from './tile-sender.js';

/** A link can be revoked at once: caches ask again each time. */
const keptMsFor = (request: IncomingMessage, { settings }: Space): number | undefined =>
  requestContextOf(request).principal.kind === 'link' ? 0 : settings.cacheTTL;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly sender: TileSender;
}

/** The parsed request of a tile. */
interface Asked {
  readonly query: TileQuery;
  readonly parameters: HubParameters;
  readonly isHead: boolean;
}

/** Sends vector tiles. */
export class TileHandlers {
  private readonly draw: DrawTile;
  private readonly asked = new Memo<Asked>();

  constructor(private readonly options: Options) {
    this.draw = options.application.get(DrawTile);
  }

  /** The URL of XYZ Hub: sends vector tiles if they are requested, else calls `geoJson`. */
  hub(geoJson: OperationHandler | undefined): OperationHandler {
    return async (given) => {
      const attributes = vectorTileOf(given);
      if (attributes === undefined) {
        await geoJson?.(given);
        return;
      }
      const read = (parameters: HubParameters): TileQuery =>
        parseHubTile(given.params, parameters, attributes);
      await this.serve(given, this.read(given, { text: attributes, read }));
    };
  }

  /** The URL for map libraries. */
  readonly map: OperationHandler = async (given) => {
    const read = (parameters: HubParameters): TileQuery => parseMapTile(given.params, parameters);
    await this.serve(given, this.read(given, { text: 'map', read }));
  };

  /** `text` identifies everything besides the URL that the result of `read` depends on. */
  private read(
    given: OperationRequest,
    { text, read }: { readonly text: string; readonly read: (parameters: HubParameters) => TileQuery },
  ): Asked {
    return this.asked.of(`${text} ${given.request.url}`, () => {
      const parameters = parametersOf(given);
      return { query: read(parameters), parameters, isHead: isHead(parameters) };
    });
  }

  private async serve(given: OperationRequest, asked: Asked): Promise<void> {
    const { request, params } = given;
    const { query, parameters } = asked;
    const { spaceId = '' } = params;
    const opened = await this.draw.execute(this.options.hubCallers.of(request), spaceId, query);
    if (!asked.isHead) assertHead(parameters, opened.head.version);
    await this.options.sender.send(given, opened, { keptMs: keptMsFor(request, opened.space) });
  }
}
