import * as z from 'zod';
import { binary, form, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { imageDetailsSchema, imageQuerySchema } from './image-details.js';
import {
  deleteResultSchema,
  imageRecordSchema,
  quotaDetailsSchema,
  quotaQuerySchema,
  uploadFormSchema,
  uploadQuerySchema,
  uploadResultSchema,
} from './images.js';
import { uploadDialectAnswerSchema } from './upload-dialect-answers.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';
import { uploadsFormSchema, uploadsResultSchema } from './uploads.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { image } from '../error-cases.js';

const imageId = { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } };

/** Images and the quota. */
export const imageOperations = [
  {
    id: 'uploadImage',
    counts: 'uploads',
    reach: { on: 'body', role: 'contributor' },
    repeatable: true,
    api: 'images',
    method: 'post',
    path: '/api/upload',
    summary: 'Upload an image',
    description:
      'The parts may come in any order. The image type is detected from the bytes. An upload token sets folder, tags and ' +
      'limits; with it, `visibility`, `metadata` and `existing` are refused.',
    access: 'key-or-upload-token',
    scope: 'images:write',
    query: uploadQuerySchema,
    body: form(uploadFormSchema, examples.uploadForm),
    responses: {
      200: {
        description: 'With `as`: the image is stored.',
        body: json(uploadDialectAnswerSchema, examples.uploadDialectAnswer),
      },
      201: {
        description: 'The image is stored.',
        body: json(uploadResultSchema, examples.uploadResult),
        headers: { Location: 'Address of the image record.' },
      },
    },
    errors: {
      400: invalid('tags', 'tag-too-long', 'A tag is longer than 64 characters.'),
      408: usual,
      409: {
        code: 'quota-exceeded',
        detail:
          'The quota is used up: 500 images are stored and 500 are allowed. Delete an image or ask for a larger quota.',
        facts: { imageCount: 500, quota: 500 },
      },
      413: {
        code: 'file-too-large',
        detail: 'The file is larger than 25 MB (26214400 bytes).',
        facts: { limitInBytes: 26_214_400 },
      },
      415: {
        code: 'unsupported-image-type',
        detail: 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.',
      },
      422: usual,
    },
  },
  {
    id: 'uploadImages',
    counts: 'uploads',
    reach: { on: 'body', role: 'contributor' },
    repeatable: true,
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
    errors: {
      400: invalid('file', 'required', 'is missing: send each image as a part `file` of the form'),
      408: usual,
      413: {
        code: 'body-too-large',
        detail:
          'The form has more than 4194304 bytes (4 MiB) besides its files; send the files and their fields only.',
      },
      415: {
        code: 'unsupported-media-type',
        detail: 'The body must be a form: send `Content-Type: multipart/form-data`.',
      },
    },
  },
  {
    id: 'getImage',
    reach: { on: 'image', role: 'viewer' },
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
    errors: { 404: image },
  },
  {
    id: 'getOriginal',
    // Who got one image, a folder or an album must not learn what others do not.
    reach: { on: 'account', role: 'editor' },
    api: 'images',
    method: 'get',
    path: '/api/images/{id}/original',
    summary: 'Get the file as it was uploaded',
    description:
      'With `metadata=hide`, with all that is cut out of what others get; else the file that is served. Ranges and ' +
      'preconditions work as they do at the address of the file.',
    access: 'key',
    scope: 'images:read',
    parameters: imageId,
    responses: {
      200: {
        description: 'The bytes. Nobody may keep them.',
        body: binary(['image/*']),
        headers: { ETag: 'The SHA-256 of the bytes.' },
      },
      206: { description: 'The range that was asked for.', body: binary(['image/*']) },
      304: { description: 'The client has it.' },
    },
    errors: {
      404: image,
      412: {
        code: 'precondition-failed',
        detail: 'The file is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
      },
      416: {
        code: 'range-not-satisfiable',
        detail: 'The range lies outside the file; the file has 1204112 bytes.',
      },
    },
  },
  {
    id: 'deleteImage',
    reach: { on: 'image', role: 'editor' },
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
    errors: { 404: image },
  },
  {
    id: 'listImagesByTag',
    reach: { on: 'account', role: 'viewer' },
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
    errors: { 400: wrongLimit },
  },
  {
    id: 'getQuota',
    reach: { on: 'account', role: 'viewer' },
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
    errors: {},
  },
] as const satisfies readonly Operation[];
