import { json, sequence } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  deleteFeaturesQuerySchema,
  postFeaturesQuerySchema,
  putFeaturesQuerySchema,
  writeFeatureQuerySchema,
} from './feature-queries.js';
import {
  featureCollectionSchema,
  featureSchema,
  givenFeaturesSchema,
  givenSingleFeatureSchema,
  modificationListSchema,
  writtenFeaturesSchema,
} from './features.js';
import { featureSequenceTypes, importLineSchema, importSummarySchema } from './imports.js';
import type { Operation } from '../operation.js';
import { changed, forbidden, space as spaceError, writtenMany, writtenOne } from '../error-cases.js';
import { invalid, usual } from '../error-example.js';

const space = { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } };
const feature = {
  ...space,
  featureId: { description: 'Identifier of the feature, percent-encoded.', example: examples.feature.id },
};
const GEOJSON = ['application/geo+json'];
const given = json(givenFeaturesSchema, examples.givenCollection, ['application/json', ...GEOJSON]);
const single = json(givenSingleFeatureSchema, examples.givenFeature, ['application/json', ...GEOJSON]);

/** Bodies that are always imported, even if they are small. */
const givenSequence = sequence(givenSingleFeatureSchema, [examples.givenFeature], featureSequenceTypes);

const allOrNothing =
  'All features are written in one transaction. Bodies may be compressed with gzip. Unchanged features keep their version.';
const orImported =
  'Features on lines or in records (RFC 8142) are imported, whatever their number: in chunks of one transaction each, without those that are invalid. So is any body if `Accept` names `application/x-ndjson`, and one that is too large for one transaction with `transactional=false`.';
const silent = { 204: { description: 'With `Accept: application/x-empty`: the same, without a body.' } };
const unseen = {
  204: {
    description:
      'The same, without a body: with `Accept: application/x-empty`, and for who may not read the feature.',
  },
};
const etag = { ETag: 'Identifies the feature as it is now; for `If-Match`.' };
const ifMatch = { 'If-Match': 'An `ETag` that the feature must have still; else 412.' };

const common = {
  api: 'spaces',
  access: 'optional',
  scope: 'spaces:write',
  parameters: space,
} as const satisfies Partial<Operation>;

const written = {
  200: {
    description:
      'The features as they are now, and what became of them; for who may not read, only those that hold nothing but what was sent. Of an import its summary; with `Accept: application/x-ndjson` a line after each stored chunk, and the summary as the last one, whatever its `end`.',
    body: {
      ...json(writtenFeaturesSchema, examples.writtenFeatures, GEOJSON),
      ...json(importSummarySchema, examples.importSummary),
      ...sequence(importLineSchema, [examples.importProgress, examples.importSummary]),
    },
  },
  ...silent,
};

const one = {
  200: {
    description: 'The feature as it is now.',
    body: json(featureSchema, examples.feature, GEOJSON),
    headers: etag,
  },
  ...unseen,
};

/** The operations that write features. */
export const featureWriteOperations = [
  {
    ...common,
    id: 'putFeatures',
    reach: 'spaces',
    repeatable: false,
    method: 'put',
    path: '/hub/spaces/{spaceId}/features',
    summary: 'Create or replace features',
    description: `${allOrNothing} ${orImported}`,
    query: putFeaturesQuerySchema,
    body: { ...given, ...givenSequence },
    responses: written,
    errors: { ...writtenMany, 405: usual, 428: usual },
  },
  {
    ...common,
    id: 'postFeatures',
    reach: 'spaces',
    method: 'post',
    path: '/hub/spaces/{spaceId}/features',
    summary: 'Create, change or delete features',
    description: `Objects are merged into existing features and \`null\` removes a member, unless \`e\` says otherwise. ${allOrNothing} ${orImported}`,
    query: postFeaturesQuerySchema,
    body: {
      ...given,
      ...givenSequence,
      ...json(modificationListSchema, examples.modificationList, [
        'application/vnd.here.feature-modification-list',
      ]),
    },
    responses: written,
    errors: { ...writtenMany, 405: usual, 428: usual },
  },
  {
    ...common,
    id: 'deleteFeatures',
    reach: 'spaces',
    method: 'delete',
    path: '/hub/spaces/{spaceId}/features',
    summary: 'Delete features',
    description:
      'By their ids, by tags, by filters of members, or all of them. Filters narrow tags and `eraseContent`. Ids of which there is no feature are ignored. Other parameters are refused.',
    query: deleteFeaturesQuerySchema,
    responses: {
      200: {
        description:
          'Which were deleted, if they were named by `id` and `Accept` is exactly `application/json` or `application/geo+json`.',
        body: json(featureCollectionSchema, examples.deletedFeatures, GEOJSON),
      },
      204: { description: 'The features are gone.' },
    },
    errors: {
      400: invalid('id', 'required', 'Give either `id`, or `tags`, or `eraseContent=true`.'),
      403: forbidden,
      404: spaceError,
      405: usual,
      428: usual,
    },
  },
  {
    ...common,
    id: 'putFeature',
    reach: 'spaces',
    method: 'put',
    path: '/hub/spaces/{spaceId}/features/{featureId}',
    summary: 'Create or replace a feature',
    description: 'The id in the path wins over the one in the body. `If-None-Match: *` creates only.',
    parameters: feature,
    query: writeFeatureQuerySchema,
    headers: ifMatch,
    body: single,
    responses: one,
    errors: { ...writtenOne, 404: spaceError, 405: usual, 428: usual },
  },
  {
    ...common,
    id: 'patchFeature',
    reach: 'spaces',
    method: 'patch',
    path: '/hub/spaces/{spaceId}/features/{featureId}',
    summary: 'Change a feature',
    description: 'A merge patch (RFC 7396): objects are merged, `null` removes a member.',
    parameters: feature,
    query: writeFeatureQuerySchema,
    headers: ifMatch,
    body: single,
    responses: one,
    errors: { ...writtenOne, 405: usual, 428: usual },
  },
  {
    ...common,
    id: 'deleteFeature',
    reach: 'spaces',
    method: 'delete',
    path: '/hub/spaces/{spaceId}/features/{featureId}',
    summary: 'Delete a feature',
    parameters: feature,
    headers: ifMatch,
    responses: { 204: { description: 'The feature is gone.' } },
    errors: { 403: forbidden, 404: spaceError, 405: usual, 412: changed, 428: usual },
  },
] as const satisfies readonly Operation[];
