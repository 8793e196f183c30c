import * as z from 'zod';
import { binary, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { jobRecordSchema, retriedJobSchema, retryJobQuerySchema } from '../jobs/jobs.js';
import type { Operation } from '../operation.js';
import { loggedErrorSchema, promotionSchema, recentMetricsSchema, storageUseSchema } from './server-state.js';

/** The operations for administrators. */
export const administrationOperations = [
  {
    id: 'listJobs',
    reach: 'own',
    api: 'administration',
    method: 'get',
    path: '/api/jobs',
    summary: 'List background jobs',
    description:
      'The periodic jobs and the event consumers of the node that responds, with their progress and last result. Each ' +
      'node reports only its own runs: a job that runs only on the leader shows no run on the other nodes. `failures` ' +
      'are those of all nodes.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: {
        description: 'The jobs.',
        body: json(z.array(jobRecordSchema), [examples.jobRecord, examples.failedJobRecord]),
      },
    },
    errors: {},
  },
  {
    id: 'retryJob',
    reach: 'own',
    repeatable: true,
    api: 'administration',
    method: 'post',
    path: '/api/jobs/{name}/retry',
    summary: 'Retry what a job failed at',
    description:
      'Items that a job failed at are tried again after a minute, ten minutes, an hour and six hours. After five ' +
      'attempts they are set aside. This has them tried now, as if they had never failed.',
    access: 'key',
    scope: 'admin',
    parameters: {
      name: { description: 'The name of the job.', example: examples.failedJobRecord.name },
    },
    query: retryJobQuerySchema,
    responses: {
      200: { description: 'They are tried.', body: json(retriedJobSchema, { retried: 1 }) },
    },
    errors: {
      404: { code: 'failed-work-not-found', detail: 'No job has this name. There is nothing to retry.' },
    },
  },
  {
    id: 'promote',
    reach: 'own',
    repeatable: true,
    api: 'administration',
    method: 'post',
    path: '/api/promote',
    summary: 'Have a restored copy take the place of its original',
    description:
      'A restored copy sends no webhooks, as its original may be running and receivers could not tell the two apart. This says ' +
      'that it takes the place of its original: what waits is sent, and so is what has happened in the copy.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: { description: 'It is no copy any more.', body: json(promotionSchema, { promoted: true }) },
    },
    errors: {},
  },
  {
    id: 'getStorageUse',
    reach: 'own',
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
    errors: {},
  },
  {
    id: 'listErrors',
    reach: 'own',
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
    errors: {},
  },
  {
    id: 'getMetrics',
    reach: 'own',
    api: 'administration',
    method: 'get',
    path: '/metrics',
    summary: 'Read the metrics, for Prometheus',
    description:
      'What the node that responds has counted since its start. A server that shows its metrics on a port of their own does not ' +
      'have them here.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: { description: 'In the text format of Prometheus.', body: binary(['text/plain']) },
    },
    errors: {
      404: { code: 'metrics-not-here', detail: 'The metrics are not at this address.' },
    },
  },
  {
    id: 'getRecentMetrics',
    reach: 'own',
    api: 'administration',
    method: 'get',
    path: '/api/metrics/recent',
    summary: 'Read the metrics of the last hour',
    description:
      'What the node that responds has measured in the last hour, a point a minute. It is kept in memory. `GET /metrics` has ' +
      'more, for Prometheus.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: { description: 'The metrics.', body: json(recentMetricsSchema, examples.recentMetrics) },
    },
    errors: {},
  },
] as const satisfies readonly Operation[];
