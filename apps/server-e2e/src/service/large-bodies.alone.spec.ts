import { IN_MEMORY, eventLoopMonitored, longestBlockMs, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collection, faultsOf, Hub, point } from '../features/hub.js';

const MAX_BLOCKED_MS = 150; // 20 ms on a machine that does nothing else

let server: ServerProcess;
let hub: Hub;
let space: string;

beforeAll(async () => {
  server = await ServerProcess.start({
    env: { ...IN_MEMORY, ...eventLoopMonitored, CAIRN_MAX_FEATURES_PER_WRITE: '15000' },
  });
  hub = new Hub(server);
  space = await hub.space();
});

afterAll(() => server.dispose());

describe('a large body', () => {
  const features = (count: number): string =>
    JSON.stringify(
      collection(...Array.from({ length: count }, (_, index) => point(`f${index}`, 11, 47, { n: index }))),
    );

  it('is read without blocking other requests, and refused for its last feature', async () => {
    const body = features(15_000);
    const broken = body.replace(
      '"type":"Point","coordinates":[11,47]},"properties":{"n":14999',
      '"type":"Point","coordinates":[11,97]},"properties":{"n":14999',
    );
    await hub.call(`${space}/search`);
    const startedAt = Date.now();
    const refused = await hub.call(`${space}/features`, { method: 'PUT', body: broken });
    expect(faultsOf(refused)).toEqual([400, '/features/14999/geometry/coordinates invalid-feature']);
    expect(longestBlockMs(server.output(), startedAt)).toBeLessThan(MAX_BLOCKED_MS);
  });
});
