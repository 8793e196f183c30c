import * as z from 'zod';
import { json } from './content.js';
import { examples } from './examples.js';
import { jobRecordSchema } from './jobs.js';
import type { Operation } from './operation.js';
import { loggedErrorSchema, storageUseSchema } from './server-state.js';

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
  {
    id: 'getStorageUse',
    api: 'administration',
    method: 'get',
    path: '/api/storage',
    summary: 'Read how much is stored',
    description: 'Counts the images and spaces of all accounts when asked.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: { description: 'What is stored.', body: json(storageUseSchema, examples.storageUse) },
    },
    errors: [],
  },
  {
    id: 'listErrors',
    api: 'administration',
    method: 'get',
    path: '/api/errors',
    summary: 'List recent errors',
    description:
      'The latest 100 errors in the log of the node that responds, newest first, since it was started. They are ' +
      'kept in memory; the log has the stacks.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: {
        description: 'The errors.',
        body: json(z.array(loggedErrorSchema), [examples.loggedError]),
      },
    },
    errors: [],
  },
];
