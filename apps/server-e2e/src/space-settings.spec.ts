import type { ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from './support/accounts.js';
import { inEveryEnvironment } from './support/environments.js';

let server: ServerProcess;

type Json = Record<string, unknown>;

const call = async (
  path: string,
  { body, key = null, ...init }: { readonly method?: string; body?: unknown; key?: string | null } = {},
): Promise<{ status: number; body: Json; headers: Headers }> => {
  const response = await server.fetch(path, {
    ...init,
    key,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === '' ? undefined : JSON.parse(text)) as Json,
    headers: response.headers,
  };
};
const create = (body: Json, key: string | null = null) =>
  call('/hub/spaces', { method: 'POST', body: { title: 'Trails', ...body }, key });
const patch = (id: string, body: Json) => call(`/hub/spaces/${id}`, { method: 'PATCH', body });
const idsOf = async (path: string, key: string | null = null): Promise<readonly unknown[]> => {
  const { status, body } = await call(path, { key });
  return status === 200 ? (body as unknown as readonly Json[]).map(({ id }) => id) : [status];
};

const settings = {
  shared: true,
  copyright: [{ label: '© Park', alt: 'Parks' }],
  license: 'ODbL-1.0',
  client: { theme: { color: 'red', size: 2 } },
  searchableProperties: { 'name::string': true, size: false },
  packages: ['maps'],
  tags: { v1: { version: 0, description: 'empty' } },
  versionsToKeep: 10,
  readOnly: true,
  active: false,
  minTileLevel: 2,
  maxTileLevel: 14,
};

inEveryEnvironment({
  use: (started) => (server = started),
  declare: () => {
    describe('the settings of a space', () => {
      it('are kept, shown, merged and taken away', async () => {
        const { status, body } = await create({ ...settings, id: 'all', enableUUID: true });
        expect([status, body]).toEqual([200, expect.objectContaining(settings)]);
        expect(body).not.toHaveProperty('enableUUID');
        expect((await call('/hub/spaces/all')).body).toMatchObject(settings);
        const change = {
          client: { theme: { color: null } },
          searchableProperties: { size: null },
          ...{ license: null, shared: null, active: true, readOnly: false },
        };
        const changed = (await patch('all', change)).body;
        expect(changed).toMatchObject({ client: { theme: { size: 2 } }, versionsToKeep: 10 });
        expect(changed['searchableProperties']).toEqual({ 'name::string': true });
        for (const name of ['license', 'shared', 'active', 'readOnly'])
          expect(changed).not.toHaveProperty(name);
      });

      it('are shown in listings, the tags only where one is asked for', async () => {
        await create({ ...settings, id: 'listed', tags: { once: {} } });
        const list = (await call('/hub/spaces')).body as unknown as readonly Json[];
        const { tags, ...shown } = settings;
        const listed = list.find(({ id }) => id === 'listed');
        expect([listed, listed?.['tags']]).toEqual([expect.objectContaining(shown), undefined]);
        const tagged = (await call('/hub/spaces?tag=once')).body;
        expect(tagged).toEqual([expect.objectContaining({ id: 'listed', tags: { once: {} } })]);
        expect(await idsOf('/hub/spaces?tag=twice')).toEqual([]);
        await patch('listed', { tags: { once: null, twice: {} } });
        expect(await idsOf('/hub/spaces?tag=twice')).toEqual(['listed']);
      });

      it('have all their faults reported', async () => {
        const faulty = {
          license: 'x',
          client: { x: 'x'.repeat(1_024) },
          versionsToKeep: 0,
          tags: { '1': {} },
        };
        const { status, body } = await create(faulty);
        const { errors } = body['errorDetails'] as { readonly errors: readonly Json[] };
        expect([status, errors.map(({ pointer }) => pointer)]).toEqual([
          400,
          ['/license', '/client', '/tags/1', '/versionsToKeep'],
        ]);
        await create({ id: 'kept', versionsToKeep: 2 });
        const answer = await patch('kept', { versionsToKeep: 1, shared: 'yes' });
        expect([answer.status, (await call('/hub/spaces/kept')).body['versionsToKeep']]).toEqual([400, 2]);
      });
    });

    describe('a listing', () => {
      it('shows the spaces whose content changed then, page by page', async () => {
        const times: number[] = [];
        for (const id of ['c1', 'c2', 'c3'])
          times.push(Number((await create({ id, tags: { c: {} } })).body['contentUpdatedAt']));
        const [first = 0, , last = 0] = times;
        expect(await idsOf(`/hub/spaces?tag=c&contentUpdatedAt>=${first}&contentUpdatedAt<=${last}`)).toEqual(
          [...['c1', 'c2', 'c3']],
        );
        expect(await idsOf(`/hub/spaces?tag=c&contentUpdatedAt=gt=${last}`)).toEqual([]);
        expect(await idsOf('/hub/spaces?contentUpdatedAt=gt=x')).toEqual([400]);
        let next: string | undefined = `/hub/spaces?tag=c&contentUpdatedAt=gte=${first}&limit=2`;
        const pages: (readonly unknown[])[] = [];
        while (next !== undefined) {
          const { body, headers } = await call(next);
          pages.push((body as unknown as readonly Json[]).map(({ id }) => id));
          next = /^<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        }
        expect(pages).toEqual([['c1', 'c2'], ['c3']]);
      });

      it('shows what is shared to everyone with a key, with the right to read alone', async () => {
        const [owner, other] = [await openAccount(server, 'Owner'), await openAccount(server, 'Other')];
        await create({ id: 'shared', shared: true }, owner.key);
        await create({ id: 'private' }, owner.key);
        const list = (await call(`/hub/spaces?owner=${owner.id}&includeRights=true`, { key: other.key }))
          .body;
        expect(list).toEqual([expect.objectContaining({ id: 'shared', rights: ['readFeatures'] })]);
        expect(await idsOf('/hub/spaces?owner=others', other.key)).toContain('shared');
        expect(await idsOf('/hub/spaces?owner=*', null)).not.toContain('shared');
        expect((await call('/hub/spaces/shared', { key: other.key })).status).toBe(200);
        expect((await call('/hub/spaces/shared')).status).toBe(403);
        const theft = { method: 'PATCH', body: { title: 'Mine' }, key: other.key };
        expect((await call('/hub/spaces/shared', theft)).status).toBe(403);
      });
    });
  },
});
