import { json } from '../content.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { changed, map } from './map-errors.js';
import { mapsQuerySchema, readMapQuerySchema } from './map-queries.js';
import { createMapBodySchema, mapPageSchema, mapRecordSchema, patchMapBodySchema } from './web-maps.js';

const reading = { api: 'maps', method: 'get', scope: 'spaces:read' } as const;
const writing = { api: 'maps', access: 'key', scope: 'spaces:write' } as const;
const parameters = { id: { description: 'Identifier of the map.', example: examples.mapRecord.id } };
const headers = { ETag: 'The version of the map; for `If-None-Match` and `If-Match`.' };
const ifMatch = { 'If-Match': 'The `ETag` that the map must have still; else 412.' };
const body = json(mapRecordSchema, examples.mapRecord);

/** Maps of layers. */
export const mapOperations = [
  {
    ...writing,
    id: 'createMap',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/maps',
    summary: 'Make a map',
    description:
      'Of up to 50 layers. Each shows features of a space, and needs the right to share it: whoever may look at the map sees ' +
      'what its layers show, and nothing else of their spaces. An account has at most 10,000 maps.',
    body: json(createMapBodySchema, examples.createMapBody),
    responses: {
      201: { description: 'The map.', headers: { ...headers, Location: 'The address of the map.' }, body },
    },
    errors: {
      400: invalid('title', 'invalid-length', 'The title must not be empty.'),
      409: { code: 'map-limit-reached', detail: 'No more than 10000 maps are allowed.' },
      413: usual,
      415: usual,
    },
  },
  {
    ...reading,
    access: 'key-or-link',
    id: 'listMaps',
    reach: { on: 'account', role: 'viewer' },
    path: '/api/maps',
    summary: 'List maps',
    description:
      'Without their layers, the latest first, page by page. Default maps of spaces are there once they were changed. For the holder of a link it is the map that the link opens.',
    query: mapsQuerySchema,
    responses: { 200: { description: 'The maps.', body: json(mapPageSchema, examples.mapPage) } },
    errors: { 400: wrongLimit },
  },
  {
    ...reading,
    access: 'key-or-link',
    id: 'getMap',
    reach: { on: 'map', role: 'viewer' },
    path: '/api/maps/{id}',
    summary: 'Get a map',
    description: 'The default map of a space has the id `space.ID`.',
    parameters,
    query: readMapQuerySchema,
    headers: { 'If-None-Match': 'The `ETag` of an earlier response: 304 if nothing has changed.' },
    responses: {
      200: { description: 'The map.', headers, body },
      304: { description: 'Nothing has changed since.' },
    },
    errors: { 403: usual, 404: map },
  },
  {
    ...writing,
    id: 'patchMap',
    reach: { on: 'map', role: 'editor' },
    method: 'patch',
    path: '/api/maps/{id}',
    summary: 'Change a map',
    description:
      'Only what is given changes; `layers` are all of them. A layer that shows more than before needs the right to share its space.',
    parameters,
    headers: ifMatch,
    body: json(patchMapBodySchema, examples.patchMapBody),
    responses: { 200: { description: 'The map as it is now.', headers, body } },
    errors: { 404: map, 412: changed, 413: usual, 415: usual },
  },
  {
    ...writing,
    id: 'deleteMap',
    reach: { on: 'map', role: 'manager' },
    method: 'delete',
    path: '/api/maps/{id}',
    summary: 'Delete a map',
    description: 'Into the trash. Its spaces stay. The default map of a space becomes what it was at first.',
    parameters,
    headers: ifMatch,
    responses: { 204: { description: 'The map is gone.' } },
    errors: { 404: map, 412: changed },
  },
] as const satisfies readonly Operation[];
