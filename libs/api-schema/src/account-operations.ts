import { z } from 'zod';
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
import { json } from './content.js';
import { examples } from './examples.js';
import type { Operation } from './operation.js';
import { pageQuerySchema } from './paging.js';

const link = { Link: 'With `limit`: the next page, `rel="next"`, unless this is the last.' };
const accountId = { id: { description: 'Identifier of the account.', example: examples.accountRecord.id } };

/** Keys and accounts. */
export const accountOperations: readonly Operation[] = [
  {
    id: 'createKey',
    family: 'accounts',
    method: 'post',
    path: '/api/keys',
    summary: 'Make an API key',
    description:
      'A key makes keys of its own account with no more scopes than it has; one with `admin` makes any. ' +
      'They expire no later than it does, and are revoked with it.',
    access: 'key',
    scope: 'keys:manage',
    body: json(createKeyBodySchema, examples.createKeyBody),
    answers: {
      201: {
        description: 'The key; its secret is shown this once.',
        body: json(createdKeySchema, examples.createdKey),
      },
    },
    errors: [404, 413, 415],
  },
  {
    id: 'listKeys',
    family: 'accounts',
    method: 'get',
    path: '/api/keys',
    summary: 'List API keys',
    description: 'Oldest first, expired and revoked ones too; never their secrets.',
    access: 'key',
    scope: 'keys:manage',
    query: keysQuerySchema.extend(pageQuerySchema.shape),
    answers: {
      200: {
        description: 'The keys.',
        body: json(z.array(keyRecordSchema), [examples.keyRecord]),
        headers: link,
      },
    },
    errors: [],
  },
  {
    id: 'revokeKey',
    family: 'accounts',
    method: 'delete',
    path: '/api/keys/{id}',
    summary: 'Revoke an API key',
    description:
      'At once and for good, and with it all keys that it made, directly or through others. Revoking it again ' +
      'changes nothing. The last key that can administer the service goes only with `force=true`. A key may ' +
      'revoke itself; any other needs the scope `keys:manage` and every scope of the key, or `admin`.',
    access: 'key',
    query: revokeKeyQuerySchema,
    parameters: { id: { description: 'Identifier of the key.', example: examples.keyRecord.id } },
    answers: {
      200: {
        description: 'The revoked key.',
        body: json(keyRecordSchema, { ...examples.keyRecord, revokedAt: '2026-02-03T04:05:06.789Z' }),
      },
    },
    errors: [404, 409],
  },
  {
    id: 'createAccount',
    family: 'accounts',
    method: 'post',
    path: '/api/accounts',
    summary: 'Open an account',
    access: 'key',
    scope: 'admin',
    body: json(createAccountBodySchema, examples.createAccountBody),
    answers: {
      201: {
        description: 'The account.',
        body: json(accountDetailsSchema, examples.accountDetails),
      },
    },
    errors: [413, 415],
  },
  {
    id: 'listAccounts',
    family: 'accounts',
    method: 'get',
    path: '/api/accounts',
    summary: 'List accounts',
    description: 'Oldest first.',
    access: 'key',
    scope: 'admin',
    query: pageQuerySchema,
    answers: {
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
    family: 'accounts',
    method: 'get',
    path: '/api/accounts/{id}',
    summary: 'Get an account',
    description: 'The caller’s own, or any with the scope `admin`.',
    access: 'key',
    parameters: accountId,
    answers: {
      200: {
        description: 'The account.',
        body: json(accountDetailsSchema, examples.accountDetails),
      },
    },
    errors: [404],
  },
  {
    id: 'changeAccount',
    family: 'accounts',
    method: 'patch',
    path: '/api/accounts/{id}',
    summary: 'Change an account’s quota',
    access: 'key',
    scope: 'admin',
    parameters: accountId,
    body: json(changeAccountBodySchema, examples.changeAccountBody),
    answers: {
      200: {
        description: 'The account.',
        body: json(accountDetailsSchema, { ...examples.accountDetails, quota: 1_000 }),
      },
    },
    errors: [404, 413, 415],
  },
];
