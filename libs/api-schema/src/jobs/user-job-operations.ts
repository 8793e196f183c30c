import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { pageQuerySchema } from '../paging.js';
import { userJobListSchema, userJobRecordSchema } from './user-jobs.js';
import { wrongLimit } from '../error-example.js';
import { job } from './user-job-errors.js';

interface Jobs<P extends string> {
  readonly path: P;
  /** The identifiers of the operations, by what they do. */
  readonly ids: Readonly<Record<'list' | 'get' | 'cancel', string>>;
  /** The noun for such a job in descriptions. */
  readonly noun: string;
  readonly example: unknown;
}

const reach = { on: 'account', role: 'editor' } as const;

/** Reading and cancelling jobs of one kind. */
export function jobOperations<P extends string>({ path, ids, noun, example }: Jobs<P>) {
  const one = {
    api: 'images',
    access: 'key',
    path: `${path}/{id}`,
    parameters: { id: { description: 'Identifier of the job.', example: examples.bulkJob.id } },
    responses: { 200: { description: 'The job.', body: json(userJobRecordSchema, example) } },
    reach,
    errors: { 404: job },
  } as const;
  return [
    {
      id: ids.list,
      api: 'images',
      access: 'key',
      scope: 'images:read',
      method: 'get',
      path,
      summary: `List ${noun}s`,
      description: 'The latest first. They are kept for a week after their end.',
      query: pageQuerySchema,
      responses: {
        200: {
          description: 'The jobs.',
          body: json(userJobListSchema, [example]),
          headers: { Link: 'With `limit`: the next page, as `rel="next"`. Absent on the last page.' },
        },
      },
      reach,
      errors: { 400: wrongLimit },
    },
    { ...one, id: ids.get, scope: 'images:read', method: 'get', summary: `Get ${noun}` },
    {
      ...one,
      id: ids.cancel,
      scope: 'images:write',
      method: 'delete',
      summary: `Cancel ${noun}`,
      description: 'What it has done stays. A job that has ended stays as it is.',
    },
  ] as const satisfies readonly Operation[];
}

/** Jobs that change many images. */
export const bulkJobOperations = jobOperations({
  path: '/api/images/bulk/jobs',
  ids: { list: 'listBulkJobs', get: 'getBulkJob', cancel: 'cancelBulkJob' },
  noun: 'bulk change',
  example: examples.bulkJob,
});
