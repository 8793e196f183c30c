import { binary, json } from '../content.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { contributionExamples } from '../examples/contribution-examples.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  approveBodySchema,
  approvedSchema,
  contributionFileQuerySchema,
  contributionPageSchema,
  contributionsQuerySchema,
  refuseBodySchema,
  refusedSchema,
} from './contributions.js';

const managing = { api: 'images', access: 'key', reach: { on: 'body', role: 'manager' } } as const;
const contribution = {
  code: 'contribution-not-found',
  detail: 'No image with this id waits for approval.',
};
const wrongIds = invalid('ids', 'invalid-type', 'must be an array');

/** What guests added by links, and what waits for a decision. */
export const contributionOperations = [
  {
    ...managing,
    id: 'listContributions',
    scope: 'images:read',
    method: 'get',
    path: '/api/contributions',
    summary: 'List images that wait for approval',
    description:
      'What guests added by links with `approval: required`: the oldest first, page by page. No other listing has them. Those ' +
      'who act in the account of others see what waits for albums and folders that they manage.',
    query: contributionsQuerySchema,
    responses: {
      200: {
        description: 'The images.',
        body: json(contributionPageSchema, contributionExamples.contributionPage),
      },
    },
    errors: { 400: wrongLimit },
  },
  {
    ...managing,
    id: 'getContributionFile',
    scope: 'images:read',
    method: 'get',
    path: '/api/contributions/{id}/file',
    summary: 'Get the picture of an image that waits for approval',
    description:
      'Made by the parameters of hosted files; without any it is the file. Caches ask again each time.',
    parameters: { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } },
    query: contributionFileQuerySchema,
    responses: {
      200: { description: 'The file.', body: binary(['image/*']) },
      304: { description: 'The client has it.' },
    },
    errors: {
      400: invalid('w', 'invalid-value', 'must be a whole number from 1 to 16383'),
      403: usual,
      404: contribution,
      416: usual,
      422: {
        code: 'unrenderable',
        detail: 'The image cannot be rendered: its pixels are damaged or cannot be transformed so.',
      },
      503: usual,
    },
  },
  {
    ...managing,
    id: 'approveContributions',
    scope: 'images:write',
    repeatable: true,
    method: 'post',
    path: '/api/contributions/approve',
    summary: 'Approve images that wait',
    description:
      'Each goes into its folder, or to the end of its album, as if it were added now. One that cannot, for example as the ' +
      'album is full or gone, goes on waiting, and is named with the reason.',
    body: json(approveBodySchema, contributionExamples.approveBody),
    responses: {
      200: { description: 'What was done.', body: json(approvedSchema, contributionExamples.approved) },
    },
    errors: { 400: wrongIds, 413: usual, 415: usual },
  },
  {
    ...managing,
    id: 'refuseContributions',
    scope: 'images:write',
    repeatable: true,
    method: 'post',
    path: '/api/contributions/refuse',
    summary: 'Refuse images that wait',
    description: 'They are deleted for good, and their bytes are free again: they were never in the library.',
    body: json(refuseBodySchema, contributionExamples.refuseBody),
    responses: {
      200: { description: 'What was done.', body: json(refusedSchema, contributionExamples.refused) },
    },
    errors: { 400: wrongIds, 413: usual, 415: usual },
  },
] as const satisfies readonly Operation[];
