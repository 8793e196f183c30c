import { albumRecordSchema } from '../images/albums.js';
import { binary, json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  emptiedTrashSchema,
  restoredImageSchema,
  restoredTrashSchema,
  restoreTrashBodySchema,
  trashFileQuerySchema,
  trashPageSchema,
  trashQuerySchema,
} from './trash.js';
import { invalid, usual } from '../error-example.js';

const notInTrash = { code: 'not-in-trash', detail: 'There is nothing with this id in the trash.' };

const writing = { api: 'images', access: 'key', scope: 'images:write' } as const;
const entryId = { id: { description: 'Identifier of what was deleted.', example: examples.imageRecord.id } };
const albumId = { id: { description: 'Identifier of the album.', example: examples.albumRecord.id } };

/** What was deleted and can be restored. */
export const trashOperations = [
  {
    id: 'listTrash',
    reach: { on: 'body', role: 'contributor' },
    api: 'images',
    method: 'get',
    path: '/api/trash',
    summary: 'List what was deleted and can be restored',
    description:
      'The latest deletion first, page by page. Those who act in the account of others see what they deleted themselves, ' +
      'its managers everything.',
    access: 'key',
    scope: 'images:read',
    query: trashQuerySchema,
    responses: { 200: { description: 'The entries.', body: json(trashPageSchema, examples.trashPage) } },
    errors: { 400: invalid('limit', 'too-small', 'must be a whole number from 1 to 1000') },
  },
  {
    id: 'getTrashFile',
    reach: { on: 'body', role: 'contributor' },
    api: 'images',
    method: 'get',
    path: '/api/trash/{id}/file',
    summary: 'Get a small picture of a deleted image',
    description:
      'For those who see the entry in the trash. It is never the original. Caches ask again each time, so that nothing is ' +
      'served any more once the image is restored, or gone for good.',
    access: 'key',
    scope: 'images:read',
    parameters: { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } },
    query: trashFileQuerySchema,
    responses: {
      200: { description: 'The picture.', body: binary(['image/*']) },
      304: { description: 'The client has it.' },
    },
    errors: {
      400: invalid('w', 'invalid-value', 'must be `160`, `320` or `640`'),
      404: notInTrash,
      416: usual,
      422: {
        code: 'unrenderable',
        detail: 'The image cannot be rendered: its pixels are damaged or cannot be transformed so.',
      },
      503: usual,
    },
  },
  {
    ...writing,
    id: 'restoreTrash',
    reach: { on: 'body', role: 'contributor' },
    method: 'post',
    path: '/api/trash/restore',
    summary: 'Restore all of a deletion, or entries of the trash',
    description:
      'Each entry is restored on its own: one that cannot be, for example as the quota is used up, stays in the trash and ' +
      'is named with the reason.',
    body: json(restoreTrashBodySchema, examples.restoreTrashBody),
    responses: {
      200: { description: 'What was done.', body: json(restoredTrashSchema, examples.restoredTrash) },
    },
    errors: { 400: invalid('ids', 'invalid-type', 'must be an array'), 413: usual, 415: usual },
  },
  {
    ...writing,
    id: 'emptyTrash',
    reach: { on: 'account', role: 'manager' },
    method: 'delete',
    path: '/api/trash',
    summary: 'Delete everything in the trash for good',
    description: 'It cannot be undone.',
    responses: {
      200: { description: 'What was done.', body: json(emptiedTrashSchema, examples.emptiedTrash) },
    },
    errors: {},
  },
  {
    ...writing,
    id: 'purgeTrash',
    reach: { on: 'account', role: 'manager' },
    method: 'delete',
    path: '/api/trash/{id}',
    summary: 'Delete an entry of the trash for good',
    description: 'It cannot be undone.',
    parameters: entryId,
    responses: { 204: { description: 'It is gone for good.' } },
    errors: { 404: notInTrash },
  },
  {
    ...writing,
    id: 'restoreImage',
    reach: { on: 'body', role: 'contributor' },
    method: 'post',
    path: '/api/images/{id}/restore',
    summary: 'Restore a deleted image',
    description:
      'With the same record, its places in albums, grants and links. It counts in the quota again. If the same bytes were ' +
      'uploaded to its address meanwhile, it gets a name with a suffix, and `isRenamed` is `true`.',
    parameters: { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } },
    responses: {
      200: {
        description: 'The image record.',
        body: json(restoredImageSchema, { ...examples.imageRecord, isRenamed: false }),
      },
    },
    errors: {
      404: notInTrash,
      409: {
        code: 'quota-exceeded',
        detail:
          'The quota is used up: 10000 images are stored and 10000 are allowed. Delete an image or ask for a larger quota.',
        facts: { imageCount: 10_000, quota: 10_000 },
      },
    },
  },
  {
    ...writing,
    id: 'restoreAlbum',
    reach: { on: 'body', role: 'contributor' },
    method: 'post',
    path: '/api/albums/{id}/restore',
    summary: 'Restore a deleted album',
    description:
      'With its grants and links, and those of its images that there are. Others come back to it when they are restored.',
    parameters: albumId,
    responses: {
      200: { description: 'The album.', body: json(albumRecordSchema, examples.albumRecord) },
    },
    errors: { 404: notInTrash },
  },
] as const satisfies readonly Operation[];
