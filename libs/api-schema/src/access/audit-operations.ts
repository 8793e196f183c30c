import * as z from 'zod';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';
import { wrongLimit } from '../error-example.js';
import { activityQuerySchema, activityRowSchema } from './activity.js';
import { auditEntrySchema, auditQuerySchema } from './audit.js';

const link = { Link: 'With `limit`: the next page, as `rel="next"`. Absent on the last page.' };

/** Who changed what. */
export const auditOperations = [
  {
    id: 'listAudit',
    reach: 'keys',
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
    errors: { 400: wrongLimit },
  },
  {
    id: 'listActivity',
    reach: 'keys',
    api: 'accounts',
    method: 'get',
    path: '/api/activity',
    summary: 'List who changed what, in rows with names and pictures',
    description:
      'The entries of `GET /api/audit`, those joined to one row that the same one made by the same operation in the same ' +
      'place, without an hour between them. The row that began last is the first. `GET /api/audit?row=` lists what is in a row. ' +
      'Pictures are of one’s own account alone, and need `images:read`.',
    access: 'key',
    scope: 'keys:manage',
    query: activityQuerySchema.extend(pageQuerySchema.shape),
    responses: {
      200: {
        description: 'The rows.',
        body: json(z.array(activityRowSchema), [examples.activityRow]),
        headers: link,
      },
    },
    errors: { 400: wrongLimit },
  },
] as const satisfies readonly Operation[];
