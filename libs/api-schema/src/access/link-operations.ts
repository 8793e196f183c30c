import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  createdLinkSchema,
  createLinkBodySchema,
  linkPageSchema,
  linkPreviewSchema,
  linkRecordSchema,
  linksQuerySchema,
  patchLinkBodySchema,
} from './links.js';
import type { Operation } from '../operation.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { link } from './link-errors.js';

const linkId = { id: { description: 'Identifier of the link.', example: examples.linkRecord.id } };
const managing = { api: 'images', access: 'key', scope: 'images:write' } as const;

/** Links for people without an account. */
export const linkOperations = [
  {
    ...managing,
    id: 'createLink',
    reach: { on: 'body', role: 'manager' },
    method: 'post',
    path: '/api/links',
    summary: 'Share an album, a folder, an image, a space or a map by a link',
    description:
      'Whoever has the link sees these images, also private ones, or the space or map, until it is revoked or expires. A space ' +
      'and a map need the scope `spaces:write`, too; the secret of a link to one is a key that reads it. An account has at most ' +
      '10,000 links, expired ones included.',
    body: json(createLinkBodySchema, examples.createLinkBody),
    responses: { 201: { description: 'The link.', body: json(createdLinkSchema, examples.createdLink) } },
    errors: {
      400: invalid('expiresAt', 'invalid-time', 'must lie in the future'),
      404: { code: 'album-not-found', detail: 'There is no album with this id.' },
      409: { code: 'link-limit-reached', detail: 'An account has at most 10000 links; revoke one first.' },
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'listLinks',
    reach: { on: 'body', role: 'manager' },
    method: 'get',
    path: '/api/links',
    summary: 'List links',
    description: 'The latest first, page by page.',
    query: linksQuerySchema,
    responses: { 200: { description: 'The links.', body: json(linkPageSchema, examples.linkPage) } },
    errors: { 400: wrongLimit },
  },
  {
    ...managing,
    id: 'patchLink',
    reach: { on: 'body', role: 'manager' },
    method: 'patch',
    path: '/api/links/{id}',
    summary: 'Change a link',
    description:
      'By the rules it is made by; what is not given stays. Its address stays, too. It holds at once, on every node: who gave a ' +
      'former password is asked for the new one. What becomes of images that are added holds from then on: those that wait already go on ' +
      'waiting.',
    parameters: linkId,
    body: json(patchLinkBodySchema, examples.patchLinkBody),
    responses: { 200: { description: 'The link.', body: json(linkRecordSchema, examples.linkRecord) } },
    errors: {
      400: invalid('expiresAt', 'invalid-time', 'must lie in the future'),
      404: link,
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'previewLink',
    reach: { on: 'body', role: 'manager' },
    method: 'post',
    path: '/api/links/{id}/preview',
    summary: 'See what the holders of a link see',
    description:
      'Sets cookies for an hour, with which the page of the link opens without its password, and the visit is not counted.',
    parameters: linkId,
    responses: {
      200: {
        description: 'Where to look.',
        headers: {
          'Set-Cookie': 'A cookie by which visits are not counted, and one that proves the password.',
        },
        body: json(linkPreviewSchema, examples.linkPreview),
      },
    },
    errors: {
      404: link,
      409: {
        code: 'link-address-unknown',
        detail: 'The address of this link is not known; make a new link instead.',
      },
    },
  },
  {
    ...managing,
    id: 'deleteLink',
    reach: { on: 'body', role: 'manager' },
    method: 'delete',
    path: '/api/links/{id}',
    summary: 'Revoke a link',
    description: 'At once, on every node.',
    parameters: linkId,
    responses: { 204: { description: 'The link opens nothing any more.' } },
    errors: { 404: link },
  },
] as const satisfies readonly Operation[];
