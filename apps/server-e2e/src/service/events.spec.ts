import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { setUp } from '../support/browser.js';
import { EventReader } from '../support/event-reader.js';

const STREAMS = 12;
const PER_ACCOUNT = 8;

let server: ServerProcess;

const env = {
  CAIRN_MAX_EVENT_STREAMS: String(STREAMS),
};

beforeAll(async () => {
  server = await ServerProcess.inMemory(env);
});

afterAll(() => server.dispose());

const send = async (path: string, key: string, [method, body]: [string, unknown?]): Promise<Response> => {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const response = await server.fetch(path, { method, key, ...sent });
  expect([path, response.ok]).toEqual([path, true]);
  return response;
};
const idOf = async (response: Response): Promise<string> => ((await response.json()) as { id: string }).id;
const upload = async (key: string): Promise<string> =>
  idOf(
    await server.fetch('/api/upload', {
      method: 'POST',
      key,
      body: uploadForm({ bytes: fixtures.jpeg.bytes, tags: 'a' }),
    }),
  );

describe('a stream of events', () => {
  it('tells of the images, albums, spaces and maps of its account in order, as far as its key may read them', async () => {
    const { key } = await openAccount(server, 'Alice');
    const { key: others } = await openAccount(server, 'Bob');
    const { key: ofImages } = await openAccount(server, 'Carol', { scopes: ['images:read', 'images:write'] });
    const events = await EventReader.open(server, { key });
    const images = await EventReader.open(server, { key: ofImages });
    await upload(others);
    const image = await upload(key);
    await send(`/api/images/${image}`, key, ['PATCH', { tags: ['b'] }]);
    await send(`/api/images/${image}`, key, ['DELETE']);
    const album = await idOf(await send('/api/albums', key, ['POST', { title: 'Summer' }]));
    await send(`/api/albums/${album}`, key, ['PATCH', { title: 'Autumn' }]);
    await send(`/api/albums/${album}`, key, ['DELETE']);
    const space = await idOf(await send('/hub/spaces', key, ['POST', { title: 'Huts' }]));
    const hut = {
      type: 'Feature',
      id: 'a',
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: {},
    };
    await send(`/hub/spaces/${space}/features/a`, key, ['PUT', hut]);
    await send(`/hub/spaces/${space}`, key, ['PATCH', { title: 'Shelters' }]);
    const map = await idOf(await send('/api/maps', key, ['POST', { title: 'All huts' }]));
    await send(`/api/maps/${map}`, key, ['PATCH', { title: 'Our huts' }]);
    await send(`/api/maps/${map}`, key, ['DELETE']);
    await send(`/hub/spaces/${space}`, key, ['DELETE']);
    const carols = await upload(ofImages);
    const told = await events.take(13);
    expect(told.map(({ event, data }) => [event, data['type'], data['id']])).toEqual(
      [
        ['image-uploaded', image],
        ['image-updated', image],
        ['image-deleted', image],
        ['album-created', album],
        ['album-updated', album],
        ['album-deleted', album],
        ['space-created', space],
        ['features-changed', space],
        ['space-updated', space],
        ['map-created', map],
        ['map-updated', map],
        ['map-deleted', map],
        ['space-deleted', space],
      ].map(([type, id]) => [type, type, id]),
    );
    expect(told.every(({ data }) => Date.parse(String(data['at'])) > 0)).toBe(true);
    expect(await images.take(1)).toMatchObject([{ data: { type: 'image-uploaded', id: carols } }]);
    for (const open of [events, images]) open.close();
  });

  it('leaves out what the key may not read', async () => {
    const scopes = ['spaces:read', 'spaces:write', 'images:write'];
    const { key } = await openAccount(server, 'Dan', { scopes });
    const events = await EventReader.open(server, { key });
    await upload(key);
    const space = await idOf(await send('/hub/spaces', key, ['POST', { title: 'Huts' }]));
    expect(await events.take(1)).toMatchObject([{ event: 'space-created', data: { id: space } }]);
    events.close();
    const { key: blind } = await openAccount(server, 'Erin', { scopes: ['images:write'] });
    const refused = await server.fetch('/api/events', { key: blind });
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'scope-missing' }]);
    expect((await fetch(`${server.address}/api/events`)).status).toBe(401);
  });

  it('goes on after the last event, by header or address', async () => {
    const { key } = await openAccount(server, 'Frank');
    const before = await EventReader.open(server, { key });
    const first = await upload(key);
    const [seen] = await before.take(1);
    before.close();
    const missed = [await upload(key), await upload(key)];
    const after = await EventReader.open(server, { key, lastEventId: seen?.id ?? '' });
    expect((await after.take(2)).map(({ data }) => data['id'])).toEqual(missed);
    after.close();
    const query = await server.fetch(`/api/events?lastEventId=${before.begun}`, { key });
    const all = await EventReader.over(query);
    expect((await all.take(3)).map(({ data }) => data['id'])).toEqual([first, ...missed]);
    all.close();
  });

  it('says where events were missed, and goes on', async () => {
    const { key } = await openAccount(server, 'Grace');
    for (const lastEventId of ['999999999', 'elsewhere']) {
      const events = await EventReader.open(server, { key, lastEventId });
      const [reset] = await events.take(1);
      expect(reset).toMatchObject({ event: 'reset', id: events.begun, data: { type: 'reset' } });
      const id = await upload(key);
      expect(await events.take(1)).toMatchObject([{ event: 'image-uploaded', data: { id } }]);
      events.close();
    }
    const refused = await server.fetch('/api/events?lastEventId=elsewhere', { key });
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/lastEventId' }] });
  });

  it('has headers against buffers and caches, is not compressed, and a HEAD of it ends', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const head = await server.fetch('/api/events', { method: 'HEAD', headers });
    const get = await server.fetch('/api/events', { headers });
    for (const { status, headers: sent } of [head, get]) {
      expect(status).toBe(200);
      expect(Object.fromEntries(sent)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      expect(sent.has('content-encoding')).toBe(false);
    }
    expect(await head.text()).toBe('');
    await get.body?.cancel();
  });

  it('ends when its key is revoked, or its session', async () => {
    const owner = await setUp(server);
    const { id: accountId, key } = await openAccount(server, 'Heidi');
    const byKey = await EventReader.open(server, { key });
    const bySession = await EventReader.open(server, { key: null, cookie: owner.cookie });
    const kept = await EventReader.open(server, {});
    const listed = await server.fetch(`/api/keys?accountId=${accountId}`);
    const [{ id } = { id: '' }] = (await listed.json()) as { id: string }[];
    expect((await server.fetch(`/api/keys/${id}`, { method: 'DELETE' })).ok).toBe(true);
    expect(await owner.status('DELETE', '/api/sessions')).toBe(204);
    await Promise.all([byKey.ended(), bySession.ended()]);
    const image = await upload(server.key);
    expect(await kept.take(1)).toMatchObject([{ data: { id: image } }]);
    kept.close();
  });

  it('is refused where the account, or the server, has too many', async () => {
    const opened: EventReader[] = [];
    const statusFor = async (key: string): Promise<readonly unknown[]> => {
      const response = await server.fetch('/api/events', { key });
      if (response.ok) opened.push(await EventReader.over(response));
      return [response.status, response.headers.get('retry-after')];
    };
    const [{ key }, { key: other }] = [await openAccount(server, 'Ivan'), await openAccount(server, 'Judy')];
    while (opened.length < PER_ACCOUNT) expect(await statusFor(key)).toEqual([200, null]);
    expect(await statusFor(key)).toEqual([429, '5']);
    opened.pop()?.close();
    while ((await statusFor(key))[0] !== 200); // when the server has noticed
    while (opened.length < STREAMS) expect(await statusFor(other)).toEqual([200, null]);
    expect(await statusFor(other)).toEqual([503, '5']);
    for (const events of opened) events.close();
  });

  it('ends at once when the server is stopped', async () => {
    const stopped = await ServerProcess.inMemory(env);
    try {
      const events = await EventReader.open(stopped);
      const [status] = await Promise.all([stopped.end('SIGTERM'), events.ended()]);
      expect(status).toBe(0);
    } finally {
      await stopped.dispose();
    }
  });
});
