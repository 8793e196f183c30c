import { buffer } from 'node:stream/consumers';
import { outgoingHttpContract, verify } from '@cairn/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServers, outgoingHttpPorts } from './outgoing-http.spec.kit.js';

afterEach(closeServers);

describe('NodeOutgoingHttp', () =>
  verify({
    contract: outgoingHttpContract,
    subject: { open: outgoingHttpPorts, reopen: async (ports) => ports },
    it,
  }));

it('a proxy of the environment is not used', async () => {
  process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.9:9';
  try {
    const { http, origins } = await outgoingHttpPorts();
    const request = { method: 'GET', url: origins.first, maxBytes: 1, timeoutMs: 60_000 } as const;
    const { status, body } = await http.request(request);
    expect([status, (await buffer(body)).length]).toEqual([200, 0]);
  } finally {
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];
  }
});
