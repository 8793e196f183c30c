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

const reading = { api: 'images', method: 'get', access: 'key', scope: 'images:read' } as const;
const writing = { api: 'images', access: 'key', scope: 'images:write' } as const;
const parameters = { id: { description: 'Identifier of the album.', example: examples.albumRecord.id } };
const asItIs = {
  200: { description: 'The album as it is now.', body: json(albumRecordSchema, examples.albumRecord) },
};

/** Albums, and the images that are in them. */
export const albumOperations: readonly Operation[] = [
  {
    ...writing,
    id: 'createAlbum',
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
    errors: [404, 413, 415],
  },
  {
    ...reading,
    id: 'listAlbums',
    path: '/api/albums',
    summary: 'List albums',
    description: 'The latest first, page by page.',
    query: albumsQuerySchema,
    responses: { 200: { description: 'The albums.', body: json(albumPageSchema, examples.albumPage) } },
    errors: [],
  },
  {
    ...reading,
    id: 'getAlbum',
    path: '/api/albums/{id}',
    summary: 'Get an album',
    parameters,
    responses: { 200: { description: 'The album.', body: json(albumRecordSchema, examples.albumRecord) } },
    errors: [404],
  },
  {
    ...writing,
    id: 'patchAlbum',
    method: 'patch',
    path: '/api/albums/{id}',
    summary: 'Change the title, description, order or cover of an album',
    parameters,
    body: json(patchAlbumBodySchema, examples.patchAlbumBody),
    responses: asItIs,
    errors: [404, 413, 415],
  },
  {
    ...writing,
    id: 'deleteAlbum',
    method: 'delete',
    path: '/api/albums/{id}',
    summary: 'Delete an album',
    description: 'Its images stay.',
    parameters,
    responses: { 204: { description: 'The album is gone.' } },
    errors: [404],
  },
  {
    ...reading,
    id: 'listAlbumImages',
    path: '/api/albums/{id}/images',
    summary: 'List the images of an album',
    description: 'In the order of the album, page by page.',
    parameters,
    query: albumImagesQuerySchema,
    responses: { 200: { description: 'The images.', body: json(imagePageSchema, examples.imagePage) } },
    errors: [404],
  },
  {
    ...writing,
    id: 'placeAlbumImages',
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
    errors: [404, 409, 413, 415],
  },
  {
    ...writing,
    id: 'uploadAlbumImage',
    method: 'post',
    path: '/api/albums/{id}/upload',
    summary: 'Upload an image to an album',
    description:
      'It goes into the top folder and to the end of the album, is private, and is counted in the quota of the account. ' +
      'Nothing is stored if the album is full or gone when the image has arrived.',
    parameters,
    body: form(sharedUploadFormSchema, examples.sharedUploadForm),
    responses: {
      201: {
        description: 'The image.',
        body: json(uploadResultSchema, examples.uploadResult),
        headers: { Location: 'Address of the record of the image.' },
      },
    },
    errors: [404, 408, 409, 413, 415, 422, 429],
  },
  {
    ...writing,
    id: 'takeAlbumImages',
    method: 'post',
    path: '/api/albums/{id}/images/remove',
    summary: 'Take images out of an album',
    description:
      'Up to 1,000 images, which stay in the library. Those that are not in the album do not matter.',
    parameters,
    body: json(takeImagesBodySchema, examples.takeImagesBody),
    responses: asItIs,
    errors: [404, 409, 413, 415],
  },
];
