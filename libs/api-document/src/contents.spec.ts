import { binary, form, json, sequence, type Operation } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { openApiDocument } from './document.js';

const point = z.strictObject({ type: z.literal('Point'), coordinates: z.array(z.number()) });
const geometry = z
  .union([
    point,
    z.strictObject({
      type: z.literal('GeometryCollection'),
      get geometries(): z.ZodType {
        return z.array(geometry);
      },
    }),
  ])
  .meta({ id: 'Geometry' });
const feature = z
  .looseObject({ type: z.literal('Feature'), geometry: geometry.nullable() })
  .meta({ id: 'Feature' });
const collection = z
  .looseObject({ type: z.literal('FeatureCollection'), features: z.array(feature) })
  .meta({ id: 'FeatureCollection' });

const hut = { type: 'Feature', geometry: { type: 'Point', coordinates: [7.7, 46] } };
const spring = { type: 'Feature', geometry: null };
const both = { type: 'FeatureCollection', features: [hut, spring] };
const jsonTypes = ['application/geo+json', 'application/json'];

const putFeatures: Operation = {
  id: 'putFeatures',
  api: 'spaces',
  method: 'put',
  path: '/hub/spaces/{spaceId}/features',
  summary: 'Put features',
  access: 'key',
  body: { ...json(collection, both, jsonTypes), ...sequence(feature, [hut]) },
  responses: {
    200: {
      description: 'The features, in the format asked for.',
      body: {
        ...json(collection, both, jsonTypes),
        ...sequence(feature, [hut, spring], ['application/x-ndjson', 'application/geo+json-seq']),
        ...binary(['application/vnd.mapbox-vector-tile']),
      },
    },
  },
  reach: 'spaces',
  errors: {},
};

const described = openApiDocument({ baseUrl: 'http://x', cdnUrl: 'http://x/cdn', version: '1' }, [
  putFeatures,
]);

describe('an operation with several content types', () => {
  const component = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

  it('is described under its method', () => {
    expect(described).toHaveProperty(['paths', putFeatures.path, 'put', 'operationId'], 'putFeatures');
  });

  it('lists each media type of its request body', () => {
    expect(described).toHaveProperty(['paths', putFeatures.path, 'put', 'requestBody'], {
      required: true,
      content: {
        'application/geo+json': { schema: component('FeatureCollectionInput'), example: both },
        'application/json': { schema: component('FeatureCollectionInput'), example: both },
        'application/x-ndjson': {
          schema: { type: 'string', description: 'JSON values, one a line.' },
          'x-oai-itemSchema': component('FeatureInput'),
          example: `${JSON.stringify(hut)}\n`,
        },
      },
    });
  });

  it('lists JSON, JSON sequences and binary media types of its response', () => {
    expect(described).toHaveProperty(['paths', putFeatures.path, 'put', 'responses', '200', 'content'], {
      'application/geo+json': { schema: component('FeatureCollection'), example: both },
      'application/json': { schema: component('FeatureCollection'), example: both },
      'application/x-ndjson': {
        schema: { type: 'string', description: 'JSON values, one a line.' },
        'x-oai-itemSchema': component('Feature'),
        example: `${JSON.stringify(hut)}\n${JSON.stringify(spring)}\n`,
      },
      'application/geo+json-seq': {
        schema: {
          type: 'string',
          description: 'JSON values, each between a record separator (U+001E) and a line feed (RFC 7464).',
        },
        'x-oai-itemSchema': component('Feature'),
        example: `\u001e${JSON.stringify(hut)}\n\u001e${JSON.stringify(spring)}\n`,
      },
      'application/vnd.mapbox-vector-tile': {},
    });
  });

  it('turns named schemas into components that refer to each other, including a recursive one', () => {
    const schemas = (ending: string): object => ({
      [`FeatureCollection${ending}`]: expect.objectContaining({
        properties: {
          type: { type: 'string', const: 'FeatureCollection' },
          features: { type: 'array', items: component(`Feature${ending}`) },
        },
      }),
      [`Feature${ending}`]: expect.objectContaining({
        properties: {
          type: { type: 'string', const: 'Feature' },
          geometry: { anyOf: [component(`Geometry${ending}`), { type: 'null' }] },
        },
      }),
      [`Geometry${ending}`]: {
        anyOf: [
          expect.objectContaining({ required: ['type', 'coordinates'] }),
          expect.objectContaining({
            properties: {
              type: { type: 'string', const: 'GeometryCollection' },
              geometries: { type: 'array', items: component(`Geometry${ending}`) },
            },
          }),
        ],
      },
    });
    expect(described).toHaveProperty(
      ['components', 'schemas'],
      expect.objectContaining({ ...schemas(''), ...schemas('Input') }),
    );
    expect(JSON.stringify(described)).not.toMatch(/#\/\$defs|"\$ref":"#"|"id":"/);
  });
});

describe('a form', () => {
  it('is described by its fields', () => {
    const fields = z.object({ file: z.string().meta({ format: 'binary' }), path: z.string().optional() });
    const post: Operation = { ...putFeatures, method: 'post', body: form(fields, { file: 'GIF' }) };
    const document = openApiDocument({ baseUrl: 'http://x', cdnUrl: 'http://x/cdn', version: '1' }, [post]);
    expect(document).toHaveProperty(['paths', post.path, 'post', 'requestBody', 'content'], {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' }, path: { type: 'string' } },
          required: ['file'],
        },
        example: { file: 'GIF' },
      },
    });
  });
});

describe('a recursive schema', () => {
  const tree = z.strictObject({
    get children(): z.ZodType {
      return z.array(tree);
    },
  });

  it.each([
    ['at the top', tree],
    ['inside another schema', z.strictObject({ tree })],
  ])('%s needs an `id`', (_, shape) => {
    const post: Operation = { ...putFeatures, body: json(shape, {}) };
    expect(() => openApiDocument({ baseUrl: 'http://x', cdnUrl: 'http://x', version: '1' }, [post])).toThrow(
      'needs an `id`',
    );
  });
});
