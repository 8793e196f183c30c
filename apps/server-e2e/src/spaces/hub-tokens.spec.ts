import { deflateSync } from 'node:zlib';
import { IN_MEMORY, ServerProcess, until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SpacesClient, type Json } from './spaces-client.js';
import { openAccount } from '../support/accounts.js';
import { hubToken as token, hubTokenSettings, type TokenRights } from '../support/hub-token.js';

let server: ServerProcess;
let spaces: SpacesClient;

beforeAll(async () => {
  server = await ServerProcess.start({
    env: {
      ...IN_MEMORY,
      CAIRN_HUB_AUTH: 'required',
      ...hubTokenSettings,
    },
  });
  spaces = new SpacesClient(server);
});

afterAll(() => server.dispose());

const create = (key: string, body: Json = {}) =>
  spaces.send('/hub/spaces', { method: 'POST', key, body: { title: 'Trees', ...body } });

const own: TokenRights = {
  readFeatures: [{ owner: 'alice' }],
  manageSpaces: [{ owner: 'alice', space: '*' }],
};

describe('the holder of a token', () => {
  it('owns the spaces that it makes, and does with spaces what the token says', async () => {
    const made = await create(token(own), { id: 'alices' });
    expect([made.status, made.body['owner']]).toEqual([200, 'alice']);
    const cases: readonly (readonly [TokenRights, readonly number[]])[] = [
      [own, [200, 200]],
      [{ readFeatures: [{ space: 'ali*' }] }, [200, 403]],
      [{ adminSpaces: [{}] }, [200, 200]],
      [{ readFeatures: [{ owner: 'bob' }], manageSpaces: [{ packages: 'p' }] }, [403, 403]],
      [{}, [403, 403]],
    ];
    for (const [rights, statuses] of cases) {
      const key = token(rights, { aid: 'carol' });
      const read = await spaces.send('/hub/spaces/alices', { key });
      const changed = await spaces.send('/hub/spaces/alices', { key, method: 'PATCH', body: { title: 'T' } });
      expect([read.status, changed.status]).toEqual(statuses);
    }
    const shown = await spaces.send('/hub/spaces?owner=*&includeRights=true', { key: token(own) });
    expect(shown.body).toEqual([expect.objectContaining({ rights: ['readFeatures', 'manageSpaces'] })]);
    expect((await create(token(own), { owner: 'bob' })).status).toBe(403);
  });

  it('names ids and storages, and sees how spaces are kept, as the token says', async () => {
    const rights: TokenRights = { manageSpaces: [{ owner: 'erin' }], managePackages: [{ id: 'HERE' }] };
    const erin = (more: TokenRights) => token({ ...rights, ...more }, { aid: 'erin' });
    const [manager, administrator] = [erin({}), erin({ adminSpaces: [{ owner: 'erin' }] })];
    const made = async (key: string, body: Json) => (await create(key, body)).status;
    expect(await made(manager, { id: 'erins' })).toBe(403);
    expect(await made(administrator, { id: 'erins', active: false, packages: ['HERE'] })).toBe(200);
    expect(await made(manager, { storage: { id: 'none' } })).toBe(403);
    expect(await made(erin({ accessConnectors: [{ id: '*' }] }), { storage: { id: 'none' } })).toBe(404);
    const kept = { storage: { id: expect.any(String), params: null }, active: false };
    for (const path of ['/hub/spaces/erins', '/hub/spaces?includeConnectors=true&limit=1']) {
      const seen = async (key: string) => [(await spaces.send(path, { key })).body].flat()[0];
      expect([path, await seen(administrator)]).toEqual([path, expect.objectContaining(kept)]);
      expect(Object.keys((await seen(manager)) ?? {})).not.toContain('storage');
      expect(Object.keys((await seen(manager)) ?? {})).not.toContain('active');
    }
  });

  it('sees the spaces that its rights reach, and those that are shared', async () => {
    const account = await openAccount(server, 'Account');
    await create(account.key, { id: 'park-1', packages: ['parks'] });
    await create(account.key, { id: 'park-2', shared: true });
    expect(
      await spaces.idsOf('/hub/spaces?owner=others', token({ readFeatures: [{ packages: 'parks' }] })),
    ).toEqual(['park-1', 'park-2']);
    expect(
      await spaces.idsOf('/hub/spaces?owner=*', token({ createFeatures: [{ space: 'park*' }] })),
    ).toEqual(['park-1', 'park-2']);
    const elsewhere = token({ readFeatures: [{ owner: 'bob' }] });
    expect(await spaces.idsOf(`/hub/spaces?owner=${account.id}`, elsewhere)).toEqual(['park-2']);
    expect(await spaces.idsOf('/hub/spaces', elsewhere)).toEqual([]);
    expect((await spaces.send('/hub/spaces/park-2', { key: token({}) })).status).toBe(200);
    for (const owner of ['me', 'others', '*', account.id])
      expect(await spaces.idsOf(`/hub/spaces?owner=${owner}`, token({}))).toBe(403);
  });

  it('makes no more spaces than the token says', async () => {
    const rights = { manageSpaces: [{ owner: 'dora' }] };
    const limited = token(rights, { aid: 'dora', limits: { maxSpaces: 1 } });
    const answers = [await create(limited), await create(limited)];
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    expect(answers[1]?.body['errorDetails']).toEqual({ code: 'space-limit-reached' });
  });
});

