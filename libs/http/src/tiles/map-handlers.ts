import type { Application } from '@cairn/composition';
import { DescribeMap, type MapDescription, type TileQuery } from '@cairn/spaces';
import { isNotModified } from '../features/reading/conditional.js';
import { contentTag } from '../features/reading/content-tag.js';
import { parametersOf } from '../features/reading/query-request.js';
import type { Addresses } from '../messages/addresses.js';
import { queryTextOf } from '../messages/query.js';
import { compressed } from '../responses/compressed.js';
import { sendJson } from '../responses/send-json.js';
import type { OperationHandler } from '../routing/operation-handler.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { styleOf } from './map-style.js';
import { tileJsonOf } from './tile-json.js';
import { parseMapTile } from './tile-request.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly hubCallers: HubCallers;
}

/** A URL of the service with the query of the request: filters and the key are passed on to tiles. */
type AddressOf = (path: string) => string;

/** Describes a space for tiles with this query. */
type Show = (map: MapDescription, addressOf: AddressOf, query: TileQuery) => unknown;

/** Describes spaces for maps. */
export function mapHandlers({
  application,
  addresses,
  hubCallers,
}: Options): Readonly<Record<string, OperationHandler>> {
  const describe = application.get(DescribeMap);
  const handler = (show: Show): OperationHandler =>
    compressed(async (given) => {
      const { request, response, params } = given;
      // Rejects queries that tiles would reject.
      const tileQuery = parseMapTile({ z: '0', x: '0', y: '0' }, parametersOf(given));
      const map = await describe.execute(hubCallers.of(request), params['spaceId'] ?? '');
      const query = queryTextOf(request);
      const addressOf = (path: string): string =>
        `${addresses.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
      const document = show(map, addressOf, tileQuery);
      if (isNotModified(request, response, contentTag(map, JSON.stringify(document)))) return;
      sendJson(response, document);
    });
  return {
    getTileJson: handler((map, addressOf, { clustering, selection }) => {
      const address = addressOf(`/tiles/${encodeURIComponent(map.space.id)}/{z}/{x}/{y}.mvt`);
      return tileJsonOf(map, { address, clustering, selection });
    }),
    getMapStyle: handler((map, addressOf, { clustering }) =>
      styleOf(map, { tileJson: addressOf(`/tiles/${encodeURIComponent(map.space.id)}.json`), clustering }),
    ),
  };
}
