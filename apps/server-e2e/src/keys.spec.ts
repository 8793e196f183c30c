import { type ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from './support/accounts.js';
import { inEveryEnvironment } from './support/environments.js';

let server: ServerProcess;

interface Key {
  readonly id: string;
  readonly parentId: string;
  readonly key: string;
}

const make = async (body: unknown, key?: string): Promise<Response> =>
  server.fetch('/api/keys', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(key && { key }),
  });
const made = async (body: unknown, key?: string): Promise<Key> =>
  (await (await make(body, key)).json()) as Key;
const list = async (query: string, key?: string): Promise<Record<string, unknown>[]> =>
  (await (await server.fetch(`/api/keys${query}`, { ...(key && { key }) })).json()) as Record<
    string,
    unknown
  >[];

const revoke = (id: string, key?: string, query = ''): Promise<Response> =>
  server.fetch(`/api/keys/${id}${query}`, { method: 'DELETE', ...(key && { key }) });
const statusOf = async (key: string): Promise<number> => (await server.fetch('/api/quota', { key })).status;

inEveryEnvironment({
  use: (started) => (server = started),
  declare: (start) => {
    describe('a key', () => {
      it('is made with 201, works, is listed without its secret and dies when it is revoked', async () => {
        const response = await make({ name: 'Site', scopes: ['images:read'] });
        const key = (await response.json()) as Key;
        expect([response.status, key]).toEqual([
          201,
          expect.objectContaining({ name: 'Site', hint: key.key.slice(0, 10), expiresAt: null }),
        ]);
        expect((await server.fetch('/api/quota', { key: key.key })).status).toBe(200);

        const listed = (await list('')).find(({ id }) => id === key.id);
        expect(listed).toMatchObject({
          name: 'Site',
          scopes: ['images:read'],
          lastUsedAt: expect.stringMatching(/Z$/),
        });
        expect(JSON.stringify(await list(''))).not.toContain(key.key);

        const revoked = await server.fetch(`/api/keys/${key.id}`, { method: 'DELETE' });
        expect([revoked.status, await revoked.json()]).toEqual([
          200,
          expect.objectContaining({ revokedAt: expect.stringMatching(/Z$/) }),
        ]);
        expect((await server.fetch('/api/quota', { key: key.key })).status).toBe(401);
      });

      it('is good for its scopes only', async () => {
        const { key } = await made({ name: 'Reader', scopes: ['images:read'] });
        const response = await server.fetch('/api/upload', { method: 'POST', body: new FormData(), key });
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({ code: 'scope-missing' }),
        ]);
      });

      it('cannot make a stronger one, nor one for another account', async () => {
        const { key } = await made({ name: 'Reader', scopes: ['images:read', 'keys:manage'] });
        expect((await make({ name: 'x', scopes: ['images:write'] }, key)).status).toBe(403);
        expect((await make({ name: 'x', scopes: ['admin'] }, key)).status).toBe(403);
        const other = await openAccount(server, 'Other');
        expect((await make({ name: 'x', scopes: ['images:read'], accountId: other.id }, key)).status).toBe(
          403,
        );
        expect((await make({ name: 'x', scopes: ['images:read'] }, key)).status).toBe(201);
      });

      it('cannot revoke a stronger one nor outlive itself through another', async () => {
        const expiresAt = new Date(Date.now() + 60_000).toISOString();
        const weak = await made({ name: 'Weak', scopes: ['images:read', 'keys:manage'], expiresAt });
        const strong = await made({ name: 'Strong', scopes: ['images:read', 'images:write'] });
        expect((await revoke(strong.id, weak.key)).status).toBe(403);
        const heir = await make({ name: 'Heir', scopes: ['images:read'] }, weak.key);
        expect(await heir.json()).toMatchObject({ expiresAt });
        const later = new Date(Date.now() + 120_000).toISOString();
        expect((await make({ name: 'x', scopes: ['images:read'], expiresAt: later }, weak.key)).status).toBe(
          400,
        );
        expect((await revoke(weak.id, weak.key)).status).toBe(200);
      });

      it('without the scope for it makes, lists and revokes none but itself', async () => {
        const reader = await made({ name: 'Reader', scopes: ['images:read'] });
        for (const refused of [
          await make({ name: 'x', scopes: ['images:read'] }, reader.key),
          await server.fetch('/api/keys', { key: reader.key }),
          await revoke(reader.parentId, reader.key),
          await revoke('none', reader.key),
        ]) {
          expect([refused.status, await refused.json()]).toEqual([
            403,
            expect.objectContaining({
              code: 'scope-missing',
              detail: expect.stringContaining('keys:manage'),
            }),
          ]);
        }
        expect((await revoke(reader.id, reader.key)).status).toBe(200);
        expect(await statusOf(reader.key)).toBe(401);
      });

      it('falls with the one that made it', async () => {
        const parent = await made({ name: 'Parent', scopes: ['images:read', 'keys:manage'] });
        const child = await made({ name: 'Child', scopes: ['images:read', 'keys:manage'] }, parent.key);
        const grandchild = await made({ name: 'Grandchild', scopes: ['images:read'] }, child.key);
        expect([child.parentId, grandchild.parentId]).toEqual([parent.id, child.id]);
        expect(await statusOf(grandchild.key)).toBe(200);
        expect((await revoke(parent.id)).status).toBe(200);
        expect(await Promise.all([parent, child, grandchild].map(({ key }) => statusOf(key)))).toEqual([
          401, 401, 401,
        ]);
      });

      it('that is the last to administer is revoked with force=true only', async () => {
        const other = await start();
        try {
          const keys = (await (await other.fetch('/api/keys')).json()) as Key[];
          const remove = async (query: string): Promise<readonly unknown[]> => {
            const response = await other.fetch(`/api/keys/${keys[0]?.id}${query}`, { method: 'DELETE' });
            const { code } = (await response.json()) as { readonly code?: string };
            return [response.status, code];
          };
          expect(await remove('')).toEqual([409, 'last-admin-key']);
          expect(await remove('?force=FALSE')).toEqual([409, 'last-admin-key']);
          expect(await remove('?force=yes')).toEqual([400, 'invalid-input']);
          expect(await remove('?force=True')).toEqual([200, undefined]);
          expect((await other.fetch('/api/quota')).status).toBe(401);
        } finally {
          await other.dispose();
        }
      });

      it('expires', async () => {
        const expiresAt = new Date(Date.now() + 700).toISOString();
        const { key } = await made({ name: 'Brief', scopes: ['images:read'], expiresAt });
        expect((await server.fetch('/api/quota', { key })).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 800));
        expect((await server.fetch('/api/quota', { key })).status).toBe(401);
      });

      it('of another account cannot be seen or revoked', async () => {
        const other = await openAccount(server, 'Another', { scopes: ['images:read', 'keys:manage'] });
        const [mine] = await list('');
        expect((await revoke(String(mine?.['id']), other.key)).status).toBe(404);
        expect(await list('', other.key)).toHaveLength(1);
        expect((await server.fetch('/api/keys?accountId=*', { key: other.key })).status).toBe(403);
        expect((await list('?accountId=*')).length).toBeGreaterThan(1);
      });

      it.each([
        ['nothing', {}, ['/name invalid-type', '/scopes invalid-type']],
        ['no scope', { name: 'x', scopes: [] }, ['/scopes too-few-scopes']],
        ['an unknown scope', { name: 'x', scopes: ['images:all'] }, ['/scopes/0 invalid-value']],
        [
          'a past expiry and an empty name',
          { name: ' ', scopes: ['admin'], expiresAt: '2020-01-01T00:00:00Z' },
          ['/name invalid-length', '/expiresAt invalid-time'],
        ],
        ['unknown fields', { name: 'x', scopes: ['admin'], ownerId: 1 }, ['/ownerId unknown-field']],
      ])('is refused for %s, naming every fault', async (_, body, faults) => {
        const response = await make(body);
        const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
        expect([response.status, errors.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual([
          400,
          faults,
        ]);
      });
    });

    describe('accounts', () => {
      it('are the administrator’s business', async () => {
        const other = await openAccount(server, 'Third');
        for (const [method, path] of [
          ['GET', '/api/accounts'],
          ['POST', '/api/accounts'],
          ['PATCH', `/api/accounts/${other.id}`],
        ] as const) {
          expect((await server.fetch(path, { method, key: other.key })).status).toBe(403);
        }
        expect(
          await (await server.fetch(`/api/accounts/${other.id}`, { key: other.key })).json(),
        ).toMatchObject({
          name: 'Third',
          imageCount: 0,
        });
        expect((await server.fetch('/api/accounts/nobody')).status).toBe(404);
        const names = ((await (await server.fetch('/api/accounts')).json()) as { name: string }[]).map(
          ({ name }) => name,
        );
        expect(names[0]).toBe('First account');
        expect(names).toContain('Third');
      });
    });

    describe('rates', () => {
      it('count addresses as a trusted proxy names them, and not as anybody else does', async () => {
        const refusals = async (server: ServerProcess): Promise<readonly number[]> => {
          const statuses: number[] = [];
          for (const client of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) {
            const headers = { 'X-Forwarded-For': client };
            statuses.push((await server.fetch('/api/quota', { key: 'bad', headers })).status);
          }
          return statuses;
        };
        const env = { CAIRN_RATE_FAILED_AUTH: '1' };
        const [open, behind] = [
          await start({ env }),
          await start({ env: { ...env, CAIRN_TRUSTED_PROXIES: 'loopback' } }),
        ];
        try {
          expect(await refusals(open)).toEqual([401, 429, 429]);
          expect(await refusals(behind)).toEqual([401, 429, 401]);
        } finally {
          await open.dispose();
          await behind.dispose();
        }
      });

      it('count per account, however many keys it makes', async () => {
        const slow = await start({ env: { CAIRN_RATE_REQUESTS: '4' } });
        try {
          const made = await slow.fetch('/api/keys', {
            method: 'POST',
            body: JSON.stringify({ name: 'More', scopes: ['images:read'] }),
            headers: { 'content-type': 'application/json' },
          });
          const { key } = (await made.json()) as Key;
          const statuses: number[] = [];
          for (const each of [key, slow.key, key, key, slow.key]) {
            statuses.push((await slow.fetch('/api/quota', { key: each })).status);
          }
          expect(statuses).toEqual([200, 200, 200, 429, 429]);
        } finally {
          await slow.dispose();
        }
      });

      it('count failed keys per address; Retry-After says when to come back', async () => {
        const slow = await start({
          env: { CAIRN_RATE_REQUESTS: '3', CAIRN_RATE_UPLOADS: '1', CAIRN_RATE_FAILED_AUTH: '2' },
        });
        try {
          const statuses = async (times: number, call: () => Promise<Response>): Promise<number[]> => {
            const found: number[] = [];
            for (let time = 0; time < times; time += 1) found.push((await call()).status);
            return found;
          };
          expect(await statuses(5, () => slow.fetch('/api/quota'))).toEqual([200, 200, 200, 429, 429]);
          const refused = await slow.fetch('/api/quota');
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
          expect(await refused.json()).toMatchObject({ code: 'rate-limited' });
          const form = () => slow.fetch('/api/upload', { method: 'POST', body: new FormData() });
          expect(await statuses(2, form)).toEqual([400, 429]);
          expect(await statuses(4, () => slow.fetch('/api/quota', { key: 'bad' }))).toEqual([
            401, 401, 429, 429,
          ]);
          expect(await statuses(5, () => fetch(`${slow.address}/cdn/none.jpg`))).toEqual([
            404, 404, 404, 404, 404,
          ]);
        } finally {
          await slow.dispose();
        }
      });
    });
  },
});
