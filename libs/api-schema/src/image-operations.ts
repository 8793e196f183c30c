import { z } from 'zod';
import { form, json } from './content.js';
import { examples } from './examples.js';
import {
  deleteResultSchema,
  imageRecordSchema,
  quotaRecordSchema,
  uploadFormSchema,
  uploadResultSchema,
} from './images.js';
import type { Operation } from './operation.js';
import { pageQuerySchema } from './paging.js';

const imageId = { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } };

const cacheHeaders = {
  ETag: 'Strong; made from the SHA-256 of the bytes.',
  'Cache-Control': 'How long the file may be kept.',
};

const fileHeaders = {
  ...cacheHeaders,
  'Content-Length': 'In bytes.',
  'Accept-Ranges': '`bytes`',
  'Last-Modified': 'When the image was uploaded; the bytes of an address never change.',
  'Content-Disposition': '`inline`, with the file name.',
};

const fileAnswers = {
  200: { description: 'The whole file, in its own media type.', headers: fileHeaders },
  206: {
    description: 'The part that `Range` asks for.',
    headers: { ...fileHeaders, 'Content-Range': 'Which bytes these are.' },
  },
  304: {
    description: 'The file is still what `If-None-Match` or `If-Modified-Since` names.',
    headers: cacheHeaders,
  },
};

const redirectAnswer = {
  302: {
    description:
      'Where the service is set to let the store itself send files: `Location` works for five minutes.',
    headers: { Location: 'The address of the file in the store.', 'Cache-Control': '`private, max-age=60`' },
  },
};

const fileRequest = {
  family: 'files',
  path: '/cdn/{address}',
  access: 'open',
  parameters: {
    address: {
      description: 'Path and file name, as in `url`; its slashes stay as they are.',
      example: 'holiday/2026/lake.jpg',
    },
  },
  headers: {
    Range: 'One range of bytes, such as `bytes=0-99`.',
    'If-Range':
      'An `ETag` or a `Last-Modified` got before: the range is of this very file, or the whole is sent.',
    'If-None-Match': 'An `ETag` got before.',
    'If-Modified-Since': 'A `Last-Modified` got before; ignored beside `If-None-Match`.',
    'If-Match': 'The `ETag` that the file must have.',
    'If-Unmodified-Since': 'A `Last-Modified` got before; ignored beside `If-Match`.',
  },
  errors: [404, 412, 416],
} as const;

/** The image API of the contract, and the files it hosts. */
export const imageOperations: readonly Operation[] = [
  {
    id: 'uploadImage',
    family: 'images',
    method: 'post',
    path: '/api/upload',
    summary: 'Upload an image',
    description: 'The parts may come in any order; what the image is, is read from its bytes.',
    access: 'key',
    scope: 'images:write',
    body: form(uploadFormSchema, examples.uploadForm),
    answers: {
      201: {
        description: 'The image is stored.',
        body: json(uploadResultSchema, examples.uploadResult),
        headers: { Location: 'Address of the image record.' },
      },
    },
    errors: [408, 409, 413, 415, 422],
  },
  {
    id: 'getImage',
    family: 'images',
    method: 'get',
    path: '/api/images/{id}',
    summary: 'Get an image',
    access: 'key',
    scope: 'images:read',
    parameters: imageId,
    answers: {
      200: {
        description: 'The image record.',
        body: json(imageRecordSchema, examples.imageRecord),
      },
    },
    errors: [404],
  },
  {
    id: 'deleteImage',
    family: 'images',
    method: 'delete',
    path: '/api/images/{id}',
    summary: 'Delete an image',
    description: 'Its address is never given to another image.',
    access: 'key',
    scope: 'images:write',
    parameters: imageId,
    answers: {
      200: {
        description: 'The image is gone.',
        body: json(deleteResultSchema, examples.deleteResult),
      },
    },
    errors: [404],
  },
  {
    id: 'listImagesByTag',
    family: 'images',
    method: 'get',
    path: '/api/tags/{tag}/images',
    summary: 'List images by tag',
    description: 'Newest first. Without `limit` every image with the tag is streamed.',
    access: 'key',
    scope: 'images:read',
    parameters: { tag: { description: 'The tag.', example: 'lake' } },
    query: pageQuerySchema,
    answers: {
      200: {
        description: 'The image records.',
        body: json(z.array(imageRecordSchema), [examples.imageRecord]),
        headers: { Link: 'With `limit`: the next page, `rel="next"`, unless this is the last.' },
      },
    },
    errors: [],
  },
  {
    id: 'getQuota',
    family: 'images',
    method: 'get',
    path: '/api/quota',
    summary: 'Get user quota',
    access: 'key',
    scope: 'images:read',
    answers: {
      200: {
        description: 'How many images there are and may be.',
        body: json(quotaRecordSchema, examples.quotaRecord),
      },
    },
    errors: [],
  },
  {
    id: 'getFile',
    method: 'get',
    summary: 'Get a hosted file',
    answers: { ...fileAnswers, ...redirectAnswer },
    ...fileRequest,
  },
  {
    id: 'headFile',
    method: 'head',
    summary: 'Get the headers of a hosted file',
    answers: fileAnswers,
    ...fileRequest,
  },
];
