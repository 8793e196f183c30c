import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import { createdLinkSchema, createLinkBodySchema, linkPageSchema, linksQuerySchema } from './links.js';
import type { Operation } from '../operation.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { link } from './link-errors.js';

const managing = { api: 'images', access: 'key', scope: 'images:write' } as const;

/** Links for people without an account. */
export const linkOperations = [
  {
    ...managing,
    id: 'createLink',
    reach: { on: 'body', role: 'manager' },
    method: 'post',
    path: '/api/links',
    summary: 'Share an album, a folder, an image or a space by a link',
    description:
      'Whoever has the link sees these images, also private ones, or the space, until it is revoked or expires. A space ' +
      'needs the scope `spaces:write`, too; the secret of its link is a credential of the spaces API. Only a hash of the ' +
      'secret is stored, so that the address cannot be shown again. An account has at most 10,000 links, expired ones included.',
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
    id: 'deleteLink',
    reach: { on: 'body', role: 'manager' },
    method: 'delete',
    path: '/api/links/{id}',
    summary: 'Revoke a link',
    description: 'At once, on every node.',
    parameters: { id: { description: 'Identifier of the link.', example: examples.linkRecord.id } },
    responses: { 204: { description: 'The link opens nothing any more.' } },
    errors: { 404: link },
  },
] as const satisfies readonly Operation[];
