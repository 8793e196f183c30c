import { z } from 'zod';
import { json } from './content.js';
import { examples } from './examples.js';
import type { Operation } from './operation.js';
import { pageQuerySchema } from './paging.js';
import {
  createSpaceBodySchema,
  dryRunQuerySchema,
  hubStatusSchema,
  patchSpaceBodySchema,
  spaceRecordSchema,
  spacesQuerySchema,
  spaceSummarySchema,
} from './spaces.js';

const spaceId = { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } };
const spaceBody = json(spaceRecordSchema, examples.spaceRecord);

const keyless =
  'Where no key is needed, a request without one is refused when a page of another origin sends it, or to another host name.';

/** The spaces API of the contract. */
export const spaceOperations: readonly Operation[] = [
  {
    id: 'getHubStatus',
    family: 'spaces',
    method: 'get',
    path: '/hub',
    summary: 'Tell what this service is',
    access: 'open',
    answers: {
      200: {
        description: 'Name, version and state.',
        body: json(hubStatusSchema, examples.hubStatus),
      },
    },
    errors: [],
  },
  {
    id: 'listSpaces',
    family: 'spaces',
    method: 'get',
    path: '/hub/spaces',
    summary: 'List spaces',
    description: 'Oldest first. Without `limit` every one is streamed.',
    access: 'optional',
    scope: 'spaces:read',
    query: spacesQuerySchema.extend({
      ...pageQuerySchema.shape,
      limit: pageQuerySchema.shape.limit.describe(
        'At most so many; the `Link` header leads to the next page. The whole listing, when left out or no number.',
      ),
    }),
    answers: {
      200: {
        description: 'The spaces; empty when there are none.',
        body: json(z.array(spaceSummarySchema), [examples.spaceSummary]),
        headers: { Link: 'With `limit`: the next page, `rel="next"`, unless this is the last.' },
      },
    },
    errors: [403],
  },
  {
    id: 'createSpace',
    family: 'spaces',
    method: 'post',
    path: '/hub/spaces',
    summary: 'Create a space',
    description:
      'Any JSON content type is accepted, and needed without a key; members that are not known are ignored. ' +
      keyless,
    access: 'optional',
    scope: 'spaces:write',
    query: dryRunQuerySchema,
    body: json(createSpaceBodySchema, examples.createSpaceBody),
    answers: { 200: { description: 'The space.', body: spaceBody } },
    errors: [403, 404, 409, 413, 415],
  },
  {
    id: 'getSpace',
    family: 'spaces',
    method: 'get',
    path: '/hub/spaces/{spaceId}',
    summary: 'Get a space',
    access: 'optional',
    scope: 'spaces:read',
    parameters: spaceId,
    answers: { 200: { description: 'The space.', body: spaceBody } },
    errors: [403, 404],
  },
  {
    id: 'patchSpace',
    family: 'spaces',
    method: 'patch',
    path: '/hub/spaces/{spaceId}',
    summary: 'Change a space',
    description: keyless,
    access: 'optional',
    scope: 'spaces:write',
    parameters: spaceId,
    query: dryRunQuerySchema,
    body: json(patchSpaceBodySchema, examples.patchSpaceBody),
    answers: {
      200: {
        description: 'The space as it is now.',
        body: json(spaceRecordSchema, { ...examples.spaceRecord, ...examples.patchSpaceBody }),
      },
    },
    errors: [403, 404, 413, 415],
  },
  {
    id: 'deleteSpace',
    family: 'spaces',
    method: 'delete',
    path: '/hub/spaces/{spaceId}',
    summary: 'Delete a space',
    description: keyless,
    access: 'optional',
    scope: 'spaces:write',
    parameters: spaceId,
    query: dryRunQuerySchema,
    answers: {
      200: {
        description: 'The deleted space, where `Accept` is exactly `application/json`.',
        body: spaceBody,
      },
      204: { description: 'The space is gone.' },
    },
    errors: [403, 404],
  },
];
