import { binary, form, json } from '../content.js';
import { contributionExamples } from '../examples/contribution-examples.js';
import { examples } from '../examples/examples.js';
import {
  sharedImagePageSchema,
  addedImageSchema,
  sharedImagesQuerySchema,
  sharedSchema,
  unlockBodySchema,
  waitingSchema,
} from './links.js';
import { sharedUploadFormSchema } from '../images/images.js';
import type { Operation } from '../operation.js';
import { transformQuerySchema } from '../images/transforms.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { held, link, locked, refused } from './link-errors.js';
import { addedImageErrors } from '../images/album-errors.js';

const holding = { api: 'images', access: 'link' } as const;
const secret = {
  secret: {
    description: 'The secret of the link: the last part of its `url`.',
    example: examples.linkSecret,
  },
};

const guestCookie = {
  'Set-Cookie': 'With the first image: by it the guest is known who adds more by this link.',
};

/** What a link opens, for its holders. */
export const sharedOperations = [
  {
    ...holding,
    id: 'getShared',
    reach: 'own',
    method: 'get',
    path: '/api/shared/{secret}',
    summary: 'Open a link',
    description: 'What it is called that the link opens.',
    parameters: secret,
    responses: { 200: { description: 'What is shared.', body: json(sharedSchema, examples.shared) } },
    errors: { ...held, 429: usual },
  },
  {
    ...holding,
    id: 'listSharedImages',
    reach: 'own',
    method: 'get',
    path: '/api/shared/{secret}/images',
    summary: 'List the images that a link opens',
    parameters: secret,
    query: sharedImagesQuerySchema,
    responses: {
      200: { description: 'The images.', body: json(sharedImagePageSchema, examples.sharedImagePage) },
    },
    errors: { 400: wrongLimit, 401: locked, 404: link, 429: usual },
  },
  {
    ...holding,
    id: 'getSharedFile',
    reach: 'own',
    method: 'get',
    path: '/api/shared/{secret}/images/{id}/file',
    summary: 'Get the file of an image that a link opens',
    description:
      'Made by the parameters of hosted files. Without any it is the original, if the link allows it. Caches ask again ' +
      'each time, so that nothing is served any more once the link is revoked.',
    parameters: {
      ...secret,
      id: { description: 'Identifier of the image.', example: examples.imageRecord.id },
    },
    query: transformQuerySchema,
    responses: {
      200: { description: 'The file.', body: binary(['image/*']) },
      304: { description: 'The client has it.' },
    },
    errors: {
      400: invalid('w', 'invalid-value', 'must be a whole number from 1 to 16383'),
      401: locked,
      403: refused,
      404: link,
      416: usual,
      422: {
        code: 'unrenderable',
        detail: 'The image cannot be rendered: its pixels are damaged or cannot be transformed so.',
      },
      429: usual,
      503: usual,
    },
  },
  {
    ...holding,
    id: 'downloadShared',
    reach: 'own',
    method: 'get',
    path: '/api/shared/{secret}/download',
    summary: 'Download all originals that a link opens',
    description:
      'As one ZIP file, made while it is sent, if the link allows originals. It breaks off when the link is revoked.',
    parameters: secret,
    responses: { 200: { description: 'The archive.', body: binary(['application/zip']) } },
    errors: {
      401: locked,
      403: refused,
      404: link,
      429: usual,
      503: {
        code: 'archives-busy',
        detail: 'Too many archives are being downloaded; try again in a minute.',
      },
    },
  },
  {
    ...holding,
    role: 'contributor',
    id: 'uploadShared',
    counts: 'uploads',
    reach: 'own',
    repeatable: true,
    method: 'post',
    path: '/api/shared/{secret}/upload',
    summary: 'Add an image by a link',
    description:
      'It goes to the account of the link: into its folder, or into the top folder and to the end of its album. It is ' +
      'private, and is counted in the quota of the account and in what the link takes. Other parts of the form are ignored, as in an upload. Nothing ' +
      'is stored if the link is revoked or the album is full or gone when the image has arrived. An image that the link ' +
      'shows already, by the bytes without what is cut out of them, is not added again: it is the answer, with `existing`.',
    parameters: secret,
    body: form(sharedUploadFormSchema, examples.sharedUploadForm),
    responses: {
      200: {
        description: 'The image that the link shows already, with `existing`.',
        body: json(addedImageSchema, contributionExamples.existingImage),
      },
      201: {
        description: 'The image, as the link shows it.',
        headers: guestCookie,
        body: json(addedImageSchema, examples.shared.cover),
      },
      202: {
        description:
          'The image is stored, and waits until who manages the album or folder approves it. The same for an upload that waits already.',
        headers: guestCookie,
        body: json(waitingSchema, { waiting: true }),
      },
    },
    errors: {
      ...addedImageErrors,
      409: { code: 'link-full', detail: 'No more images can be added by this link.' },
      401: locked,
      403: { code: 'contribution-refused', detail: 'This link shows images, but takes none.' },
      404: link,
      408: usual,
      422: usual,
      429: usual,
    },
  },
  {
    api: 'images',
    access: 'open',
    isPublic: true,
    id: 'unlockShared',
    reach: 'own',
    method: 'post',
    path: '/api/shared/{secret}/unlock',
    summary: 'Give the password of a link',
    description: 'Stores a cookie with which the link can be opened until the browser is closed.',
    parameters: secret,
    body: json(unlockBodySchema, examples.unlockBody),
    responses: {
      204: {
        description: 'The password is right.',
        headers: { 'Set-Cookie': 'Opens this link.' },
      },
    },
    errors: {
      403: { code: 'wrong-password', detail: 'The current password is wrong.' },
      404: link,
      413: usual,
      415: usual,
      429: usual,
    },
  },
] as const satisfies readonly Operation[];
