import { operations } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { BAD_QUERY, type Rows } from './row.js';

/** The state of the server, and its documentation. */
export const service: Rows = {
  getRobots: {
    gives: 200,
    works: async ({ nobody }) => {
      const answer = await nobody.get('/robots.txt');
      expect(answer.bytes.toString()).toContain('User-agent: *');
      return answer;
    },
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/robots.txt${BAD_QUERY}`),
  },
  getLiveness: {
    gives: 200,
    works: async ({ nobody }) => (await nobody.get('/livez')).shows({ status: 'ok' }),
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/livez${BAD_QUERY}`),
  },
  getReadiness: {
    gives: 200,
    works: async ({ nobody }) =>
      (await nobody.get('/readyz')).shows({ status: 'ok', parts: { database: 'ok', blobs: 'ok' } }),
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/readyz${BAD_QUERY}`),
  },
  getOpenApi: {
    gives: 200,
    works: async ({ nobody }) => {
      const answer = await nobody.get('/openapi.json');
      const { paths } = answer.json<{ paths: object }>();
      expect(Object.keys(paths).sort()).toEqual([...new Set(operations.map(({ path }) => path))].sort());
      return answer;
    },
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/openapi.json${BAD_QUERY}`),
  },
  getDocs: {
    gives: 200,
    works: async ({ nobody }) => {
      const answer = await nobody.get('/docs/api');
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.bytes.toString()).toContain('swagger-ui');
      return answer;
    },
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/docs/api${BAD_QUERY}`),
  },
};
