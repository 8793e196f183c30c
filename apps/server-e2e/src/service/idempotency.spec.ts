import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { UploadResult } from '@cairn/api-schema';
import { ServerProcess, UNLIMITED, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.inMemory(UNLIMITED);
});

afterAll(() => server.dispose());

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly as?: string;
  /** The account to act in. */
  readonly account?: string;
}

const send = (path: string, idempotencyKey: string, sent: Sent = {}): Promise<Response> => {
  const { method = 'POST', body, as = server.key, account } = sent;
  const isForm = body instanceof FormData;
  return server.fetch(path, {
    method,
    key: as,
    headers: {
      'idempotency-key': idempotencyKey,
      ...(account !== undefined && { 'cairn-account': account }),
      ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
};

const photo = (path: string, bytes: Uint8Array = fixtures.jpeg.bytes): FormData =>
  uploadForm({ bytes, path, name: 'a.jpg', tags: path });

const codeOf = async (answer: Response): Promise<unknown> =>
  ((await answer.json()) as { readonly code?: unknown }).code;

const count = async (tag: string): Promise<number> =>
  (await server.json<readonly unknown[]>('GET', `/api/tags/${tag}/images`)).length;

describe('a request with an Idempotency-Key', () => {
  it('is carried out once, and its answer is sent again with its headers, also for a form with another boundary', async () => {
    const key = randomUUID();
    const first = await send('/api/upload', key, { body: photo('once') });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await send('/api/upload', `"${key}"`, { body: photo('once') });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await again.json()).toEqual(await first.json());
    expect(await count('once')).toBe(1);
  });

  it('is refused for another body, path, query or method under its key, and changes nothing', async () => {
    const key = randomUUID();
    await send('/api/albums', key, { body: { title: 'One' } });
    const others = [
      send('/api/albums', key, { body: { title: 'Two' } }),
      send('/api/albums?x=1', key, { body: { title: 'One' } }),
      send('/api/groups', key, { body: { title: 'One' } }),
      send('/api/albums', key, { method: 'PUT', body: { title: 'One' } }),
    ];
    const [body, query, path, method] = await Promise.all(others);
    for (const answer of [body, query, path]) {
      expect(answer?.status).toBe(422);
      expect(answer && (await codeOf(answer))).toBe('idempotency-key-reused');
    }
    expect(method?.status).toBe(405);
    const { albums } = await server.json<{ albums: readonly unknown[] }>('GET', '/api/albums');
    expect(albums).toHaveLength(1);
  });

  it('has a key of 1 to 255 visible characters', async () => {
    for (const key of ['', ' ', 'a b', 'ü', 'x'.repeat(256), '"']) {
      const answer = await send('/api/albums', key, { body: { title: 'Odd' } });
      const { errors } = (await answer.json()) as { errors?: readonly { pointer: string }[] };
      expect([key, answer.status, errors?.[0]?.pointer]).toEqual(
        key === '"' ? [key, 201, undefined] : [key, 400, '/Idempotency-Key'],
      );
    }
    expect((await send('/api/albums', 'x'.repeat(255), { body: { title: 'Long' } })).status).toBe(201);
  });

  it('shares nothing with the same key of somebody else', async () => {
    const key = randomUUID();
    const { key: as } = await openAccount(server, 'Other');
    const ids = [];
    for (const caller of [server.key, as]) {
      const answer = await send('/api/albums', key, { body: { title: 'Mine' }, as: caller });
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      ids.push(await answer.text());
    }
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('may be corrected after an error, which is not kept', async () => {
    const key = randomUUID();
    const wrong = await send('/api/upload', key, { body: photo('fixed', Buffer.from('no image')) });
    expect(wrong.status).toBe(415);
    const right = await send('/api/upload', key, { body: photo('fixed') });
    expect([right.status, right.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  it('gets a secret again that the store cannot read', async () => {
    const key = randomUUID();
    const body = { name: 'again', scopes: ['images:read'] };
    const [first, again] = [await send('/api/keys', key, { body }), await send('/api/keys', key, { body })];
    expect(first.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
  });

  it('is answered once for all who send it at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [key, tag] = [randomUUID(), `together-${round}`];
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send('/api/upload', key, { body: photo(tag) })),
      );
      const results = await Promise.all(answers.map(async (answer) => (await answer.json()) as UploadResult));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(results.map(({ id }) => id)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19);
      expect(await count(tag)).toBe(1);
    }
  });

  it('is answered in the spaces API too, whose responses are compressed', async () => {
    const key = randomUUID();
    const space = { title: 'x'.repeat(200), description: 'y'.repeat(3_000) };
    const [first, again] = [
      await send('/hub/spaces', key, { body: space }),
      await send('/hub/spaces', key, { body: space }),
    ];
    expect(first.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { id } = (await first.json()) as { id: string };
    expect(await again.json()).toMatchObject({ id });
    const feature = { type: 'Feature', geometry: null, properties: { a: 1 } };
    const collection = { type: 'FeatureCollection', features: [feature] };
    const sent = { method: 'PUT', body: collection };
    const written = await send(`/hub/spaces/${id}/features`, 'features', sent);
    expect(written.status).toBe(200);
    expect(await (await send(`/hub/spaces/${id}/features`, 'features', sent)).json()).toEqual(
      await written.json(),
    );
  });

  it('is carried out once when its client has left before the answer', async () => {
    const { port, host } = new URL(server.address);
    const body = JSON.stringify({ title: 'Left' });
    const head = [
      `POST ${server.target('/api/albums')} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${server.key}`,
      'Idempotency-Key: left',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      await new Promise<void>((resolve) => {
        socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, resolve);
      });
      socket.destroy();
    }
    const answer = await send('/api/albums', 'left', { body: { title: 'Left' } });
    expect(answer.status).toBe(201);
    const { albums } = await server.json<{ albums: readonly { title: string }[] }>('GET', '/api/albums');
    expect(albums.filter(({ title }) => title === 'Left')).toHaveLength(1);
  });

  it('is answered again to a grantee, although what it has deleted is gone', async () => {
    const { id: theirs } = await openAccount(server, 'Grantee');
    const asked = { name: 'grantee', scopes: ['images:read', 'images:write'], accountId: theirs };
    const made = await send('/api/keys', randomUUID(), { body: asked });
    const { id: keyId, key: as } = (await made.json()) as { id: string; key: string };
    const uploaded = await send('/api/upload', randomUUID(), { body: photo('granted') });
    const { id } = (await uploaded.json()) as UploadResult;
    const own = await send('/api/keys', randomUUID(), { body: { name: 'own', scopes: ['images:read'] } });
    const { accountId: account } = (await own.json()) as { accountId: string };
    const grant = { resource: { type: 'image', id }, to: { type: 'key', id: keyId }, role: 'editor' };
    expect((await send('/api/grants', randomUUID(), { body: grant })).status).toBe(201);
    const [key, deletion] = [randomUUID(), { method: 'DELETE', as, account }];
    const first = await send(`/api/images/${id}`, key, deletion);
    expect([first.status, await first.text()]).toEqual([200, expect.any(String)]);
    const again = await send(`/api/images/${id}`, key, deletion);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await send(`/api/images/${id}`, randomUUID(), deletion)).status).toBe(404);
  });

  it('is not answered again to a grantee whose grant was taken: the answer has the secret of a link', async () => {
    const { id: theirs } = await openAccount(server, 'Former');
    const asked = { name: 'former', scopes: ['images:read', 'images:write'], accountId: theirs };
    const made = await send('/api/keys', randomUUID(), { body: asked });
    const { id: keyId, key: as } = (await made.json()) as { id: string; key: string };
    const uploaded = await send('/api/upload', randomUUID(), { body: photo('former') });
    const { id } = (await uploaded.json()) as UploadResult;
    const own = await send('/api/keys', randomUUID(), { body: { name: 'own', scopes: ['images:read'] } });
    const { accountId: account } = (await own.json()) as { accountId: string };
    const all = { type: 'account', id: account };
    const given = await send('/api/grants', randomUUID(), {
      body: { resource: all, to: { type: 'key', id: keyId }, role: 'manager' },
    });
    const { id: grantId } = (await given.json()) as { id: string };
    const [key, sharing] = [randomUUID(), { as, account, body: { resource: { type: 'image', id } } }];
    expect((await send('/api/links', key, sharing)).status).toBe(201);
    expect((await send('/api/links', key, sharing)).headers.get('idempotent-replayed')).toBe('true');
    await server.request('DELETE', `/api/grants/${grantId}`);
    const again = await send('/api/links', key, sharing);
    expect([again.status, await codeOf(again)]).toEqual([403, 'access-forbidden']);
  });

  it('is refused where its body is longer than that of the first one, without reading all of it', async () => {
    const key = randomUUID();
    await send('/api/albums', key, { body: { title: 'Short' } });
    const answer = await send('/api/albums', key, { body: { title: 'x'.repeat(8 * 1024 * 1024) } });
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'idempotency-key-reused']);
  });
});
