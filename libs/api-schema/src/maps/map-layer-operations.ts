import { binary, json } from '../content.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { examples } from '../examples/examples.js';
import { mapStyleSchema, tileJsonSchema } from '../features/maps.js';
import { emptyTile, vectorTile } from '../features/tile-operations.js';
import type { Operation } from '../operation.js';
import { layerFeaturesSchema } from './layer-features.js';
import { map, pictureFailed, picturesNotInstalled } from './map-errors.js';
import {
  exportMapQuerySchema,
  layerFeaturesQuerySchema,
  layerTileQuerySchema,
  mapPictureQuerySchema,
  webMapStyleQuerySchema,
} from './map-queries.js';

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
const wrongSize = invalid('width', 'invalid-value', 'Too big: expected number to be <=2000');
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
    id: 'getMapPicture',
    path: '/api/maps/{id}/picture.png',
    summary: 'Get a picture of a map',
    description:
      'Of its first view, with north up: what its tiles show, on the ground. Labels that have letters besides Latin, Greek and Cyrillic ones ' +
      'are left out. It is never older than the map and its features.',
    parameters: mapId,
    query: mapPictureQuerySchema,
    responses: {
      200: { description: 'The picture.', body: binary(['image/png']), headers: etag },
      ...notModified,
    },
    errors: { ...errors, 400: wrongSize, 501: picturesNotInstalled, 503: pictureFailed },
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
  {
    api: 'maps',
    method: 'get',
    access: 'key-or-link',
    scope: 'spaces:read',
    reach: { on: 'map', role: 'viewer' },
    id: 'exportMap',
    path: '/api/maps/{id}/export.zip',
    summary: 'Export a map as a folder',
    description:
      'A ZIP file, made while it is sent: a page that opens from any web server, without this service, with the tiles ' +
      '(PMTiles) and the features (GeoJSON) of each layer, the base map, fonts and icons. It has what the map shows, and nothing ' +
      'else. A link must allow downloads. A service without the dashboard gives no page.',
    parameters: mapId,
    query: exportMapQuerySchema,
    responses: { 200: { description: 'The folder.', body: binary(['application/zip']) } },
    errors: {
      ...errors,
      400: invalid('layers/2', 'too-many-features', 'has no room'),
      503: usual,
    },
  },
] as const satisfies readonly Operation[];
