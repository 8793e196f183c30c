import { ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';

/** In memory is enough: rates are counted per process, independent of the stores. */
const startServer = (env: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  ServerProcess.inMemory(env);

describe('rate limits', () => {
  it('use X-Forwarded-For only from trusted proxies', async () => {
    const clients = ['203.0.113.1', '203.0.113.1', '203.0.113.2'];
    const refusals = (server: ServerProcess) => refusalsOf(server, clients);
    const env = { CAIRN_RATE_FAILED_AUTH: '1' };
    const [open, behind] = [
      await startServer(env),
      await startServer({ ...env, CAIRN_TRUSTED_PROXIES: 'loopback' }),
    ];
    try {
      expect(await refusals(open)).toEqual([401, 429, 429]);
      expect(await refusals(behind)).toEqual([401, 429, 401]);
    } finally {
      await open.dispose();
      await behind.dispose();
    }
  });

  it('count an IPv6 host once, whichever addresses of its network it uses', async () => {
    const server = await startServer({ CAIRN_RATE_FAILED_AUTH: '1', CAIRN_TRUSTED_PROXIES: 'loopback' });
    try {
      const clients = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'];
      expect(await refusalsOf(server, clients)).toEqual([401, 429, 401]);
    } finally {
      await server.dispose();
    }
  });

  it('count per account across its keys, and wrong keys per IP address, with Retry-After', async () => {
    const slow = await startServer({
      CAIRN_RATE_REQUESTS: '3',
      CAIRN_RATE_UPLOADS: '1',
      CAIRN_RATE_FAILED_AUTH: '2',
    });
    try {
      const statuses = async (times: number, call: () => Promise<Response>): Promise<number[]> => {
        const found: number[] = [];
        for (let time = 0; time < times; time += 1) found.push((await call()).status);
        return found;
      };
      const made = await slow.fetch('/api/keys', {
        method: 'POST',
        body: JSON.stringify({ name: 'More', scopes: ['images:read'] }),
        headers: { 'content-type': 'application/json' },
      });
      const { key } = (await made.json()) as { readonly key: string };
      expect(await statuses(1, () => slow.fetch('/api/quota', { key }))).toEqual([200]);
      expect(await statuses(2, () => slow.fetch('/api/quota'))).toEqual([200, 429]);
      expect(await statuses(1, () => slow.fetch('/api/quota', { key }))).toEqual([429]);
      const refused = await slow.fetch('/api/quota');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 'rate-limited' });
      const form = () => slow.fetch('/api/upload', { method: 'POST', body: new FormData() });
      expect(await statuses(2, form)).toEqual([400, 429]);
      expect(await statuses(4, () => slow.fetch('/api/quota', { key: 'bad' }))).toEqual([401, 401, 429, 429]);
      expect(await statuses(5, () => fetch(`${slow.address}/cdn/none.jpg`))).toEqual([
        404, 404, 404, 404, 404,
      ]);
    } finally {
      await slow.dispose();
    }
  });
});

async function refusalsOf(server: ServerProcess, clients: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const client of clients) {
    const headers = { 'X-Forwarded-For': client };
    statuses.push((await server.fetch('/api/quota', { key: 'bad', headers })).status);
  }
  return statuses;
}
