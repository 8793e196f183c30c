import type { PhotoSpace } from '@cairn/api-schema';
import { ServerProcess, until, uploadForm } from '@cairn/harness';
import { fixtures, photoFacts, photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';

let server: ServerProcess;
let key: string;

interface Feature {
  readonly id: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

const call = async (method: string, path: string, body?: unknown, as = key): Promise<Response> =>
  await server.fetch(path, {
    method,
    key: as,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const answer = async <T>(response: Response | Promise<Response>): Promise<T> => {
  const received = await response;
  expect(received.status).toBeLessThan(300);
  return (await received.json()) as T;
};
const codeOf = async (response: Response): Promise<readonly unknown[]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
const upload = async (path: string, bytes = photoJpeg(), as = key): Promise<{ id: string; url: string }> => {
  const body = uploadForm({ bytes, name: 'p.jpg', path, tags: 'Lake' });
  return await answer(server.fetch('/api/upload', { method: 'POST', body, key: as }));
};
const addSpace = async (): Promise<string> =>
  (await answer<{ id: string }>(call('POST', '/hub/spaces', { title: 'Photos', description: '' }))).id;
const put = (query: string, spaceId: string) => call('PUT', `/api/photo-spaces?${query}`, { spaceId });
const list = () => answer<PhotoSpace[]>(call('GET', '/api/photo-spaces'));
const features = async (space: string): Promise<readonly Feature[]> =>
  (await answer<{ features: Feature[] }>(call('GET', `/hub/spaces/${space}/search?limit=1000`))).features;

/** Waits until the space has the features of these images, and no others. */
async function untilPlaced(space: string, ids: readonly string[]): Promise<readonly Feature[]> {
  const wanted = ids.map((id) => `photo-${id}`).sort();
  let found: readonly Feature[] = [];
  await until(`the space has these features: ${wanted.join(', ')}`, async () => {
    found = await features(space);
    return JSON.stringify(found.map(({ id }) => id).sort()) === JSON.stringify(wanted);
  });
  return found;
}

beforeAll(async () => {
  const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write', 'keys:manage'];
  server = await ServerProcess.inMemory();
  ({ key } = await openAccount(server, 'Photographer', { scopes }));
});

afterAll(() => server.dispose());

describe('photos of a folder in a space', () => {
  it('come, change and go with their images, until the folder is taken out', async () => {
    const space = await addSpace();
    const before = await upload('trip/day-1');
    await upload('trip', fixtures.png.bytes);
    await upload('trips');
    const made = await answer<PhotoSpace>(put('path=trip/', space));
    expect(made).toMatchObject({ path: 'trip', key: null, spaceId: space, fault: null });
    const after = await upload('trip');
    const placed = await untilPlaced(space, [before.id, after.id]);
    const [feature] = placed.filter(({ id }) => id === `photo-${after.id}`);
    const { longitude, latitude } = photoFacts.position;
    expect(feature?.geometry).toEqual({ type: 'Point', coordinates: [longitude, latitude] });
    expect(feature?.properties).toMatchObject({
      imageId: after.id,
      path: 'trip',
      name: 'p.jpg',
      tags: ['Lake'],
      url: after.url,
      width: 16,
      height: 12,
      capturedAt: photoFacts.capturedAt,
    });
    expect((await fetch(String(feature?.properties['thumbnail']))).status).toBe(200);

    await answer(call('PATCH', `/api/images/${after.id}`, { tags: ['snow'] }));
    const isTagged = async () =>
      (await answer<{ features: unknown[] }>(call('GET', `/hub/spaces/${space}/search?tags=snow`))).features;
    await until('the feature has the tag', async () => (await isTagged()).length > 0);
    await answer(call('DELETE', `/api/images/${before.id}`));
    await untilPlaced(space, [after.id]);
    await until('the space is current', async () => (await list())[0]?.state === 'current');
    expect((await call('DELETE', '/api/photo-spaces?path=trip')).status).toBe(204);
    await untilPlaced(space, []);
    await until('the space takes no photos', async () => (await list()).length === 0);
  });

  it('are those that a key has uploaded, if it is a key of the account', async () => {
    const space = await addSpace();
    const scopes = ['images:read', 'images:write'];
    const camera = await answer<{ id: string; key: string }>(
      call('POST', '/api/keys', { name: 'Camera', scopes }),
    );
    await upload('a');
    const photo = await upload('b', photoJpeg(), camera.key);
    expect(await answer(put(`key=${camera.id}`, space))).toMatchObject({ path: null, key: camera.id });
    await untilPlaced(space, [photo.id]);
    const foreign = await answer<{ id: string }[]>(server.fetch('/api/keys'));
    expect(await codeOf(await put(`key=${foreign[0]?.id}`, space))).toEqual([404, 'key-not-found']);
    expect((await call('DELETE', `/api/photo-spaces?key=${camera.id}`)).status).toBe(204);
    await untilPlaced(space, []);
    await until('the space takes no photos', async () => (await list()).length === 0);
  });

  it('are refused with a reason', async () => {
    const space = await addSpace();
    const other = await openAccount(server, 'Other');
    const reader = await openAccount(server, 'Reader', { scopes: ['images:read', 'spaces:read'] });
    const writer = await openAccount(server, 'Writer', { scopes: ['spaces:write'] });
    const body = { spaceId: space };
    const address = '/api/photo-spaces?path=';
    expect(await codeOf(await call('PUT', address, body, other.key))).toEqual([404, 'space-not-found']);
    for (const { key: as } of [reader, writer])
      expect(await codeOf(await call('PUT', address, body, as))).toEqual([403, 'scope-missing']);
    expect(await codeOf(await put('path=', 'absent'))).toEqual([404, 'space-not-found']);
    expect(await codeOf(await put('path=..', space))).toEqual([400, 'invalid-input']);
    for (const query of ['', 'path=&key=a'])
      expect(await codeOf(await put(query, space))).toEqual([400, 'invalid-input']);
    expect(await codeOf(await call('PUT', address, {}))).toEqual([400, 'invalid-input']);
    expect(await codeOf(await call('DELETE', '/api/photo-spaces?path=none'))).toEqual([
      404,
      'photo-space-not-found',
    ]);
    expect(await list()).toEqual([]);
  });

  it('leave their space’s list when it is deleted', async () => {
    const space = await addSpace();
    await answer(put('path=', space));
    await call('DELETE', `/hub/spaces/${space}`);
    expect(await list()).toEqual([]);
  });
});