describe('a token that may not read', () => {
  it('is shown nothing of a feature that it did not write, and cannot find out by guessing', async () => {
    await create(token(own), { id: 'secrets' });
    const path = '/hub/spaces/secrets/features';
    const send = (held: string, method: string, site: string, body: Json) =>
      spaces.send(`${path}${site}`, { method, body, key: token({ [held]: [{}] }, { aid: 'eve' }) });
    const secret = { type: 'Feature', id: 's', geometry: null, properties: { secret: 42 } };
    const owners = token({ createFeatures: [{}], readFeatures: [{}] });
    expect((await spaces.send(path, { method: 'PUT', body: secret, key: owners })).status).toBe(200);
    const empty = { type: 'Feature', id: 's', geometry: null, properties: {} };
    const answers = [
      await send('createFeatures', 'POST', '', empty),
      await send('createFeatures', 'PUT', '', secret),
      await send('createFeatures', 'POST', '?e=retain', empty),
      await send('updateFeatures', 'PATCH', '/s', { properties: {} }),
      await send('updateFeatures', 'PATCH', '/s', { properties: { n: 1 } }),
      await send('updateFeatures', 'POST', '?transactional=false', empty),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 204, 204, 200]);
    for (const { body } of answers) expect(JSON.stringify([body])).not.toContain('secret":');
    const made = await send('createFeatures', 'POST', '', { ...empty, id: 'mine' });
    expect(made.body['features']).toHaveLength(1);
  });
});

