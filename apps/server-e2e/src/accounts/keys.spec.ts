import { type ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

interface Key {
  readonly id: string;
  readonly parentId: string | null;
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

onEveryStore({
  options: () => ({ clockMoves: true }),
  use: (started) => (server = started),
  declare: () => {
    describe('a key', () => {
      it('is created with 201, works, is listed without its secret, and stops working when revoked', async () => {
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

      it('is read by itself, and by keys that manage its account, without its secret', async () => {
        const reader = await made({ name: 'Reader', scopes: ['images:read'] });
        const { key: secret, ...record } = reader;
        const read = (id: string, key?: string): Promise<Response> =>
          server.fetch(`/api/keys/${id}`, { ...(key && { key }) });
        const own = await read(reader.id, secret);
        expect([own.status, await own.json()]).toEqual([
          200,
          { ...record, lastUsedAt: expect.stringMatching(/Z$/) },
        ]);
        expect((await read(reader.id)).status).toBe(200);
        expect((await read(String(reader.parentId), secret)).status).toBe(403);
        const other = await openAccount(server, 'Other');
        const { key: stranger } = await made({ name: 'Keys', scopes: ['keys:manage'], accountId: other.id });
        expect((await read(reader.id, stranger)).status).toBe(404);
        expect((await read('none')).status).toBe(404);
      });

      it('allows only its scopes', async () => {
        const { key } = await made({ name: 'Reader', scopes: ['images:read'] });
        const response = await server.fetch('/api/upload', { method: 'POST', body: new FormData(), key });
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({ code: 'scope-missing' }),
        ]);
      });

      it('cannot create a key with more scopes, or for another account', async () => {
        const { key } = await made({ name: 'Reader', scopes: ['images:read', 'keys:manage'] });
        expect((await make({ name: 'x', scopes: ['images:write'] }, key)).status).toBe(403);
        expect((await make({ name: 'x', scopes: ['admin'] }, key)).status).toBe(403);
        const other = await openAccount(server, 'Other');
        expect((await make({ name: 'x', scopes: ['images:read'], accountId: other.id }, key)).status).toBe(
          403,
        );
        expect((await make({ name: 'x', scopes: ['images:read'] }, key)).status).toBe(201);
      });

      it('cannot revoke a key with more scopes, or create one that expires later', async () => {
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

      it('without keys:manage can only revoke itself', async () => {
        const reader = await made({ name: 'Reader', scopes: ['images:read'] });
        for (const refused of [
          await make({ name: 'x', scopes: ['images:read'] }, reader.key),
          await server.fetch('/api/keys', { key: reader.key }),
          await revoke(String(reader.parentId), reader.key),
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

      it('is revoked with the key that created it', async () => {
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

      it('expires', async () => {
        const expiresAt = new Date(Date.now() + 3_000_000).toISOString();
        const { key } = await made({ name: 'Brief', scopes: ['images:read'], expiresAt });
        expect((await server.fetch('/api/quota', { key })).status).toBe(200);
        await server.anHourPasses();
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
      ])('is rejected for %s, with all faults', async (_, body, faults) => {
        const response = await make(body);
        const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
        expect([response.status, errors.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual([
          400,
          faults,
        ]);
      });
    });

    describe('accounts', () => {
      it('are managed by administrators', async () => {
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

    // Runs last: afterwards nobody can administer the server.
    describe('the last key that can administer', () => {
      it('is revoked only with force=true', async () => {
        const first = String((await list('?accountId=*')).find((key) => key['parentId'] === null)?.['id']);
        const outcomeOf = async (query: string): Promise<readonly unknown[]> => {
          const response = await revoke(first, undefined, query);
          const { code } = (await response.json()) as { readonly code?: string };
          return [response.status, code];
        };
        expect(await outcomeOf('')).toEqual([409, 'last-admin-key']);
        expect(await outcomeOf('?force=FALSE')).toEqual([409, 'last-admin-key']);
        expect(await outcomeOf('?force=yes')).toEqual([400, 'invalid-input']);
        expect(await outcomeOf('?force=True')).toEqual([200, undefined]);
        expect((await server.fetch('/api/quota')).status).toBe(401);
      });
    });
  },
});
