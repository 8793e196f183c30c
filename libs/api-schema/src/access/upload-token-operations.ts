import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import {
  createdUploadTokenSchema,
  createUploadTokenBodySchema,
  createUploadTokenQuerySchema,
  uploadTokenPageSchema,
  uploadTokensQuerySchema,
} from './upload-tokens.js';

const managing = {
  api: 'images',
  access: 'key',
  scope: 'images:write',
  reach: { on: 'body', role: 'contributor' },
} as const;

/** Credentials that upload images and do nothing else. */
export const uploadTokenOperations = [
  {
    ...managing,
    id: 'createUploadToken',
    method: 'post',
    path: '/api/upload-tokens',
    summary: 'Make an upload token',
    description:
      'A credential for `POST /api/upload` and nothing else, for programs, editors and pages that need not read. It works as long ' +
      'as who made it may upload to its folder. An account has at most 1,000.',
    query: createUploadTokenQuerySchema,
    body: json(createUploadTokenBodySchema, examples.createUploadTokenBody),
    responses: {
      201: {
        description: 'The token. Its secret is shown only once.',
        body: json(createdUploadTokenSchema, examples.createdUploadToken),
        headers: { Location: 'Address of the token.' },
      },
    },
    errors: {
      400: invalid('expiresAt', 'invalid-time', 'must lie in the future, and within a year'),
      409: {
        code: 'upload-token-limit-reached',
        detail: 'An account has at most 1000 upload tokens; delete one first.',
      },
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'listUploadTokens',
    method: 'get',
    path: '/api/upload-tokens',
    summary: 'List upload tokens',
    description:
      'The latest first, page by page, expired ones for a while. In the account of another, only those that the caller has made. ' +
      'Secrets are never shown.',
    query: uploadTokensQuerySchema,
    responses: {
      200: { description: 'The tokens.', body: json(uploadTokenPageSchema, examples.uploadTokenPage) },
    },
    errors: { 400: wrongLimit },
  },
  {
    ...managing,
    id: 'deleteUploadToken',
    method: 'delete',
    path: '/api/upload-tokens/{id}',
    summary: 'Delete an upload token',
    description:
      'It is refused from then on, on every node. In the account of another, only by who has made it.',
    parameters: { id: { description: 'Identifier of the token.', example: examples.uploadToken.id } },
    responses: { 204: { description: 'The token uploads nothing any more.' } },
    errors: { 404: { code: 'upload-token-not-found', detail: 'There is no upload token with this id.' } },
  },
] as const satisfies readonly Operation[];
