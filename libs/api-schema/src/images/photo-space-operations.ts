import * as z from 'zod';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { photoSourceQuerySchema, photoSpaceSchema, putPhotoSpaceBodySchema } from './photo-spaces.js';
import { space } from '../error-cases.js';
import { usual } from '../error-example.js';

const changing = {
  api: 'images',
  path: '/api/photo-spaces',
  access: 'key',
  scope: ['images:read', 'spaces:write'],
  query: photoSourceQuerySchema,
} as const;

/** Which photos are features of which space. */
export const photoSpaceOperations = [
  {
    id: 'listPhotoSpaces',
    reach: { on: 'account', role: 'viewer' },
    api: 'images',
    method: 'get',
    path: '/api/photo-spaces',
    summary: 'List the spaces of photos',
    description: 'Oldest first; with those whose features are being removed.',
    access: 'key',
    scope: 'images:read',
    responses: {
      200: {
        description: 'Which folder or key has which space.',
        body: json(z.array(photoSpaceSchema), [examples.photoSpace]),
      },
    },
    errors: {},
  },
  {
    ...changing,
    id: 'putPhotoSpace',
    reach: { on: 'account', role: 'editor' },
    method: 'put',
    summary: 'Put photos into a space',
    description:
      'Each image of the folder or key that has a position becomes a feature of the space, in the background, and ' +
      'follows its image. A folder or key has one space: what it put into another one is removed there.',
    body: json(putPhotoSpaceBodySchema, examples.putPhotoSpaceBody),
    responses: {
      200: { description: 'The space of the photos.', body: json(photoSpaceSchema, examples.photoSpace) },
    },
    errors: {
      400: { code: 'invalid-input', detail: 'The query must have either `path` or `key`.' },
      404: space,
      409: {
        code: 'photo-space-limit-reached',
        detail: 'No more than 100 folders and keys may have a space for their photos.',
      },
      413: usual,
      415: usual,
    },
  },
  {
    ...changing,
    id: 'deletePhotoSpace',
    reach: { on: 'account', role: 'editor' },
    method: 'delete',
    summary: 'Take photos out of their space',
    description:
      'The features are removed in the background, but for those that another folder or key puts there.',
    responses: { 204: { description: 'No photos are put there any more.' } },
    errors: { 404: { code: 'photo-space-not-found', detail: 'These photos are put in no space.' } },
  },
] as const satisfies readonly Operation[];
