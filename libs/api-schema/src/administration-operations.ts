import { z } from 'zod';
import { json } from './content.js';
import { examples } from './examples.js';
import { jobRecordSchema } from './jobs.js';
import type { Operation } from './operation.js';

/** The operations for administrators. */
export const administrationOperations: readonly Operation[] = [
  {
    id: 'listJobs',
    api: 'administration',
    method: 'get',
    path: '/api/jobs',
    summary: 'List background jobs',
    description:
      'The periodic jobs of the node that responds, with their progress and last result. Each node reports only ' +
      'its own runs: a job that runs only on the leader shows no run on the other nodes.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: {
        description: 'The jobs.',
        body: json(z.array(jobRecordSchema), [examples.jobRecord]),
      },
    },
    errors: [],
  },
];
