import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMapBodySchema,
  mapsQuerySchema,
  patchMapBodySchema,
  type MapPage,
  type MapRecord,
} from '@cairn/api-schema';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import {
  CreateMap,
  DeleteMap,
  ListMaps,
  MAP_ID_LENGTH,
  MapChanged,
  ReadMap,
  UpdateMap,
  type MapKey,
} from '@cairn/maps';
import { askerIn } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { readJson } from '../../bodies/json-body.js';
import { isNotModified } from '../../features/reading/conditional.js';
import type { HttpServices } from '../../http-services.js';
import { newLayers } from '../../maps/given-layers.js';
import { mapKeyOf, seesWhole, spaceReaderOf } from '../../maps/map-key.js';
import { mapRecord, mapSummary, mapTag, versionIn } from '../../maps/map-view.js';
import { namedTags, weakTag } from '../../messages/entity-tags.js';
import { parse } from '../../messages/faults.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { compressed } from '../../responses/compressed.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 100;

/** Makes, lists, reads, changes and deletes maps. */
export function mapHandlers({ application, hubCallers, addresses }: HttpServices): OperationHandlers {
  const createMap = application.get(CreateMap);
  const listMaps = application.get(ListMaps);
  const readMap = application.get(ReadMap);
  const updateMap = application.get(UpdateMap);
  const deleteMap = application.get(DeleteMap);

  async function shown(request: IncomingMessage, key: MapKey): Promise<MapRecord> {
    const readable = await readMap.execute(key, spaceReaderOf(request, hubCallers));
    return mapRecord(readable, seesWhole(request, key.id) ? 'whole' : 'shown');
  }

  /** The version that `If-Match` asks for; `undefined` for any. @throws {MapChanged} if the map has another one. */
  async function expectedVersion(request: IncomingMessage, key: MapKey): Promise<number | undefined> {
    const { 'if-match': header } = request.headers;
    if (header === undefined) return undefined;
    const { version } = (await readMap.execute(key)).map;
    const tags = namedTags(header);
    if (tags.includes('*')) return undefined; // it is there
    if (!tags.some((tag) => versionIn(tag) === version)) throw new MapChanged(version);
    return version;
  }

  const tagged = (response: ServerResponse, record: MapRecord): MapRecord => {
    response.setHeader('ETag', weakTag(mapTag(record)));
    return record;
  };

  return {
    createMap: async ({ request, response }) => {
      const { layers = [], ...details } = await readJson(request, response, createMapBodySchema);
      const id = requestContextOf(request).attempt?.id(MAP_ID_LENGTH);
      const caller = hubCallers.of(request);
      const map = await createMap.execute(caller, { ...details, layers: newLayers(layers), id });
      response.setHeader('Location', `${addresses.baseUrl}/api/maps/${map.id}`);
      noteChanged(request, { thing: { type: 'map', id: map.id } });
      return tagged(response, await shown(request, map));
    },

    listMaps: compressed(async ({ request, query }) => {
      const { limit = PER_PAGE, cursor, space } = parse(query, mapsQuerySchema);
      const { principal } = requestContextOf(request);
      if (principal.kind === 'link') {
        const { layers, ...map } = (await readMap.execute(mapKeyOf(request, principal.link.resource.id))).map;
        return { maps: [mapSummary({ ...map, layerCount: layers.length })] } satisfies MapPage;
      }
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await listMaps.execute(callerOf(request).accountId, { limit, after }, space);
      return {
        maps: items.map(mapSummary),
        ...(next && { nextCursor: formatCursor(next) }),
      } satisfies MapPage;
    }),

    getMap: compressed(async ({ request, response, params: { id = '' } }) => {
      const record = await shown(request, mapKeyOf(request, id));
      return isNotModified(request, response, mapTag(record)) ? undefined : record;
    }),

    patchMap: async ({ request, response, params: { id = '' } }) => {
      const key = mapKeyOf(request, id);
      const { layers, ...change } = await readJson(request, response, patchMapBodySchema);
      const version = await expectedVersion(request, key);
      const map = await updateMap.execute(hubCallers.of(request), key, {
        ...change,
        layers: layers && newLayers(layers),
        version,
      });
      return tagged(response, await shown(request, map));
    },

    deleteMap: async ({ request, params: { id = '' } }) => {
      const key = mapKeyOf(request, id);
      const version = await expectedVersion(request, key);
      await deleteMap.execute(key, { deletedBy: askerIn(request, callerOf(request)), version });
      return NO_CONTENT;
    },
  };
}
