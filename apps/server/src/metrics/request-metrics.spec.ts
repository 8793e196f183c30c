import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.js';
import { StoreMetrics } from './store-metrics.js';

const linesOf = async (registry: Registry): Promise<readonly string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('RequestMetrics', () => {
  it('counts requests by operation and class of status, in buckets that contain the shorter ones', async () => {
    const registry = new Registry();
    const requests = new RequestMetrics(registry);
    for (let count = 0; count < 5; count += 1) requests.requestBegan();
    for (const seconds of [0.001, 0.002, 0.03, 100])
      requests.requestEnded({ operation: 'getImage', status: 200, seconds });
    requests.requestEnded({ operation: 'getImage', status: 404, seconds: 0.5 });
    const name = 'cairn_http_request_duration_seconds';
    const ok = 'operation="getImage",status="2xx"';
    const lines = await linesOf(registry);
    expect(lines).toEqual(
      expect.arrayContaining([
        `${name}_bucket{${ok},le="0.001"} 1`,
        `${name}_bucket{${ok},le="0.005"} 2`,
        `${name}_bucket{${ok},le="60"} 3`,
        `${name}_bucket{${ok},le="+Inf"} 4`,
        `${name}_count{${ok}} 4`,
        `${name}_sum{operation="getImage",status="4xx"} 0.5`,
      ]),
    );
    expect(lines.filter((line) => line.includes('5xx'))).toEqual([]);
  });

  it('knows how many are under way', async () => {
    const registry = new Registry();
    const requests = new RequestMetrics(registry);
    requests.requestBegan();
    requests.requestBegan();
    requests.requestEnded({ operation: 'getImage', status: 200, seconds: 1 });
    expect(await linesOf(registry)).toContain('cairn_http_requests_in_flight 1');
  });
});

describe('StoreMetrics', () => {
  it('has counts for each method that was called, and durations for each store', async () => {
    const registry = new Registry();
    const stores = new StoreMetrics(registry);
    const [find] = [stores.of('catalog', 'find'), stores.of('catalog', 'never')];
    const get = stores.of('blobs', 'get');
    find.ended(0.25);
    find.failed(0.5);
    get.ended(2);
    const lines = await linesOf(registry);
    const of = 'port="catalog",method="find"';
    expect(lines).toEqual(
      expect.arrayContaining([
        `cairn_store_calls_total{${of}} 2`,
        `cairn_store_call_seconds_total{${of}} 0.75`,
        `cairn_store_failures_total{${of}} 1`,
        'cairn_store_failures_total{port="blobs",method="get"} 0',
        'cairn_store_call_duration_seconds_count{store="database"} 2',
        'cairn_store_call_duration_seconds_sum{store="blobs"} 2',
      ]),
    );
    expect(lines.filter((line) => line.includes('never'))).toEqual([]);
    expect(await linesOf(registry)).toEqual(lines);
  });
});
