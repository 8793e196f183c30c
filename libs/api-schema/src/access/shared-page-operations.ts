import * as z from 'zod';
import { binary, form, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { sharedPageQuerySchema, unlockBodySchema } from './links.js';
import { mapPageQuerySchema } from './map-page-query.js';
import { sharedUploadFormSchema } from '../images/images.js';
import { oembedQuerySchema, oembedSchema } from '../images/oembed.js';
import type { Operation } from '../operation.js';
import { invalid, usual } from '../error-example.js';
import { link } from './link-errors.js';

const page = { api: 'service', access: 'open', isPublic: true } as const;
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

const mapKey = {
  key: {
    description: 'The identifier of a public map, or the secret of a link to a map.',
    example: examples.linkSecret,
  },
};

/** The pages of links, for browsers. */
export const sharedPageOperations = [
  {
    ...page,
    id: 'getSharedPage',
    reach: 'own',
    method: 'get',
    path: '/a/{secret}',
    summary: 'Open a link in a browser',
    description: 'A page of pictures that needs no script. It asks for the password, where there is one.',
    parameters: secret,
    query: sharedPageQuerySchema.extend(framed),
    responses: { ...pages, 303: { description: 'The link opens a map, whose page is at `/m/{secret}`.' } },
    errors: { 429: usual },
  },
  {
    api: 'images',
    access: 'open',
    isPublic: true,
    id: 'getOembed',
    reach: 'own',
    method: 'get',
    path: '/oembed',
    summary: 'What other pages show of a link',
    description:
      'As oEmbed (https://oembed.com). A link with a password, an expired, a revoked and an unknown one get the same answer.',
    query: oembedQuerySchema,
    responses: { 200: { description: 'What to show.', body: json(oembedSchema, examples.oembed) } },
    errors: { 400: invalid('url', 'invalid-type', 'is missing'), 404: link, 429: usual, 501: usual },
  },
  {
    ...page,
    id: 'getSharedImagePage',
    reach: 'own',
    method: 'get',
    path: '/a/{secret}/{id}',
    summary: 'Open one picture of a link in a browser',
    parameters: {
      ...secret,
      id: { description: 'Identifier of the image.', example: examples.imageRecord.id },
    },
    query: z.object(framed),
    responses: pages,
    errors: { 429: usual },
  },
  {
    ...page,
    id: 'uploadSharedPage',
    reach: 'own',
    method: 'post',
    path: '/a/{secret}/upload',
    summary: 'Add an image by a link in a browser',
    description: 'The form of the page, without its script. A page says why an image is not taken.',
    parameters: secret,
    body: form(sharedUploadFormSchema, examples.sharedUploadForm),
    responses: {
      200: { description: 'A page that says that the link shows the image already.', body: html },
      303: { description: 'The image is stored, or waits for approval. The page opens, and says thanks.' },
      401: pages[401],
      404: pages[404],
      ...Object.fromEntries(
        [400, 403, 408, 409, 413, 415, 422, 429, 503, 507].map((status) => [status, refused]),
      ),
    },
    errors: { 403: usual },
  },
  {
    ...page,
    id: 'unlockSharedPage',
    reach: 'own',
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
    errors: { 403: usual, 413: usual, 415: usual, 429: usual },
  },
  {
    ...page,
    id: 'getMapPage',
    reach: 'own',
    method: 'get',
    path: '/m/{key}',
    summary: 'Open a map in a browser',
    description:
      'A public map, or the map of a link: with its legend, a search and a table. Without scripts it leads to the table.',
    parameters: mapKey,
    query: mapPageQuerySchema.extend({
      embed: framed.embed.describe(
        'Whatever its value: the page for a frame, which those in `CAIRN_EMBED_ORIGINS` may show; anybody where that is not set.',
      ),
    }),
    responses: pages,
    errors: { 429: usual },
  },
  {
    ...page,
    id: 'unlockMapPage',
    reach: 'own',
    method: 'post',
    path: '/m/{key}',
    summary: 'Give the password of a link to a map in a browser',
    parameters: mapKey,
    body: form(unlockBodySchema, examples.unlockBody, ['application/x-www-form-urlencoded']),
    responses: {
      303: { description: 'The password is right. The page opens.' },
      403: { description: 'A page that asks again.', body: html },
      404: pages[404],
    },
    errors: { 403: usual, 413: usual, 415: usual, 429: usual },
  },
] as const satisfies readonly Operation[];
