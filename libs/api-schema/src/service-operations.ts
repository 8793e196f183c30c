import { z } from 'zod';
import { json } from './content.js';
import { examples } from './examples.js';
import { livenessSchema, readinessSchema } from './health.js';
import type { Operation } from './operation.js';

/** What operators and newcomers ask of the service itself. */
export const serviceOperations: readonly Operation[] = [
  {
    id: 'getLiveness',
    family: 'service',
    method: 'get',
    path: '/livez',
    summary: 'Is the process alive?',
    access: 'open',
    answers: {
      200: {
        description: 'It is.',
        body: json(livenessSchema, examples.liveness),
      },
    },
    errors: [],
  },
  {
    id: 'getReadiness',
    family: 'service',
    method: 'get',
    path: '/readyz',
    summary: 'Can it take requests?',
    access: 'open',
    answers: {
      200: {
        description: 'It can.',
        body: json(readinessSchema, examples.readiness),
      },
      503: {
        description: 'It cannot: a part is unavailable or its disk is full, or it is shutting down.',
        body: json(readinessSchema, {
          status: 'unavailable',
          parts: { database: 'ok', blobs: 'unavailable' },
        }),
      },
    },
    errors: [],
  },
  {
    id: 'getOpenApi',
    family: 'service',
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    access: 'open',
    answers: {
      200: {
        description: 'OpenAPI 3.1.',
        body: json(z.looseObject({ openapi: z.string() }), { openapi: '3.1.1' }),
      },
    },
    errors: [],
  },
  {
    id: 'getDocs',
    family: 'service',
    method: 'get',
    path: '/docs',
    summary: 'A page to read this document and try it',
    access: 'open',
    answers: { 200: { description: 'HTML.' } },
    errors: [],
  },
];
