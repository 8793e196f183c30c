import { json } from '../content.js';
import { account } from '../error-cases.js';
import { invalid } from '../error-example.js';
import { examples } from '../examples/examples.js';
import { job } from '../jobs/user-job-errors.js';
import type { Operation } from '../operation.js';
import { eraseAccountQuerySchema, erasureRecordSchema } from './erasures.js';

/** Accounts that leave, in jobs. */
export const erasureOperations = [
  {
    id: 'eraseAccount',
    reach: 'own',
    api: 'accounts',
    method: 'delete',
    path: '/api/accounts/{id}',
    summary: 'Erase an account',
    description:
      'A job deletes everything of it for good, and not into the trash: images with their bytes, albums, spaces, the trash, keys, ' +
      'links, grants, webhooks, its users and their audit trail. What others have stays, and forgets who acted. The last account that ' +
      'administers the service stays.',
    access: 'key',
    scope: 'admin',
    parameters: { id: { description: 'Identifier of the account.', example: examples.accountRecord.id } },
    query: eraseAccountQuerySchema,
    responses: {
      202: {
        description: 'The erasure, which has begun.',
        body: json(erasureRecordSchema, { ...examples.erasure, state: 'waiting', erased: {}, endedAt: null }),
        headers: { Location: 'Address of the erasure.' },
      },
    },
    errors: {
      400: invalid('addresses', 'unknown-choice', 'must be `digests` or `forget`'),
      404: account,
      409: { code: 'last-owner', detail: 'This is the last owner; make another one before.' },
    },
  },
  {
    id: 'getErasure',
    reach: 'own',
    api: 'accounts',
    method: 'get',
    path: '/api/erasures/{id}',
    summary: 'Get an erasure',
    description: 'How far it is, and until a week after its end what it has erased.',
    access: 'key',
    scope: 'admin',
    parameters: { id: { description: 'Identifier of the erasure.', example: examples.erasure.id } },
    responses: { 200: { description: 'The erasure.', body: json(erasureRecordSchema, examples.erasure) } },
    errors: { 404: job },
  },
] as const satisfies readonly Operation[];
