import type { OpenWorkload } from '../compare.js';
import { RequestBytes } from '../load/http-request.js';

/** Creating spaces, compared with one durable insert each. */
export const openSpaces: OpenWorkload = async (environment) => {
  const { ports } = await environment.startCairn();
  const request = new RequestBytes({
    method: 'POST',
    path: '/hub/spaces',
    headers: { 'Content-Type': 'application/json' },
    body: [JSON.stringify({ title: 'Trees', description: 'Every tree of the town.' })],
  });
  const folder = await environment.makeFolder('baseline');
  return {
    name: 'spaces created',
    clients: 32,
    expectedStatus: 200,
    cairn: { ports, request },
    baselines: [
      { name: 'insert', ports: await environment.startBaseline('baseline', ['insert', folder]), request },
    ],
  };
};
