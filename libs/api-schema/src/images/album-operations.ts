import {
  albumImagesQuerySchema,
  albumPageSchema,
  albumRecordSchema,
  albumsQuerySchema,
  createAlbumBodySchema,
  patchAlbumBodySchema,
  placedImagesSchema,
  placeImagesBodySchema,
  takeImagesBodySchema,
} from './albums.js';
import { form, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { imagePageSchema } from './gallery.js';
import { sharedUploadFormSchema, uploadResultSchema } from './images.js';
import type { Operation } from '../operation.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { addedImageErrors, album, albumByQuery } from './album-errors.js';

const reading = { api: 'images', method: 'get', access: 'key', scope: 'images:read' } as const;
const writing = { api: 'images', access: 'key', scope: 'images:write' } as const;
const parameters = { id: { description: 'Identifier of the album.', example: examples.albumRecord.id } };
const asItIs = {
  200: { description: 'The album as it is now.', body: json(albumRecordSchema, examples.albumRecord) },
};

/** Albums, and the images that are in them. */
export const albumOperations = [
  {
    ...writing,
    id: 'createAlbum',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/albums',
    summary: 'Make an album',
    description:
      'With up to 9,000 images, in this order; more can be placed in it. An image can be in many albums. With `query`, ' +
      'the album has whatever images match.',
    body: json(createAlbumBodySchema, examples.createAlbumBody),
    responses: {
      201: { description: 'The album.', body: json(placedImagesSchema, examples.placedImages) },
    },
    errors: {
      400: invalid('title', 'invalid-length', 'must have 1 to 200 characters'),
      404: { code: 'image-not-found', detail: 'There is no image with this id.' },
      413: usual,
      415: usual,
    },
  },
  {
    ...reading,
    id: 'listAlbums',
    reach: { on: 'account', role: 'viewer' },
    path: '/api/albums',
    summary: 'List albums',
    description: 'The latest first, page by page.',
    query: albumsQuerySchema,
    responses: { 200: { description: 'The albums.', body: json(albumPageSchema, examples.albumPage) } },
    errors: { 400: wrongLimit },
  },
  {
    ...reading,
    id: 'getAlbum',
    reach: { on: 'album', role: 'viewer' },
    path: '/api/albums/{id}',
    summary: 'Get an album',
    parameters,
    responses: { 200: { description: 'The album.', body: json(albumRecordSchema, examples.albumRecord) } },
    errors: { 404: album },
  },
  {
    ...writing,
    id: 'patchAlbum',
    reach: { on: 'album', role: 'editor' },
    method: 'patch',
    path: '/api/albums/{id}',
    summary: 'Change the title, description, order or cover of an album',
    parameters,
    body: json(patchAlbumBodySchema, examples.patchAlbumBody),
    responses: asItIs,
    errors: { 404: album, 413: usual, 415: usual },
  },
  {
    ...writing,
    id: 'deleteAlbum',
    reach: { on: 'album', role: 'manager' },
    method: 'delete',
    path: '/api/albums/{id}',
    summary: 'Delete an album',
    description: 'Its images stay.',
    parameters,
    responses: { 204: { description: 'The album is gone.' } },
    errors: { 404: album },
  },
  {
    ...reading,
    id: 'listAlbumImages',
    reach: { on: 'album', role: 'viewer' },
    path: '/api/albums/{id}/images',
    summary: 'List the images of an album',
    description: 'In the order of the album, page by page.',
    parameters,
    query: albumImagesQuerySchema,
    responses: { 200: { description: 'The images.', body: json(imagePageSchema, examples.imagePage) } },
    errors: { 400: wrongLimit, 404: album },
  },
  {
    ...writing,
    id: 'placeAlbumImages',
    reach: { on: 'album', role: 'contributor' },
    repeatable: true,
    method: 'post',
    path: '/api/albums/{id}/images',
    summary: 'Place images in an album',
    description:
      'Up to 1,000 images: all of them that there are, or none. At the end, where those that are in the album already ' +
      'stay; or before one of its images, and then all of them move there, in this order.',
    parameters,
    body: json(placeImagesBodySchema, examples.placeImagesBody),
    responses: {
      200: { description: 'The album as it is now.', body: json(placedImagesSchema, examples.placedImages) },
    },
    errors: { 404: album, 409: albumByQuery, 413: usual, 415: usual },
  },
  {
    ...writing,
    id: 'uploadAlbumImage',
    counts: 'uploads',
    reach: { on: 'album', role: 'contributor' },
    repeatable: true,
    method: 'post',
    path: '/api/albums/{id}/upload',
    summary: 'Upload an image to an album',
    description:
      'It goes into the top folder and to the end of the album, is private, and is counted in the quota of the account. ' +
      'Nothing is stored if the album is full or gone when the image has arrived. An image that is in the album already, ' +
      'by the bytes without what is cut out of them, is not added again: it is the answer, with `existing`. A key without ' +
      '`images:read` adds it again.',
    parameters,
    body: form(sharedUploadFormSchema, examples.sharedUploadForm),
    responses: {
      201: {
        description: 'The image.',
        body: json(uploadResultSchema, examples.uploadResult),
        headers: { Location: 'Address of the record of the image.' },
      },
    },
    errors: { ...addedImageErrors, 404: album, 408: usual, 422: usual, 429: usual },
  },
  {
    ...writing,
    id: 'takeAlbumImages',
    reach: { on: 'album', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/albums/{id}/images/remove',
    summary: 'Take images out of an album',
    description:
      'Up to 1,000 images, which stay in the library. Those that are not in the album do not matter.',
    parameters,
    body: json(takeImagesBodySchema, examples.takeImagesBody),
    responses: asItIs,
    errors: { 404: album, 409: albumByQuery, 413: usual, 415: usual },
  },
] as const satisfies readonly Operation[];
