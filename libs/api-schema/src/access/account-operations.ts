import * as z from 'zod';
import {
  accountDetailsSchema,
  accountRecordSchema,
  changeAccountBodySchema,
  createAccountBodySchema,
  createdKeySchema,
  createKeyBodySchema,
  keyRecordSchema,
  keysQuerySchema,
  patchKeyBodySchema,
  revokeKeyQuerySchema,
} from './accounts.js';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';
import { invalid, usual, wrongLimit, scopeMissing } from '../error-example.js';
import { account, key } from '../error-cases.js';

const link = { Link: 'With `limit`: the next page, as `rel="next"`. Absent on the last page.' };
const accountId = { id: { description: 'Identifier of the account.', example: examples.accountRecord.id } };

/** Keys and accounts. */
export const accountOperations = [
  {
    id: 'createKey',
    reach: 'keys',
    api: 'accounts',
    method: 'post',
    path: '/api/keys',
    summary: 'Create an API key',
    description:
      'A key can create keys for its own account, with no scope that it lacks itself. A key with `admin` can create ' +
      'any key. New keys expire no later than the key that created them, and are revoked with it. An account has at most ' +
      '1,000 that are not revoked; of revoked ones the latest 1,000 are kept.',
    access: 'key',
    scope: 'keys:manage',
    body: json(createKeyBodySchema, examples.createKeyBody),
    responses: {
      201: {
        description: 'The key. Its secret is shown only once.',
        body: json(createdKeySchema, examples.createdKey),
      },
    },
    errors: {
      400: invalid('scopes', 'invalid-type', 'is missing'),
      404: account,
      409: { code: 'key-limit-reached', detail: 'An account has at most 1000 API keys; revoke one first.' },
      413: usual,
      415: usual,
    },
  },
  {
    id: 'listKeys',
    reach: 'keys',
    api: 'accounts',
    method: 'get',
    path: '/api/keys',
    summary: 'List API keys',
    description: 'Oldest first, including expired and revoked keys. Secrets are never shown.',
    access: 'key',
    scope: 'keys:manage',
    query: keysQuerySchema.extend(pageQuerySchema.shape),
    responses: {
      200: {
        description: 'The keys.',
        body: json(z.array(keyRecordSchema), [examples.keyRecord]),
        headers: link,
      },
    },
    errors: { 400: wrongLimit },
  },
  {
    id: 'getKey',
    reach: 'keys',
    api: 'accounts',
    method: 'get',
    path: '/api/keys/{id}',
    summary: 'Get an API key',
    description:
      'A key may read itself. To read another key of its account, it needs `keys:manage`; to read any key, `admin`. ' +
      'The secret is never shown.',
    access: 'key',
    parameters: { id: { description: 'Identifier of the key.', example: examples.keyRecord.id } },
    responses: { 200: { description: 'The key.', body: json(keyRecordSchema, examples.keyRecord) } },
    errors: { 404: key },
  },
  {
    id: 'patchKey',
    reach: 'keys',
    api: 'accounts',
    method: 'patch',
    path: '/api/keys/{id}',
    summary: 'Rename an API key',
    description:
      'A key may rename itself. To rename another key, it needs `keys:manage` and every scope of that key, or `admin`.',
    access: 'key',
    parameters: { id: { description: 'Identifier of the key.', example: examples.keyRecord.id } },
    body: json(patchKeyBodySchema, { name: 'Web site' }),
    responses: { 200: { description: 'The key.', body: json(keyRecordSchema, examples.keyRecord) } },
    errors: {
      400: invalid('name', 'invalid-type', 'is missing'),
      403: scopeMissing('keys:manage'),
      404: key,
      413: usual,
      415: usual,
    },
  },
  {
    id: 'revokeKey',
    reach: 'keys',
    api: 'accounts',
    method: 'delete',
    path: '/api/keys/{id}',
    summary: 'Revoke an API key',
    description:
      'Takes effect immediately and cannot be undone. Also revokes all descendants: the keys it created, directly ' +
      'or indirectly. Revoking a key again changes nothing. The last key that can administer the service needs ' +
      '`force=true`. A key may revoke itself. To revoke another key, it needs `keys:manage` and every scope of ' +
      'that key, or `admin`.',
    access: 'key',
    query: revokeKeyQuerySchema,
    parameters: { id: { description: 'Identifier of the key.', example: examples.keyRecord.id } },
    responses: {
      200: {
        description: 'The revoked key.',
        body: json(keyRecordSchema, { ...examples.keyRecord, revokedAt: '2026-02-03T04:05:06.789Z' }),
      },
    },
    errors: {
      400: invalid('force', 'invalid-type', 'must be `true` or `false`, in any case'),
      403: scopeMissing('keys:manage'),
      404: key,
      409: {
        code: 'last-admin-key',
        detail: 'This is the last API key that can administer the service; only `force=true` revokes it.',
      },
    },
  },
  {
    id: 'createAccount',
    reach: 'own',
    api: 'accounts',
    method: 'post',
    path: '/api/accounts',
    summary: 'Create an account',
    access: 'key',
    scope: 'admin',
    body: json(createAccountBodySchema, examples.createAccountBody),
    responses: {
      201: {
        description: 'The account.',
        body: json(accountDetailsSchema, examples.accountDetails),
      },
    },
    errors: { 400: invalid('name', 'invalid-type', 'is missing'), 413: usual, 415: usual },
  },
  {
    id: 'listAccounts',
    reach: 'own',
    api: 'accounts',
    method: 'get',
    path: '/api/accounts',
    summary: 'List accounts',
    description: 'Oldest first.',
    access: 'key',
    scope: 'admin',
    query: pageQuerySchema,
    responses: {
      200: {
        description: 'The accounts.',
        body: json(z.array(accountRecordSchema), [examples.accountRecord]),
        headers: link,
      },
    },
    errors: { 400: wrongLimit },
  },
  {
    id: 'getAccount',
    reach: 'own',
    api: 'accounts',
    method: 'get',
    path: '/api/accounts/{id}',
    summary: 'Get an account',
    description: 'The caller’s own account, or any account with the scope `admin`.',
    access: 'key',
    parameters: accountId,
    responses: {
      200: {
        description: 'The account.',
        body: json(accountDetailsSchema, examples.accountDetails),
      },
    },
    errors: { 404: account },
  },
  {
    id: 'changeAccount',
    reach: 'own',
    api: 'accounts',
    method: 'patch',
    path: '/api/accounts/{id}',
    summary: 'Change the name, the base map or the quotas of an account',
    description:
      'The name is what others read where something of the account is shared with them. The base map is below its maps, in its ' +
      'page and at its links. Quotas, and other accounts than one’s own, need `admin`.',
    access: 'key',
    scope: 'keys:manage',
    parameters: accountId,
    body: json(changeAccountBodySchema, examples.changeAccountBody),
    responses: {
      200: {
        description: 'The account.',
        body: json(accountDetailsSchema, {
          ...examples.accountDetails,
          name: 'Surveyors',
          baseMap: {
            kind: 'raster',
            ...examples.changeAccountBody.baseMap,
            origins: ['https://tiles.example.org'],
          },
          quota: 1_000,
          imageBytesQuota: 10_000_000_000,
        }),
      },
    },
    errors: {
      400: invalid('imageQuota', 'too-small', 'must be at least 0'),
      403: scopeMissing('admin'),
      404: account,
      413: usual,
      415: usual,
    },
  },
] as const satisfies readonly Operation[];
