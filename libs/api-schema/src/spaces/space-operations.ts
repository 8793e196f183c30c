import * as z from 'zod';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';
import {
  createSpaceBodySchema,
  dryRunQuerySchema,
  hubStatusSchema,
  patchSpaceBodySchema,
  spaceRecordSchema,
  spacesQuerySchema,
  spaceSummarySchema,
} from './spaces.js';
import { forbidden, space } from '../error-cases.js';
import { invalid, usual, wrongLimit } from '../error-example.js';

const spaceId = { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } };
const spaceBody = json(spaceRecordSchema, examples.spaceRecord);

const keyless =
  'Requests without a key are rejected if they come from a page of another origin or name a foreign host.';

/** The spaces API, compatible with XYZ Hub. */
export const spaceOperations = [
  {
    id: 'getHubStatus',
    reach: 'own',
    api: 'spaces',
    method: 'get',
    path: '/hub',
    summary: 'Get information about the service',
    access: 'open',
    responses: {
      200: {
        description: 'Name, version and state.',
        body: json(hubStatusSchema, examples.hubStatus),
      },
    },
    errors: {},
  },
  {
    id: 'listSpaces',
    reach: 'spaces',
    api: 'spaces',
    method: 'get',
    path: '/hub/spaces',
    summary: 'List spaces',
    description: 'Oldest first. Without `limit`, streams all spaces.',
    access: 'optional',
    scope: 'spaces:read',
    query: spacesQuerySchema.extend({
      ...pageQuerySchema.shape,
      limit: pageQuerySchema.shape.limit.describe(
        'Page size. The `Link` header points to the next page. Default: the whole listing.',
      ),
    }),
    responses: {
      200: {
        description: 'The spaces. Empty if there are none.',
        body: json(z.array(spaceSummarySchema), [examples.spaceSummary]),
        headers: { Link: 'With `limit`: the next page, as `rel="next"`. Absent on the last page.' },
      },
    },
    errors: { 400: wrongLimit, 403: forbidden },
  },
  {
    id: 'createSpace',
    reach: 'spaces',
    repeatable: true,
    api: 'spaces',
    method: 'post',
    path: '/hub/spaces',
    summary: 'Create a space',
    description:
      'Any JSON content type is accepted. Without a key, `Content-Type` is required. Unknown members are ignored. ' +
      keyless,
    access: 'optional',
    scope: 'spaces:write',
    query: dryRunQuerySchema,
    body: json(createSpaceBodySchema, examples.createSpaceBody),
    responses: { 200: { description: 'The space.', body: spaceBody } },
    errors: {
      400: invalid('title', 'invalid-type', 'is missing'),
      403: forbidden,
      404: {
        code: 'storage-not-found',
        detail: "There is no storage 'other'; the storage of this service is 'sqlite'.",
      },
      409: usual,
      413: usual,
      415: usual,
    },
  },
  {
    id: 'getSpace',
    reach: 'spaces',
    api: 'spaces',
    method: 'get',
    path: '/hub/spaces/{spaceId}',
    summary: 'Get a space',
    access: 'optional',
    scope: 'spaces:read',
    parameters: spaceId,
    responses: { 200: { description: 'The space.', body: spaceBody } },
    errors: { 403: forbidden, 404: space },
  },
  {
    id: 'patchSpace',
    reach: 'spaces',
    api: 'spaces',
    method: 'patch',
    path: '/hub/spaces/{spaceId}',
    summary: 'Change a space',
    description: keyless,
    access: 'optional',
    scope: 'spaces:write',
    parameters: spaceId,
    query: dryRunQuerySchema,
    body: json(patchSpaceBodySchema, examples.patchSpaceBody),
    responses: {
      200: {
        description: 'The changed space.',
        body: json(spaceRecordSchema, { ...examples.spaceRecord, ...examples.patchSpaceBody }),
      },
    },
    errors: {
      400: invalid('title', 'invalid-type', 'must be a string'),
      403: forbidden,
      404: space,
      413: usual,
      415: usual,
    },
  },
  {
    id: 'deleteSpace',
    reach: 'spaces',
    api: 'spaces',
    method: 'delete',
    path: '/hub/spaces/{spaceId}',
    summary: 'Delete a space',
    description: keyless,
    access: 'optional',
    scope: 'spaces:write',
    parameters: spaceId,
    query: dryRunQuerySchema,
    responses: {
      200: {
        description: 'The deleted space, if `Accept` is exactly `application/json`.',
        body: spaceBody,
      },
      204: { description: 'The space was deleted.' },
    },
    errors: {
      400: invalid('dryRun', 'invalid-type', 'must be `true` or `false`, in any case'),
      403: forbidden,
      404: space,
    },
  },
] as const satisfies readonly Operation[];
