import { json } from '../content.js';
import { usual, wrongLimit } from '../error-example.js';
import { examples } from '../examples/examples.js';
import { mapStyleSchema, tileJsonSchema } from '../features/maps.js';
import { emptyTile, vectorTile } from '../features/tile-operations.js';
import type { Operation } from '../operation.js';
import { layerFeaturesSchema } from './layer-features.js';
import { map } from './map-errors.js';
import { layerFeaturesQuerySchema, layerTileQuerySchema, webMapStyleQuerySchema } from './map-queries.js';

const mapId = { id: { description: 'Identifier of the map.', example: examples.mapRecord.id } };
const layerId = { layerId: { description: 'Identifier of the layer.', example: 'huts' } };
const etag = { ETag: 'Identifies the response; for `If-None-Match`.' };
const notModified = { 304: { description: 'Nothing has changed since.' } };
const reading = {
  api: 'maps',
  method: 'get',
  access: 'public',
  scope: 'spaces:read',
  reach: { on: 'map', role: 'viewer' },
  parameters: { ...mapId, ...layerId },
  headers: { 'If-None-Match': 'The `ETag` of an earlier response: 304 if nothing has changed.' },
} as const;
const errors = { 403: usual, 404: map } as const;

/** What a map shows: all that it gives of its spaces. */
export const mapLayerOperations = [
  {
    ...reading,
    id: 'getWebMapStyle',
    path: '/api/maps/{id}/style.json',
    summary: 'Get the style of a map',
    description:
      'By the MapLibre Style Specification, with sources for its layers, and what their colors mean in `metadata`. ' +
      'Every program that draws such styles shows the map by it.',
    parameters: mapId,
    query: webMapStyleQuerySchema,
    responses: {
      200: { description: 'The style.', body: json(mapStyleSchema, examples.mapStyle), headers: etag },
      ...notModified,
    },
    errors,
  },
  {
    ...reading,
    id: 'getLayerTileJson',
    path: '/api/maps/{id}/layers/{layerId}/tiles.json',
    summary: 'Get the TileJSON of a layer of a map',
    description: 'TileJSON 3.0.',
    query: layerTileQuerySchema,
    responses: {
      200: {
        description: 'Describes the tiles.',
        body: json(tileJsonSchema, examples.layerTileJson),
        headers: etag,
      },
      ...notModified,
    },
    errors,
  },
  {
    ...reading,
    id: 'getLayerTile',
    path: '/api/maps/{id}/layers/{layerId}/tiles/{z}/{x}/{y}.mvt',
    summary: 'Get a vector tile of a layer of a map',
    description:
      'By the Mapbox Vector Tile specification 2.1. It has the features and properties that the layer shows.',
    parameters: {
      ...mapId,
      ...layerId,
      z: { description: 'Zoom level, 0 to 30.', example: '4' },
      x: { description: 'Column, from the antimeridian to the east.', example: '8' },
      y: { description: 'Row, from the north.', example: '5' },
    },
    query: layerTileQuerySchema,
    responses: {
      200: { ...vectorTile, description: 'The tile. Its only layer is named after the layer of the map.' },
      ...emptyTile,
      ...notModified,
    },
    errors,
  },
  {
    ...reading,
    id: 'listLayerFeatures',
    path: '/api/maps/{id}/layers/{layerId}/features',
    summary: 'Search the features of a layer of a map',
    description:
      'By ascending id or in the order of `sort`, page by page, with the properties that the layer shows.',
    query: layerFeaturesQuerySchema,
    responses: {
      200: {
        description: 'The features.',
        body: json(layerFeaturesSchema, examples.layerFeatures, ['application/geo+json']),
        headers: etag,
      },
      ...notModified,
    },
    errors: { ...errors, 400: wrongLimit },
  },
] as const satisfies readonly Operation[];
