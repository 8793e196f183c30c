import * as z from 'zod';
import { binary, json } from '../content.js';
import { examples } from '../examples/examples.js';
import { livenessSchema, readinessSchema } from './health.js';
import type { Operation } from '../operation.js';

/** Health checks and documentation. */
export const serviceOperations = [
  {
    id: 'getLiveness',
    reach: 'own',
    api: 'service',
    method: 'get',
    path: '/livez',
    summary: 'Is the process alive?',
    access: 'open',
    isPublic: true,
    responses: {
      200: {
        description: 'The process is alive.',
        body: json(livenessSchema, examples.liveness),
      },
    },
    errors: {},
  },
  {
    id: 'getReadiness',
    reach: 'own',
    api: 'service',
    method: 'get',
    path: '/readyz',
    summary: 'Can the service take requests?',
    access: 'open',
    responses: {
      200: {
        description: 'The service can take requests.',
        body: json(readinessSchema, examples.readiness),
      },
      503: {
        description:
          'The service cannot take requests: a part is unavailable or its disk is full, or it is shutting down.',
        body: json(readinessSchema, {
          status: 'unavailable',
          parts: { database: 'ok', blobs: 'unavailable' },
        }),
      },
    },
    errors: {},
  },
  {
    id: 'getRobots',
    reach: 'own',
    api: 'service',
    method: 'get',
    path: '/robots.txt',
    summary: 'What crawlers may read',
    description: 'Everything that they find: pages that must not be in an index say so themselves.',
    access: 'open',
    isPublic: true,
    responses: { 200: { description: 'As RFC 9309 has it.', body: binary(['text/plain']) } },
    errors: {},
  },
  {
    id: 'getOpenApi',
    reach: 'own',
    api: 'service',
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    access: 'open',
    responses: {
      200: {
        description: 'OpenAPI 3.1.',
        body: json(z.looseObject({ openapi: z.string() }), { openapi: '3.1.1' }),
      },
    },
    errors: {},
  },
  {
    id: 'getDocs',
    reach: 'own',
    api: 'service',
    method: 'get',
    path: '/docs/api',
    summary: 'An HTML page to read and try this API',
    access: 'open',
    responses: { 200: { description: 'HTML.' } },
    errors: {},
  },
] as const satisfies readonly Operation[];
