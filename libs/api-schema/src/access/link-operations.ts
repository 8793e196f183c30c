import * as z from 'zod';
import { binary, form, json } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  createdLinkSchema,
  createLinkBodySchema,
  linkPageSchema,
  linksQuerySchema,
  sharedImagePageSchema,
  sharedImageSchema,
  sharedImagesQuerySchema,
  sharedSchema,
  unlockBodySchema,
} from './links.js';
import { sharedUploadFormSchema } from '../images/images.js';
import { oembedQuerySchema, oembedSchema } from '../images/oembed.js';
import type { Operation } from '../operation.js';
import { transformQuerySchema } from '../images/transforms.js';

const managing = { api: 'images', access: 'key', scope: 'images:write' } as const;
const holding = { api: 'images', access: 'link' } as const;
const page = { api: 'service', access: 'open' } as const;
const html = binary(['text/html']);
const pages = {
  200: { description: 'The page.', body: html },
  401: { description: 'A page that asks for the password.', body: html },
  404: { description: 'A page that says that the link opens nothing.', body: html },
};
const refused = { description: 'A page that says why the image is not taken.', body: html };
const framed = {
  embed: z
    .string()
    .optional()
    .describe('Whatever its value: the page for a frame, which those in `CAIRN_EMBED_ORIGINS` may show.'),
};
const secret = {
  secret: {
    description: 'The secret of the link: the last part of its `url`.',
    example: examples.linkSecret,
  },
};

/** Links for people without an account. */
export const linkOperations: readonly Operation[] = [
  {
    ...managing,
    id: 'createLink',
    method: 'post',
    path: '/api/links',
    summary: 'Share an album, a folder, an image or a space by a link',
    description:
      'Whoever has the link sees these images, also private ones, or the space, until it is revoked or expires. A space ' +
      'needs the scope `spaces:write`, too; the secret of its link is a credential of the spaces API. Only a hash of the ' +
      'secret is stored, so that the address cannot be shown again. An account has at most 10,000 links, expired ones included.',
    body: json(createLinkBodySchema, examples.createLinkBody),
    responses: { 201: { description: 'The link.', body: json(createdLinkSchema, examples.createdLink) } },
    errors: [404, 409, 413, 415],
  },
  {
    ...managing,
    id: 'listLinks',
    method: 'get',
    path: '/api/links',
    summary: 'List links',
    description: 'The latest first, page by page.',
    query: linksQuerySchema,
    responses: { 200: { description: 'The links.', body: json(linkPageSchema, examples.linkPage) } },
    errors: [],
  },
  {
    ...managing,
    id: 'deleteLink',
    method: 'delete',
    path: '/api/links/{id}',
    summary: 'Revoke a link',
    description: 'At once, on every node.',
    parameters: { id: { description: 'Identifier of the link.', example: examples.linkRecord.id } },
    responses: { 204: { description: 'The link opens nothing any more.' } },
    errors: [404],
  },
  {
    ...holding,
    id: 'getShared',
    method: 'get',
    path: '/api/shared/{secret}',
    summary: 'Open a link',
    description: 'What it is called that the link opens.',
    parameters: secret,
    responses: { 200: { description: 'What is shared.', body: json(sharedSchema, examples.shared) } },
    errors: [401, 404, 429],
  },
  {
    ...holding,
    id: 'listSharedImages',
    method: 'get',
    path: '/api/shared/{secret}/images',
    summary: 'List the images that a link opens',
    parameters: secret,
    query: sharedImagesQuerySchema,
    responses: {
      200: { description: 'The images.', body: json(sharedImagePageSchema, examples.sharedImagePage) },
    },
    errors: [401, 404, 429],
  },
  {
    ...holding,
    id: 'getSharedFile',
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
    errors: [401, 403, 404, 416, 422, 429, 503],
  },
  {
    ...holding,
    id: 'downloadShared',
    method: 'get',
    path: '/api/shared/{secret}/download',
    summary: 'Download all originals that a link opens',
    description:
      'As one ZIP file, made while it is sent, if the link allows originals. It breaks off when the link is revoked.',
    parameters: secret,
    responses: { 200: { description: 'The archive.', body: binary(['application/zip']) } },
    errors: [401, 403, 404, 429, 503],
  },
  {
    ...holding,
    role: 'contributor',
    id: 'uploadShared',
    method: 'post',
    path: '/api/shared/{secret}/upload',
    summary: 'Add an image by a link',
    description:
      'It goes to the account of the link: into its folder, or into the top folder and to the end of its album. It is ' +
      'private, and is counted in the quota of the account. Other parts of the form are ignored, as in an upload. Nothing ' +
      'is stored if the link is revoked or the album is full or gone when the image has arrived.',
    parameters: secret,
    body: form(sharedUploadFormSchema, examples.sharedUploadForm),
    responses: {
      201: {
        description: 'The image, as the link shows it.',
        body: json(sharedImageSchema, examples.shared.cover),
      },
    },
    errors: [401, 403, 404, 408, 409, 413, 415, 422, 429],
  },
  {
    api: 'images',
    access: 'open',
    id: 'unlockShared',
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
    errors: [403, 404, 413, 415, 429],
  },
  {
    ...page,
    id: 'getSharedPage',
    method: 'get',
    path: '/a/{secret}',
    summary: 'Open a link in a browser',
    description: 'A page of pictures that needs no script. It asks for the password, where there is one.',
    parameters: secret,
    query: sharedImagesQuerySchema.pick({ cursor: true }).extend(framed),
    responses: pages,
    errors: [429],
  },
  {
    api: 'images',
    access: 'open',
    id: 'getOembed',
    method: 'get',
    path: '/oembed',
    summary: 'What other pages show of a link',
    description:
      'As oEmbed (https://oembed.com). A link with a password, an expired, a revoked and an unknown one get the same answer.',
    query: oembedQuerySchema,
    responses: { 200: { description: 'What to show.', body: json(oembedSchema, examples.oembed) } },
    errors: [404, 429, 501],
  },
  {
    ...page,
    id: 'getSharedImagePage',
    method: 'get',
    path: '/a/{secret}/{id}',
    summary: 'Open one picture of a link in a browser',
    parameters: {
      ...secret,
      id: { description: 'Identifier of the image.', example: examples.imageRecord.id },
    },
    query: z.object(framed),
    responses: pages,
    errors: [429],
  },
  {
    ...page,
    id: 'uploadSharedPage',
    method: 'post',
    path: '/a/{secret}/upload',
    summary: 'Add an image by a link in a browser',
    description: 'The form of the page, without its script. A page says why an image is not taken.',
    parameters: secret,
    body: form(sharedUploadFormSchema, examples.sharedUploadForm),
    responses: {
      303: { description: 'The image is stored. The page opens.' },
      401: pages[401],
      404: pages[404],
      ...Object.fromEntries(
        [400, 403, 408, 409, 413, 415, 422, 429, 503, 507].map((status) => [status, refused]),
      ),
    },
    errors: [403],
  },
  {
    ...page,
    id: 'unlockSharedPage',
    method: 'post',
    path: '/a/{secret}',
    summary: 'Give the password of a link in a browser',
    parameters: secret,
    body: form(unlockBodySchema, examples.unlockBody, ['application/x-www-form-urlencoded']),
    responses: {
      303: { description: 'The password is right. The page opens.' },
      403: { description: 'A page that asks again.', body: html },
      404: pages[404],
    },
    errors: [403, 413, 415, 429],
  },
];
