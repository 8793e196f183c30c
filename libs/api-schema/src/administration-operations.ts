import { z } from 'zod';
import { json } from './content.js';
import { examples } from './examples.js';
import { jobRecordSchema } from './jobs.js';
import type { Operation } from './operation.js';

/** What administrators ask of the service. */
export const administrationOperations: readonly Operation[] = [
  {
    id: 'listJobs',
    family: 'administration',
    method: 'get',
    path: '/api/jobs',
    summary: 'List background jobs',
    description:
      'What the node that answers does regularly, how far it is, and what came of it. Of several nodes each knows ' +
      'of its own runs alone: where another one leads, a job that only the leader runs shows no run here.',
    access: 'key',
    scope: 'admin',
    answers: {
      200: {
        description: 'The jobs.',
        body: json(z.array(jobRecordSchema), [examples.jobRecord]),
      },
    },
    errors: [],
  },
];
