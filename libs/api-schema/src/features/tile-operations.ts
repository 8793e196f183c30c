import { binary, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { mapStyleSchema, tileJsonSchema } from './maps.js';
import type { Operation } from '../operation.js';
import { mapQuerySchema, mapTileQuerySchema } from './tile-queries.js';
import { usual } from '../error-example.js';
import { searched } from '../error-cases.js';

const spaceId = { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } };
const etag = { ETag: 'Identifies the response; for `If-None-Match`.' };

const common = {
  api: 'spaces',
  method: 'get',
  access: 'optional',
  isPublic: true,
  scope: 'spaces:read',
  parameters: spaceId,
  headers: { 'If-None-Match': 'The `ETag` of an earlier response: 304 if nothing has changed.' },
  errors: { 403: usual, 404: usual, 428: usual },
} as const satisfies Partial<Operation>;

const notModified = { 304: { description: 'Nothing has changed since.' } };

/** A response with a vector tile. */
export const vectorTile = {
  description: 'The tile. Its only layer is named after the space.',
  body: binary(['application/vnd.mapbox-vector-tile']),
  headers: {
    ...etag,
    'Cairn-Tile-Omitted':
      'How many features a vector tile leaves out to keep its limits; absent if it has all.',
  },
};

/** The response where nothing is in a vector tile. */
export const emptyTile = { 204: { description: 'Nothing is in the vector tile.', headers: etag } };

/** The operations that serve maps. */
export const tileOperations = [
  {
    ...common,
    id: 'getTile',
    reach: 'spaces',
    path: '/tiles/{spaceId}/{z}/{x}/{y}.mvt',
    summary: 'Get a vector tile',
    description: 'At an address as maps use it; by the Mapbox Vector Tile specification 2.1.',
    parameters: {
      ...spaceId,
      z: { description: 'Zoom level, 0 to 30.', example: '4' },
      x: { description: 'Column, from the antimeridian to the east.', example: '8' },
      y: { description: 'Row, from the north.', example: '5' },
    },
    query: mapTileQuerySchema,
    responses: { 200: vectorTile, ...emptyTile, ...notModified },
    errors: { ...searched, 428: usual },
  },
  {
    ...common,
    id: 'getTileJson',
    reach: 'spaces',
    path: '/tiles/{spaceId}.json',
    summary: 'Get the TileJSON of a space',
    description: 'TileJSON 3.0. Tiles have the query that it was asked for with.',
    query: mapQuerySchema,
    responses: {
      200: {
        description: 'Describes the tiles.',
        body: json(tileJsonSchema, examples.tileJson),
        headers: etag,
      },
      ...notModified,
    },
    errors: { ...searched, 428: usual },
  },
  {
    ...common,
    id: 'getMapStyle',
    reach: 'spaces',
    path: '/styles/{spaceId}.json',
    summary: 'Get a style for a map of a space',
    description:
      'By the MapLibre Style Specification, with layers for what the features are. Tiles have its query.',
    query: mapQuerySchema,
    responses: {
      200: { description: 'The style.', body: json(mapStyleSchema, examples.mapStyle), headers: etag },
      ...notModified,
    },
    errors: { ...searched, 428: usual },
  },
] as const satisfies readonly Operation[];
