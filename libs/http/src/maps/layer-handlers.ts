import type { IncomingMessage } from 'node:http';
import { layerFeaturesQuerySchema, layerTileQuerySchema, webMapStyleQuerySchema } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { splitBbox, type BoundingBox } from '@cairn/geometry';
import { OpenLayer, ReadMap, showsOnlyCells, type LayerTile, type OpenedLayer } from '@cairn/maps';
import { MAP_BUFFER, type PropertyFilter } from '@cairn/spaces';
import { tileAt } from '../features/query/area.js';
import { collectFaults } from '../features/query/collect-faults.js';
import { bothOf, parseMemberFilter } from '../features/query/feature-criteria.js';
import { formatHandle, parseHandle } from '../features/query/handle.js';
import { parseSortKeys } from '../features/query/shaping.js';
import { groundStyleAt } from '../ground/ground-style-at.js';
import { isNotModified } from '../features/reading/conditional.js';
import { sendCollection } from '../features/reading/feature-response.js';
import { LimitedRead } from '../features/reading/limited-read.js';
import { parametersOf } from '../features/reading/query-request.js';
import { asRead, type ShapingThreads } from '../features/reading/shaping-threads.js';
import type { LargeAnswers } from '../limits/large-answers.js';
import { turnOf } from '../limits/turn.js';
import type { Addresses } from '../messages/addresses.js';
import { entityTag } from '../messages/entity-tags.js';
import { parse } from '../messages/faults.js';
import { Memo } from '../messages/memo.js';
import { queryOf } from '../messages/query.js';
import { compressed, compressedBySender } from '../responses/compressed.js';
import { sendJson } from '../responses/send-json.js';
import type { OperationHandler, OperationHandlers, OperationRequest } from '../routing/operation-handler.js';
import type { TileSender } from '../tiles/tile-sender.js';
import { layerTileJson } from './layer-tile-json.js';
import type { MapReading } from './map-key.js';
import { webMapStyle, type DescribedLayer } from './web-map-style.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly mapReading: MapReading;
  readonly addresses: Addresses;
  readonly sender: TileSender;
  readonly threads: ShapingThreads;
  readonly large: LargeAnswers;
}

const PER_PAGE = 100;

/** A request of a tile, which may leave it to the layer what is drawn. */
interface AskedTile extends Omit<LayerTile, 'of'> {
  readonly of: LayerTile['of'] | undefined;
}

/**
 * Gives what maps show: styles, tiles and features. Tags are of what is shown, because the version of a space would tell of
 * changes that nobody may see.
 */
export function layerHandlers(options: Options): OperationHandlers {
  const { application, mapReading, addresses, sender, threads, large } = options;
  const readMap = application.get(ReadMap);
  const openLayer = application.get(OpenLayer);
  const tiles = new Memo<AskedTile>();

  async function opened({ request, params }: OperationRequest): Promise<OpenedLayer> {
    const { id = '', layerId = '' } = params;
    return await mapReading.read(request, id, (key, reader) => openLayer.execute(key, layerId, reader));
  }

  const tilesOf = (request: IncomingMessage, mapId: string, layerId: string) => (of: LayerTile['of']) =>
    `${addresses.baseUrl}/api/maps/${encodeURIComponent(mapId)}/layers/${layerId}/tiles/{z}/{x}/{y}.mvt` +
    queryFor(request, of);

  const document = (show: (given: OperationRequest) => Promise<object>): OperationHandler =>
    compressed(async (given) => {
      const { request, response } = given;
      const shown = await show(given);
      if (isNotModified(request, response, entityTag(JSON.stringify(shown)))) return;
      sendJson(response, shown);
    });

  return {
    getWebMapStyle: document(async ({ request, query, params: { id = '' } }) => {
      const { theme = 'light', language = 'en' } = parse(query, webMapStyleQuerySchema);
      return await mapReading.read(request, id, async (key, reader) => {
        const { map, gone } = await readMap.execute(key, reader.caller);
        const there = map.layers.filter((layer) => !gone.includes(layer.id));
        const layers = there.map(async (layer): Promise<DescribedLayer> => {
          const description = await (await openLayer.execute(key, layer.id, reader)).describe();
          return { layer, description, tiles: tilesOf(request, id, layer.id) };
        });
        const ground = groundStyleAt(addresses.baseUrl, { theme, language });
        return webMapStyle({ map, layers: await Promise.all(layers), theme, ground });
      });
    }),

    getLayerTileJson: document(async (given) => {
      const { request, query, params } = given;
      const { id = '', layerId = '' } = params;
      const layer = await opened(given);
      const { of = usualOf(layer) } = parse(query, layerTileQuerySchema);
      const tiles = tilesOf(request, id, layerId)(of);
      return layerTileJson(layer, await layer.describe(), { tiles, of });
    }),

    getLayerTile: async (given) => {
      const { z = '', x = '', y = '' } = given.params;
      const wanted = tiles.of(given.request.url ?? '', () =>
        collectFaults({
          of: () => parse(given.query, layerTileQuerySchema).of,
          tile: () => tileAt('web', `${z}_${x}_${y}`),
          filter: () => parseMemberFilter(parametersOf(given)),
          buffer: () => MAP_BUFFER,
        }),
      );
      const layer = await opened(given);
      const { of = usualOf(layer) } = wanted;
      await sender.send(given, await layer.tile({ ...wanted, of }), { tagOf: 'content' });
    },

    listLayerFeatures: compressedBySender(async (given) => {
      const { response, query } = given;
      const parameters = parametersOf(given);
      const { page, after, sort, filter } = collectFaults({
        page: () => parse(query, layerFeaturesQuerySchema),
        after: () => parseHandle(parameters.text('cursor')),
        sort: () => parseSortKeys(parameters),
        filter: () => parseMemberFilter(parameters),
      });
      const { limit = PER_PAGE, bbox, q } = page;
      const layer = await opened(given);
      const read = new LimitedRead(response);
      const { cancellation } = read;
      const turn = turnOf(response, cancellation);
      await large.admit(response, turn, await layer.longestText());
      const found = layer.search({
        limit,
        after,
        sort,
        filter: bothOf(filter, q === undefined ? undefined : textFilter(q, layer.shown)),
        cancellation,
        ...(bbox && { boxes: splitBbox(boxOf(bbox)) }),
        shaper: (shaping) => threads.shaper(shaping, turn),
      });
      const members = (count: number, lastId: string) =>
        count === limit ? { nextCursor: formatHandle(lastId) } : {};
      await sendCollection(response, read.each(await read.of(found)), { shape: asRead, members });
    }),
  };
}

const boxOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): BoundingBox => [
  west,
  south,
  east,
  north,
];

/** Features that have the text in one of these properties. */
const textFilter = (text: string, properties: ReadonlySet<string>): PropertyFilter => ({
  kind: 'or',
  filters: [...properties].map((name) => ({
    kind: 'compare',
    path: ['properties', name],
    operator: 'includes',
    values: [text],
  })),
});

/** What tiles show, unless the request says it. */
const usualOf = ({ layer }: OpenedLayer): LayerTile['of'] => (showsOnlyCells(layer) ? 'cells' : 'features');

/** The query of tiles, with the credential in the address of the request. */
function queryFor(request: IncomingMessage, of: LayerTile['of']): string {
  const { access_token: token } = queryOf(request);
  const parts = [
    ...(of === 'cells' ? ['of=cells'] : []),
    ...(typeof token === 'string' ? [`access_token=${encodeURIComponent(token)}`] : []),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
