import { describe, expect, it } from '@jest/globals';
import { createClient } from './index.js';

/** A client that gets these answers, and the addresses that it requested, with their idempotency keys. */
function answered(answers: readonly (Response | Error)[]) {
  const sent: string[] = [];
  const keys: (string | null)[] = [];
  const fetch = async (url: unknown, { headers }: RequestInit = {}): Promise<Response> => {
    sent.push(String(url).replace('http://cairn.test', ''));
    keys.push(new Headers(headers).get('idempotency-key'));
    const answer = answers[sent.length - 1] ?? new Response('', { status: 404 });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const retry = { baseDelayMs: 1 };
  return { client: createClient({ baseUrl: 'http://cairn.test', fetch, retry }), sent, keys };
}

describe('a listing', () => {
  it('goes on at the cursor of a page', async () => {
    const { client, sent } = answered([
      Response.json({ images: [{ id: 'a' }], nextCursor: '1~a' }),
      Response.json({ images: [{ id: 'b' }] }),
    ]);
    const images = await client.list('GET /api/images', { query: { path: 'x' } }).all();
    expect(images.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(sent).toEqual(['/api/images?path=x&limit=100', '/api/images?path=x&limit=100&cursor=1~a']);
  });

  it('goes on at the cursor in the header of a page that is only a list', async () => {
    const link = '</api/keys?limit=1&cursor=2~b>; rel="next"';
    const { client, sent } = answered([
      Response.json([{ id: 'a' }], { headers: { link } }),
      Response.json([{ id: 'b' }]),
    ]);
    const keys = await client.list('GET /api/keys', { query: { limit: 1 } }).all();
    expect(keys.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(sent).toEqual(['/api/keys?limit=1', '/api/keys?limit=1&cursor=2~b']);
  });
});

it('an answer has its headers; a call of what answers nothing resolves to nothing', async () => {
  const { client } = answered([
    Response.json({ id: 'f' }, { headers: { etag: '"1"' } }),
    new Response(null, { status: 204 }),
    new Response(null),
  ]);
  const params = { spaceId: 's', featureId: 'f' };
  const read = await client.answer('GET /hub/spaces/{spaceId}/features/{featureId}', { params });
  expect([read.status, read.body.id, read.headers.get('etag')]).toEqual([200, 'f', '"1"']);
  expect(await client.call('DELETE /api/albums/{id}', { params: { id: 'a' } })).toBeUndefined();
  await expect(client.call('GET /api/quota')).rejects.toMatchObject({ kind: 'unexpected' });
});

it('a write is sent without a key once the server takes no more of them', async () => {
  const full = () => Response.json({ code: 'too-many-idempotency-keys', detail: 'Full.' }, { status: 429 });
  const { client, keys } = answered([full(), Response.json({ promoted: true }), full()]);
  await client.call('POST /api/promote', { retry: false });
  expect(keys).toEqual([expect.any(String), null]);
  const own = client.call('POST /api/promote', { idempotencyKey: 'mine', retry: false });
  await expect(own).rejects.toMatchObject({ code: 'too-many-idempotency-keys' });
});

it('an address has the values of its path and its query', () => {
  const { client } = answered([]);
  const place = { params: { spaceId: 'a b' }, query: { tags: ['x'], where: { 'p.n': 1 } } };
  expect(client.address('GET /hub/spaces/{spaceId}/count', place)).toBe(
    'http://cairn.test/hub/spaces/a%20b/count?tags=x&p.n=1',
  );
});

it('a write is sent again under the same key, and another one under another', async () => {
  const made = () => Response.json({ promoted: true });
  const { client, keys } = answered([new Error('cut'), made(), made(), made()]);
  await client.call('POST /api/promote');
  await client.call('POST /api/promote');
  await client.call('POST /api/promote', { idempotencyKey: 'mine' });
  const [first] = keys;
  expect(first).toMatch(/^[\da-z-]{20,}$/);
  expect(keys).toEqual([first, first, expect.not.stringMatching(String(first)) as unknown, 'mine']);
});