describe('features', () => {
  const feature = (id: string, n = 0): Json => ({ type: 'Feature', id, geometry: null, properties: { n } });
  const write = (method: string, key: string, ...features: readonly Json[]) =>
    spaces.send('/hub/spaces/site/features', { method, key, body: { type: 'FeatureCollection', features } });
  const read = (key: string) => spaces.send('/hub/spaces/site/features?id=a,b', { key });
  const may = (...rights: readonly string[]): string =>
    token(Object.fromEntries(rights.map((right) => [right, [{ space: 'site' }]])));

  beforeAll(() => create(token(own), { id: 'site' }));

  it('are written as far as the token says, whatever a write could do', async () => {
    const inserter = may('createFeatures');
    expect((await write('PUT', inserter, feature('a'))).status).toBe(200);
    const both = await write('PUT', inserter, feature('b'), feature('a', 1));
    expect([both.status, both.body['error']]).toEqual([403, 'Forbidden']);
    expect((await read(inserter)).status).toBe(403);
    expect((await read(may('readFeatures'))).body['features']).toEqual([
      expect.objectContaining({ id: 'a', properties: expect.objectContaining({ n: 0 }) }),
    ]);
    expect((await write('POST', may('updateFeatures'), feature('a', 2))).status).toBe(200);
    for (const key of [inserter, may('updateFeatures'), may('readFeatures', 'manageSpaces')])
      expect((await spaces.send('/hub/spaces/site/features/a', { method: 'DELETE', key })).status).toBe(403);
    const deleted = await spaces.send('/hub/spaces/site/features/a', {
      method: 'DELETE',
      key: may('deleteFeatures'),
    });
    expect(deleted.status).toBe(204);
  });

  it('are imported as far as the token says, and the others are named', async () => {
    const importAll = (key: string, ...features: readonly Json[]) =>
      spaces.call('/hub/spaces/site/features', {
        method: 'PUT',
        key,
        headers: { 'content-type': 'application/x-ndjson' },
        body: features.map((each) => JSON.stringify(each)).join('\n'),
      });
    await write('PUT', may('createFeatures'), feature('there'));
    const limited = token({ createFeatures: [{}] }, { limits: { maxFeaturesPerSpace: 2 } });
    const imported = await importAll(limited, ...['there', 'new', 'more'].map((id) => feature(id, 1)));
    expect([imported.status, imported.body]).toMatchObject([200, { inserted: 1, failed: 2 }]);
    expect(imported.body['errors']).toMatchObject([
      { position: 0, id: 'there', code: 'forbidden' },
      { position: 2, id: 'more', code: 'too-many-features' },
    ]);
    expect((await importAll(may('readFeatures'), feature('x'))).status).toBe(403);
    const erase = { method: 'DELETE', key: may('deleteFeatures') };
    expect((await spaces.send('/hub/spaces/site/features?eraseContent=true', erase)).status).toBe(204);
  });

  it('are no more than the token says', async () => {
    const limits = { maxFeaturesPerSpace: 2 };
    const limited = token({ createFeatures: [{}] }, { limits });
    expect((await write('PUT', limited, feature('a'))).status).toBe(200);
    const answer = await write('PUT', limited, feature('b'), feature('c'));
    expect([answer.status, answer.body['errorDetails']]).toEqual([403, { code: 'feature-limit-reached' }]);
    expect((await write('PUT', limited, feature('b'))).status).toBe(200);
  });

  it('are not written while the space is read-only, and not used at all while it is not active', async () => {
    const [reader, writer] = [may('readFeatures'), may('updateFeatures')];
    const administrator = token({ adminSpaces: [{ owner: 'alice' }] });
    const set = (settings: Json) =>
      spaces.send('/hub/spaces/site', { method: 'PATCH', key: administrator, body: settings });
    await set({ readOnly: true });
    const refused = await write('PUT', writer, feature('a', 5));
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await read(reader)).status).toBe(200);
    await set({ active: false, readOnly: null });
    expect([(await read(reader)).status, (await write('PUT', writer, feature('a'))).status]).toEqual([
      428, 428,
    ]);
    await set({ active: true });
    expect([(await read(reader)).status, (await write('PUT', writer, feature('a'))).status]).toEqual([
      200, 200,
    ]);
  });
});

describe('a token', () => {
  it('may be compressed, and sent in the query, which is not logged', async () => {
    const plain = token({ readFeatures: [{}] });
    const compressed = deflateSync(plain).toString('base64');
    expect(await spaces.idsOf('/hub/spaces?owner=*', compressed)).toEqual(expect.any(Array));
    for (const sent of [plain, encodeURIComponent(compressed), compressed.replaceAll('/', '%2F')])
      expect((await spaces.send(`/hub/spaces?access_token=${sent}`)).status).toBe(200);
    await spaces.send('/hub/spaces/last', { key: plain });
    await until('the last is in the log', () => server.output().includes('/hub/spaces/last'));
    expect(server.output()).toContain('"accountId":"alice"');
    expect(server.output()).not.toContain(plain.slice(-40));
    expect(server.output()).not.toContain(compressed.slice(0, 20));
  });

  it('that is not valid is 401 in the format of XYZ Hub, whatever is asked', async () => {
    const requests = [
      ['GET', '/hub/spaces'],
      ['POST', '/hub/spaces'],
      ['GET', '/hub/spaces/alices'],
      ['PATCH', '/hub/spaces/alices'],
      ['DELETE', '/hub/spaces/alices'],
    ] as const;
    const bad = [`${token(own).slice(0, -4)}AAAA`, token(own, { exp: 1 }), 'a.b.c', 'eJwAAAA'];
    for (const [method, path] of requests)
      for (const key of [...bad, null]) {
        const { status, body, headers } = await spaces.send(path, { method, key });
        expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
        expect(body).toEqual({
          type: 'error',
          statusCode: 401,
          reasonPhrase: 'Unauthorized',
          message: expect.any(String),
          streamId: headers.get('stream-id'),
        });
      }
  });

  it('opens nothing but the spaces API', async () => {
    const all = token({ adminSpaces: [{}], readFeatures: [{}] }, { aid: 'root', scopes: ['admin'] });
    for (const path of ['/api/accounts', '/api/keys', '/api/quota', '/api/jobs'])
      expect((await spaces.send(path, { key: all })).status).toBe(401);
    expect((await spaces.send(`/api/keys?access_token=${all}`)).status).toBe(401);
  });
});
