import { RequestBytes } from '../load/http-request.js';
import type { OpenWorkload } from './workload.js';

/** Creating spaces, compared with one durable insert each. */
export const openSpaces: OpenWorkload = async (environment) => {
  const cairn = await environment.startCairn();
  const request = new RequestBytes({
    method: 'POST',
    path: '/hub/spaces',
    headers: { 'Content-Type': 'application/json' },
    body: [JSON.stringify({ title: 'Trees', description: 'Every tree of the town.' })],
  });
  return {
    name: 'spaces created',
    clients: 32,
    expectedStatus: 200,
    cairn: { ports: cairn.ports, request },
    baselines: [
      {
        name: 'insert',
        ports: await environment.startBaseline('insert-baseline', [await environment.makeFolder('baseline')]),
        request,
      },
    ],
  };
};
