import * as z from 'zod';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  createdSigningKeySchema,
  createSigningKeyBodySchema,
  signingKeyRecordSchema,
} from './signing-keys.js';
import { invalid, usual } from '../error-example.js';

/** The keys that sign addresses of files. */
export const signingKeyOperations = [
  {
    id: 'createSigningKey',
    reach: 'own',
    api: 'administration',
    method: 'post',
    path: '/api/signing-keys',
    summary: 'Make a signing key',
    description:
      'Addresses of files that it signs may ask for any transform. With `uploadsTo`, it signs upload tokens, too.',
    access: 'key',
    scope: 'admin',
    body: json(createSigningKeyBodySchema, examples.createSigningKeyBody),
    responses: {
      201: {
        description: 'The key. Its secret is shown only once.',
        body: json(createdSigningKeySchema, examples.createdSigningKey),
      },
    },
    errors: {
      400: invalid('name', 'invalid-type', 'is missing'),
      404: { code: 'account-not-found', detail: 'There is no account with this id.' },
      409: { code: 'signing-key-exists', detail: 'There is a signing key with this name already.' },
      413: usual,
      415: usual,
    },
  },
  {
    id: 'listSigningKeys',
    reach: 'own',
    api: 'administration',
    method: 'get',
    path: '/api/signing-keys',
    summary: 'List signing keys',
    description: 'Oldest first, without those of the settings. Secrets are never shown.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: {
        description: 'The keys.',
        body: json(z.array(signingKeyRecordSchema), [examples.signingKeyRecord]),
      },
    },
    errors: {},
  },
  {
    id: 'revokeSigningKey',
    reach: 'own',
    api: 'administration',
    method: 'delete',
    path: '/api/signing-keys/{id}',
    summary: 'Revoke a signing key',
    description: 'Addresses that it signed are refused at once, on every node.',
    access: 'key',
    scope: 'admin',
    parameters: { id: { description: 'Identifier of the key.', example: examples.signingKeyRecord.id } },
    responses: { 204: { description: 'The key is gone, and its name is free.' } },
    errors: { 404: { code: 'signing-key-not-found', detail: 'There is no signing key with this id.' } },
  },
] as const satisfies readonly Operation[];
