import type { UserDirectory } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler } from '../../create-handler.js';
import { noLog } from '../../logging/http-log.js';
import type { HostPrincipal } from './principals.js';

const base = 'https://club.example/media';
/** The users of an application with sessions of its own. */
const users: ReadonlyMap<string, HostPrincipal> = new Map([
  ['alice', { owner: 'alice', user: 'alice' }],
  ['bob', { owner: 'bob', user: 'bob' }],
  ['nameless', { owner: '' }],
  ['reader', { owner: 'alice', user: 'reader', scopes: ['images:read'] as const }],
]);
let application: Application;
let handle: (request: Request) => Promise<Response>;

const ask = async (who: string | undefined, path: string, init: RequestInit = {}): Promise<Response> => {
  const request = new Request(path.startsWith('https:') ? path : base + path, init);
  if (who !== undefined && !request.headers.has('authorization'))
    request.headers.set('cookie', `club=${who}`);
  return await handle(request);
};

async function upload(who: string | undefined, headers: Record<string, string> = {}): Promise<Response> {
  const body = new FormData();
  body.set('file', new Blob([fixtures.png.bytes]), 'a.png');
  body.set('visibility', 'private');
  return await ask(who, '/api/upload', { method: 'POST', body, headers });
}

beforeAll(async () => {
  const directory: UserDirectory = {
    find: async (ids) => ids.map((id) => ({ id, name: id })),
    findByName: async () => undefined,
    owns: async (userId, owner) => userId === owner,
  };
  const stores = { database: { kind: 'memory' }, blobs: { kind: 'memory' } } as const;
  application = await createApplication({ ...stores, users: directory });
  const handler = createHandler(application, {
    publicUrl: 'https://club.example',
    basePath: '/media',
    principal: ({ headers }) =>
      users.get(/^club=(\w+)$/.exec(headers.cookie ?? '')?.[1] ?? '') ??
      users.get(/^Bearer club-(\w+)$/.exec(headers.authorization ?? '')?.[1] ?? ''),
  });
  handle = handler.fetch;
});
afterAll(async () => await application.close());

describe('whom the embedding application names', () => {
  it('is offered nothing about the keys and users that Cairn would have', async () => {
    const paths = ['/api/keys', '/api/users', '/api/setup', '/api/quota'];
    const statuses = paths.map(async (path) => (await ask('alice', path)).status);
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 200]);
  });

  it('has a name, and who has none is told to sign in where they do', async () => {
    expect((await upload('nameless')).status).toBe(500);
    const nobody = await upload(undefined);
    expect([nobody.status, await nobody.json()]).toMatchObject([
      401,
      { code: 'unauthenticated', detail: 'Nobody is signed in: sign in to the application.' },
    ]);
  });

  it('has the images and private files of the owner, and no others', async () => {
    const made = await upload('alice');
    expect(made.status).toBe(201);
    const { id, url } = (await made.json()) as { readonly id: string; readonly url: string };
    const seen = async (who: string | undefined): Promise<readonly number[]> => [
      (await ask(who, `/api/images/${id}`)).status,
      (await ask(who, url)).status,
    ];
    expect(await seen('alice')).toEqual([200, 200]);
    expect(await seen('bob')).toEqual([404, 404]);
    expect(await seen(undefined)).toEqual([401, 404]);
    expect(await seen('nobody')).toEqual([401, 404]);
  });

  it('has the spaces of the owner', async () => {
    const body = JSON.stringify({ title: 'Trails', description: '' });
    const headers = { 'content-type': 'application/json' };
    const made = await ask('alice', '/hub/spaces', { method: 'POST', headers, body });
    const { id, owner } = (await made.json()) as { readonly id: string; readonly owner: string };
    expect([made.status, owner]).toEqual([200, 'alice']);
    const statuses = await Promise.all(
      ['alice', 'bob', undefined].map(async (who) => (await ask(who, `/hub/spaces/${id}`)).status),
    );
    expect(statuses).toEqual([200, 403, 401]);
  });

  it('has only the given scopes', async () => {
    const refused = await upload('reader');
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'scope-missing' }]);
    expect((await ask('reader', '/api/quota')).status).toBe(200);
  });

  it('cannot be used by pages of other sites, unless they have a credential', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const refused = await upload('alice', foreign);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'cross-site' }]);
    expect((await upload(undefined, { ...foreign, authorization: 'Bearer club-alice' })).status).toBe(201);
  });

  it('has no session of Cairn, where those are offered too', async () => {
    const principal = () => ({ owner: 'alice' });
    const own = createHandler(application, {
      publicUrl: 'https://club.example',
      parts: ['users'],
      principal,
    });
    expect((await own.fetch(new Request('https://club.example/api/session'))).status).toBe(401);
  });

  it('gets the answer of a repeated write again, and nobody else does', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await (await upload('alice', headers)).json();
    const again = await upload('alice', headers);
    expect([again.headers.get('idempotent-replayed'), await again.json()]).toEqual(['true', first]);
    expect((await (await upload('bob', headers)).json()) as object).not.toEqual(first);
  });

  it('may name users only if the application knows them', async () => {
    const other = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
    const errors: unknown[] = [];
    const log = { ...noLog, error: (facts: object) => void errors.push(Object.values(facts).at(-1)) };
    const principal = () => ({ owner: 'alice', user: 'alice' });
    const { fetch: answer } = createHandler(other, { publicUrl: 'http://club', principal, log });
    expect((await answer(new Request('http://club/api/quota'))).status).toBe(500);
    expect(String(errors)).toContain('needs `users` in the settings of createApplication');
    await other.close();
  });
});
