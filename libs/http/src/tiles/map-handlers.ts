import type { Application } from '@cairn/composition';
import { OpenDefaultMap } from '@cairn/maps';
import { DescribeMap, type Caller, type MapDescription, type TileQuery } from '@cairn/spaces';
import { isNotModified } from '../features/reading/conditional.js';
import { contentTag } from '../features/reading/content-tag.js';
import { parametersOf } from '../features/reading/query-request.js';
import { groundStyleAt } from '../ground/ground-style-at.js';
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

/** What is asked of a space. */
interface Asked {
  readonly caller: Caller;
  readonly addressOf: AddressOf;
  readonly query: TileQuery;
}

/** Describes a space for tiles with this query. */
type Show = (map: MapDescription, asked: Asked) => object | Promise<object>;

/** Describes spaces for maps. */
export function mapHandlers({
  application,
  addresses,
  hubCallers,
}: Options): Readonly<Record<string, OperationHandler>> {
  const describe = application.get(DescribeMap);
  const defaultMap = application.get(OpenDefaultMap);
  const handler = (show: Show): OperationHandler =>
    compressed(async (given) => {
      const { request, response, params } = given;
      // Rejects queries that tiles would reject.
      const tileQuery = parseMapTile({ z: '0', x: '0', y: '0' }, parametersOf(given));
      const caller = hubCallers.of(request);
      const map = await describe.execute(caller, params['spaceId'] ?? '');
      const query = queryTextOf(request);
      const addressOf = (path: string): string =>
        `${addresses.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
      const document = await show(map, { caller, addressOf, query: tileQuery });
      if (isNotModified(request, response, contentTag(map, JSON.stringify(document)))) return;
      sendJson(response, document);
    });
  return {
    getTileJson: handler((map, { addressOf, query: { clustering, selection } }) => {
      const address = addressOf(`/tiles/${encodeURIComponent(map.space.id)}/{z}/{x}/{y}.mvt`);
      return tileJsonOf(map, { address, clustering, selection });
    }),
    getMapStyle: handler(async (map, { caller, addressOf, query: { clustering } }) =>
      styleOf(map, {
        tileJson: addressOf(`/tiles/${encodeURIComponent(map.space.id)}.json`),
        shown: await defaultMap.execute(caller, map.space.id),
        ground: groundStyleAt(addresses.baseUrl, { theme: 'light', language: 'en' }),
        clustering,
      }),
    ),
  };
}
