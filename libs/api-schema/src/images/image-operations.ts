import * as z from 'zod';
import { form, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { imageDetailsSchema, imageQuerySchema } from './image-details.js';
import {
  deleteResultSchema,
  imageRecordSchema,
  quotaDetailsSchema,
  quotaQuerySchema,
  uploadFormSchema,
  uploadResultSchema,
} from './images.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';
import { transformQuerySchema } from './transforms.js';
import { uploadsFormSchema, uploadsResultSchema } from './uploads.js';

const imageId = { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } };

const cacheHeaders = {
  ETag: 'Strong; of a file without a query, the SHA-256 of its bytes.',
  'Cache-Control': 'How long the file may be cached; `private, no-cache` if the image is private.',
};

const fileHeaders = {
  ...cacheHeaders,
  'Content-Length': 'In bytes.',
  'Accept-Ranges': '`bytes`',
  'Last-Modified': 'When the image was uploaded. The bytes at an address never change.',
  'Content-Disposition': '`inline`, with the file name.',
  Vary: '`Accept` with `format=auto`; `Authorization, Cookie` if the image is private.',
};

const fileResponses = {
  200: { description: 'The whole file, in its own media type.', headers: fileHeaders },
  206: {
    description: 'The part that `Range` asks for.',
    headers: { ...fileHeaders, 'Content-Range': 'The range sent.' },
  },
  304: {
    description: 'Not modified: the file still matches `If-None-Match` or `If-Modified-Since`.',
    headers: cacheHeaders,
  },
};

const redirectResponse = {
  302: {
    description:
      'Sent when the service lets the store itself deliver files. `Location` works for five minutes.',
    headers: { Location: 'The address of the file in the store.', 'Cache-Control': '`private, max-age=60`' },
  },
};

const fileRequest = {
  api: 'files',
  path: '/cdn/{address}',
  access: 'open',
  parameters: {
    address: {
      description: 'Path and file name, as in `url`. Slashes are not percent-encoded.',
      example: 'holiday/2026/lake.jpg',
    },
  },
  headers: {
    Range: 'One range of bytes, such as `bytes=0-99`.',
    'If-Range':
      'An `ETag` or `Last-Modified` from an earlier response. If the file no longer matches, all of it is sent.',
    'If-None-Match': 'An `ETag` from an earlier response.',
    'If-Modified-Since': 'A `Last-Modified` from an earlier response; ignored with `If-None-Match`.',
    'If-Match': 'The `ETag` that the file must have.',
    'If-Unmodified-Since': 'A `Last-Modified` from an earlier response; ignored with `If-Match`.',
  },
  query: transformQuerySchema,
  description:
    'Without a query, the bytes as they are stored: as they were uploaded, without the metadata that was cut out. With ' +
    'one, an image made of them. A private image is there for keys with `images:read` and users of its account alone.',
  errors: [403, 404, 412, 416, 422],
} as const;

/** The image API and the hosted files. */
export const imageOperations: readonly Operation[] = [
  {
    id: 'uploadImage',
    api: 'images',
    method: 'post',
    path: '/api/upload',
    summary: 'Upload an image',
    description: 'The parts may come in any order. The image type is detected from the bytes.',
    access: 'key',
    scope: 'images:write',
    body: form(uploadFormSchema, examples.uploadForm),
    responses: {
      201: {
        description: 'The image is stored.',
        body: json(uploadResultSchema, examples.uploadResult),
        headers: { Location: 'Address of the image record.' },
      },
    },
    errors: [408, 409, 413, 415, 422],
  },
  {
    id: 'uploadImages',
    api: 'images',
    method: 'post',
    path: '/api/uploads',
    summary: 'Upload many images',
    description:
      'In one form, one after another. Each is stored or refused by itself: `results` says which. The fields besides ' +
      '`details` go before the first file.',
    access: 'key',
    scope: 'images:write',
    body: form(uploadsFormSchema, examples.uploadsForm),
    responses: {
      200: {
        description: 'What became of each file.',
        body: json(uploadsResultSchema, examples.uploadsResult),
      },
    },
    errors: [408, 413, 415],
  },
  {
    id: 'getImage',
    api: 'images',
    method: 'get',
    path: '/api/images/{id}',
    summary: 'Get an image',
    access: 'key',
    scope: 'images:read',
    parameters: imageId,
    query: imageQuerySchema,
    responses: {
      200: {
        description: 'The image record.',
        body: json(imageDetailsSchema, examples.imageRecord),
      },
    },
    errors: [404],
  },
  {
    id: 'deleteImage',
    api: 'images',
    method: 'delete',
    path: '/api/images/{id}',
    summary: 'Delete an image',
    description: 'Its address is never reused for another image.',
    access: 'key',
    scope: 'images:write',
    parameters: imageId,
    responses: {
      200: {
        description: 'The image was deleted.',
        body: json(deleteResultSchema, examples.deleteResult),
      },
    },
    errors: [404],
  },
  {
    id: 'listImagesByTag',
    api: 'images',
    method: 'get',
    path: '/api/tags/{tag}/images',
    summary: 'List images by tag',
    description: 'Newest first. Without `limit`, streams every image with the tag.',
    access: 'key',
    scope: 'images:read',
    parameters: { tag: { description: 'The tag.', example: 'lake' } },
    query: pageQuerySchema,
    responses: {
      200: {
        description: 'The image records.',
        body: json(z.array(imageRecordSchema), [examples.imageRecord]),
        headers: { Link: 'With `limit`: the next page, as `rel="next"`. Absent on the last page.' },
      },
    },
    errors: [],
  },
  {
    id: 'getQuota',
    api: 'images',
    method: 'get',
    path: '/api/quota',
    summary: 'Get user quota',
    access: 'key',
    scope: 'images:read',
    query: quotaQuerySchema,
    responses: {
      200: {
        description: 'The number of images stored and allowed, and of their bytes if asked for.',
        body: json(quotaDetailsSchema, examples.quotaRecord),
      },
    },
    errors: [],
  },
  {
    id: 'getFile',
    method: 'get',
    summary: 'Get a hosted file',
    responses: { ...fileResponses, ...redirectResponse },
    ...fileRequest,
  },
  {
    id: 'headFile',
    method: 'head',
    summary: 'Get the headers of a hosted file',
    responses: fileResponses,
    ...fileRequest,
  },
];
