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
  revokeKeyQuerySchema,
} from './accounts.js';
import { auditEntrySchema, auditQuerySchema } from './audit.js';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';

const link = { Link: 'With `limit`: the next page, as `rel="next"`. Absent on the last page.' };
const accountId = { id: { description: 'Identifier of the account.', example: examples.accountRecord.id } };

/** Keys and accounts. */
export const accountOperations: readonly Operation[] = [
  {
    id: 'createKey',
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
    errors: [404, 409, 413, 415],
  },
  {
    id: 'listKeys',
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
    errors: [],
  },
  {
    id: 'getKey',
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
    errors: [404],
  },
  {
    id: 'revokeKey',
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
    errors: [404, 409],
  },
  {
    id: 'listAudit',
    api: 'accounts',
    method: 'get',
    path: '/api/audit',
    summary: 'List who changed what',
    description:
      'The writes of keys, users, tokens and links that succeeded, or were refused with 403, the latest first. There ' +
      'are no bodies and no secrets in it. An entry is there a moment after its request.',
    access: 'key',
    scope: 'keys:manage',
    query: auditQuerySchema.extend(pageQuerySchema.shape),
    responses: {
      200: {
        description: 'The entries.',
        body: json(z.array(auditEntrySchema), [examples.auditEntry]),
        headers: link,
      },
    },
    errors: [],
  },
  {
    id: 'createAccount',
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
    errors: [413, 415],
  },
  {
    id: 'listAccounts',
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
    errors: [],
  },
  {
    id: 'getAccount',
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
    errors: [404],
  },
  {
    id: 'changeAccount',
    api: 'accounts',
    method: 'patch',
    path: '/api/accounts/{id}',
    summary: 'Change an account’s quotas',
    access: 'key',
    scope: 'admin',
    parameters: accountId,
    body: json(changeAccountBodySchema, examples.changeAccountBody),
    responses: {
      200: {
        description: 'The account.',
        body: json(accountDetailsSchema, {
          ...examples.accountDetails,
          quota: 1_000,
          imageBytesQuota: 10_000_000_000,
        }),
      },
    },
    errors: [404, 413, 415],
  },
];
