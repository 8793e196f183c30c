import { json } from '../content.js';
import { invalid, usual } from '../error-example.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  dismissBodySchema,
  dismissedPairsSchema,
  dismissedQuerySchema,
  lookAlikePageSchema,
  lookAlikesQuerySchema,
  type LookAlikePage,
} from './look-alikes.js';

const dismissing = {
  api: 'images',
  access: 'key',
  scope: 'images:write',
  path: '/api/images/look-alikes/dismissals',
} as const;

const { imageRecord } = examples;
const other = { ...imageRecord, id: '7vRt5nYbHcZt4RbN7wQx1L' };
const page: LookAlikePage = {
  groups: [
    {
      better: imageRecord.id,
      reasons: ['larger', 'place'],
      images: [imageRecord, other].map((image) => ({ image, distance: 3, sameBytes: false })),
    },
  ],
  nextCursor: `${Date.parse(imageRecord.createdAt)}~${imageRecord.id}`,
};
const body = { ids: [imageRecord.id, other.id] };

const changed = { description: 'What was done.', body: json(dismissedPairsSchema, { changed: 1 }) };

/** Images that look alike. */
export const lookAlikeOperations = [
  {
    id: 'listLookAlikes',
    api: 'images',
    method: 'get',
    access: 'key',
    scope: 'images:read',
    reach: { on: 'account', role: 'viewer' },
    path: '/api/images/look-alikes',
    summary: 'List images that look alike',
    description:
      'In groups, by the newest image of each. Saved again, scaled, with other tones or a date stamp, a picture is found; ' +
      'mirrored, turned by a quarter or cropped by a fifth it is not.',
    query: lookAlikesQuerySchema,
    responses: {
      200: { description: 'The groups.', body: json(lookAlikePageSchema, page) },
    },
    errors: { 400: invalid('limit', 'too-small', 'must be a whole number from 1 to 50') },
  },
  {
    ...dismissing,
    id: 'dismissLookAlikes',
    method: 'post',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    summary: 'Say that images differ',
    description:
      'They make no group any more, until another image is like them. What is no pair of the account is ignored.',
    body: json(dismissBodySchema, body),
    responses: { 200: changed },
    errors: {
      400: invalid('ids', 'too-small', 'must have at least 2 entries'),
      413: usual,
      415: usual,
    },
  },
  {
    ...dismissing,
    id: 'recallLookAlikes',
    method: 'delete',
    reach: { on: 'account', role: 'editor' },
    summary: 'Undo that images differ',
    query: dismissedQuerySchema,
    responses: { 200: changed },
    errors: {
      400: invalid('ids', 'invalid-format', 'must be 2 to 50 identifiers of images, separated by commas'),
    },
  },
] as const satisfies readonly Operation[];
