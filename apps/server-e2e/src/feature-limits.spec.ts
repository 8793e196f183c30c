import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collection, Hub } from './features/hub.js';

const limits = { CAIRN_MAX_FEATURE_VERTICES: '4', CAIRN_MAX_FEATURE_DEPTH: '8', CAIRN_MAX_FEATURE_SIZE: '1' };

let server: ServerProcess;
let hub: Hub;
let space: string;

beforeAll(async () => {
  const stores = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' };
  server = await ServerProcess.start({ env: { ...stores, ...limits } });
  hub = new Hub(server);
  space = await hub.space();
});

afterAll(() => server.dispose());

describe('the limits of a feature', () => {
  const put = async (members: object) =>
    (await hub.call(`${space}/features`, { method: 'PUT', body: members })).status;
  const line = (positions: number) => ({
    geometry: { type: 'LineString', coordinates: Array.from({ length: positions }, () => [1, 2]) },
  });
  const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });
  const sized = (bytes: number) => ({
    id: 'x',
    a: 'y'.repeat(bytes - JSON.stringify({ id: 'x', a: '' }).length),
  });

  it('are those that are set, exactly', async () => {
    expect([await put(line(3)), await put(line(4)), await put(line(5))]).toEqual([200, 200, 400]);
    expect([await put(nested(7)), await put(nested(8)), await put(nested(9))]).toEqual([200, 200, 400]);
    const mebibyte = 1024 * 1024;
    expect([await put(sized(mebibyte - 200)), await put(collection(sized(mebibyte + 1)))]).toEqual([
      200, 400,
    ]);
    expect([await put(collection(sized(mebibyte - 200))), await put(sized(mebibyte + 1))]).toEqual([
      200, 413,
    ]);
  });
});
