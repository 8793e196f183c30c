import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import { jobOperations } from '../jobs/user-job-operations.js';
import { userJobRecordSchema } from '../jobs/user-jobs.js';
import type { Operation } from '../operation.js';
import { importBodySchema } from './imports.js';
import { invalid, usual } from '../error-example.js';
import { jobLimitReached } from '../jobs/user-job-errors.js';

/** Images from addresses of other servers, in jobs. */
export const importOperations = [
  {
    id: 'importImages',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    api: 'images',
    access: 'key',
    scope: 'images:write',
    method: 'post',
    path: '/api/imports',
    summary: 'Import images from addresses',
    description:
      'A job fetches them one after another and stores each like an upload. Only public addresses are asked, and those that the ' +
      'operator allows. 501 unless the operator has turned it on.',
    body: json(importBodySchema, examples.importBody),
    responses: {
      202: {
        description: 'The job that imports them.',
        body: json(userJobRecordSchema, examples.importJob),
        headers: { Location: 'Address of the job.' },
      },
    },
    errors: {
      400: invalid('url', 'address-not-allowed', 'is not a public address'),
      409: jobLimitReached,
      413: usual,
      415: usual,
      501: { code: 'imports-not-offered', detail: 'This service imports nothing from other servers.' },
    },
  },
  ...jobOperations({
    path: '/api/imports',
    ids: { list: 'listImports', get: 'getImport', cancel: 'cancelImport' },
    noun: 'import',
    example: examples.importJob,
  }),
] as const satisfies readonly Operation[];
