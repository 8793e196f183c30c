import type { CreatedLinkRecord, LinkPage } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let server: ServerProcess;

const PASSWORD = 'lake at dawn';

async function newLink(folder: string): Promise<string> {
  const body = { resource: { type: 'folder', id: folder }, password: PASSWORD };
  const { url } = await server.json<CreatedLinkRecord>('POST', '/api/links', body);
  return url.slice(url.lastIndexOf('/') + 1);
}

/** The status of an attempt from an address. */
async function attempt(secret: string, password: string, address: string): Promise<number> {
  const response = await server.fetch(`/api/shared/${secret}/unlock`, {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ password }),
  });
  return response.status;
}

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_RATE_SIGN_INS: '4', CAIRN_TRUSTED_PROXIES: 'loopback' });
});

afterAll(() => server.dispose());

describe('passwords of links', () => {
  it('are guessed twice from one network, which keeps no other one out', async () => {
    const [secret, other] = [await newLink('a'), await newLink('b')];
    const stranger = '192.0.2.1';
    for (const status of [403, 403, 429]) expect(await attempt(secret, 'wrong one', stranger)).toBe(status);
    expect(await attempt(secret, PASSWORD, stranger)).toBe(429);
    expect(await attempt(secret, PASSWORD, '192.0.2.2')).toBe(204);
    expect(await attempt(other, PASSWORD, '192.0.2.2')).toBe(204);
  });

  it('are guessed forty times from all networks', async () => {
    const secret = await newLink('c');
    for (let number = 0; number < 40; number += 1)
      expect(await attempt(secret, 'wrong one', `${100 + (number >> 1)}.51.100.1`)).toBe(403);
    expect(await attempt(secret, PASSWORD, '198.51.100.200')).toBe(429);
  });

  it.each([
    ['a /56 of IPv6', (number: number) => `2001:db8:1:${(0x100 + number).toString(16)}::1`, 4],
    ['a /48 of IPv6', (number: number) => `2001:db8:2:${(number << 8).toString(16)}::1`, 8],
    ['a /32 of IPv6', (number: number) => `2001:db9:${number.toString(16)}::1`, 16],
    ['a /24 of IPv4', (number: number) => `203.0.113.${number}`, 8],
    ['a /16 of IPv4', (number: number) => `203.1.${number}.1`, 16],
  ] as const)(
    'are guessed from %s by no more than its part, so that others get in',
    async (_, addressOf, most) => {
      const secret = await newLink('d');
      const statuses: number[] = [];
      for (let number = 1; number <= 30; number += 1)
        statuses.push(await attempt(secret, 'wrong one', addressOf(number)));
      expect(statuses.filter((status) => status === 403)).toHaveLength(most);
      expect(await attempt(secret, PASSWORD, '2001:dba::1')).toBe(204);
      expect(await attempt(secret, PASSWORD, '198.51.100.1')).toBe(204);
    },
  );
});

describe('links to a folder', () => {
  it('are found however its path is written', async () => {
    await newLink('trip/2026/');
    for (const id of ['trip/2026', 'trip/2026/', '/trip/2026'])
      expect(
        (await server.json<LinkPage>('GET', `/api/links?type=folder&id=${id}`)).links.map(
          ({ resource }) => resource.id,
        ),
      ).toEqual(['trip/2026']);
  });
});
