import { image } from '../error-cases.js';
import { json } from '../content.js';
import { invalid, usual } from '../error-example.js';
import { examples } from '../examples/examples.js';
import { knownFileExamples } from '../examples/known-file-examples.js';
import type { Operation } from '../operation.js';
import { imageRecordSchema } from './images.js';
import { copyImageBodySchema, knownFilesBodySchema, knownFilesSchema } from './known-files.js';

/** Files that are there already, and images that share their bytes. */
export const knownFileOperations = [
  {
    id: 'findKnownFiles',
    reach: { on: 'account', role: 'viewer' },
    repeatable: true,
    api: 'images',
    method: 'post',
    path: '/api/uploads/known',
    summary: 'Find known files',
    description:
      'Tells which files are there already, before they are uploaded. Ask by size first, and hash only files whose ' +
      'size is known. Nothing is changed.',
    access: 'key',
    scope: 'images:read',
    body: json(knownFilesBodySchema, knownFileExamples.knownFilesBody),
    responses: {
      200: {
        description: 'What is there, also in the trash.',
        body: json(knownFilesSchema, knownFileExamples.knownFiles),
      },
    },
    errors: {
      400: invalid('hashes', 'invalid-format', 'must be a SHA-256 in lower-case hexadecimal'),
      413: usual,
      415: usual,
    },
  },
  {
    id: 'copyImage',
    reach: { on: 'image', role: 'editor' },
    repeatable: true,
    api: 'images',
    method: 'post',
    path: '/api/images/{id}/copies',
    summary: 'Copy an image',
    description:
      'Adds an image with the same bytes, such as in a second folder. They are stored and counted once, and deleted ' +
      'with the last image that has them. Tags and visibility are those of the image, unless others are given.',
    access: 'key',
    scope: 'images:write',
    parameters: { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } },
    body: json(copyImageBodySchema, knownFileExamples.copyImageBody),
    responses: {
      201: {
        description: 'The new image.',
        body: json(imageRecordSchema, knownFileExamples.copiedImage),
        headers: { Location: 'Address of the image record.' },
      },
    },
    errors: {
      400: invalid('path', 'dot-segment', 'The path has a segment `..`.'),
      413: usual,
      415: usual,
      404: image,
      409: {
        code: 'quota-exceeded',
        detail:
          'The quota is used up: 500 images are stored and 500 are allowed. Delete an image or ask for a larger quota.',
        facts: { imageCount: 500, quota: 500 },
      },
    },
  },
] as const satisfies readonly Operation[];
