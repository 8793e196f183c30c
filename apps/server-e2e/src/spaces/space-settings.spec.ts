import type { ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { SpacesClient, type Json } from './spaces-client.js';
import { openAccount } from '../support/accounts.js';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

let spaces: SpacesClient;

const create = (body: Json, key: string | null = null) =>
  spaces.send('/hub/spaces', { method: 'POST', body: { title: 'Trails', ...body }, key });
const patch = (id: string, body: Json) => spaces.send(`/hub/spaces/${id}`, { method: 'PATCH', body });

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
  cacheTTL: 60_000,
};

onEveryStore({
  use: (started) => {
    server = started;
    spaces = new SpacesClient(server);
  },
  declare: () => {
    describe('the settings of a space', () => {
      it('are kept, shown, merged and taken away', async () => {
        const { status, body } = await create({ ...settings, id: 'all', enableUUID: true });
        expect([status, body]).toEqual([200, expect.objectContaining(settings)]);
        expect(body).not.toHaveProperty('enableUUID');
        expect((await spaces.send('/hub/spaces/all')).body).toMatchObject(settings);
        const change = {
          client: { theme: { color: null } },
          searchableProperties: { size: null },
          license: null,
          shared: null,
          active: true,
          readOnly: false,
        };
        const changed = (await patch('all', change)).body;
        expect(changed).toMatchObject({ client: { theme: { size: 2 } }, versionsToKeep: 10 });
        expect(changed['searchableProperties']).toEqual({ 'name::string': true });
        for (const name of ['license', 'shared', 'active', 'readOnly'])
          expect(changed).not.toHaveProperty(name);
      });

      it('are shown in listings, the tags only where one is asked for', async () => {
        await create({ ...settings, id: 'listed', tags: { once: {} } });
        const { items: list } = await spaces.call('/hub/spaces');
        const { tags, ...shown } = settings;
        const listed = list.find(({ id }) => id === 'listed');
        expect([listed, listed?.['tags']]).toEqual([expect.objectContaining(shown), undefined]);
        const tagged = (await spaces.send('/hub/spaces?tag=once')).body;
        expect(tagged).toEqual([expect.objectContaining({ id: 'listed', tags: { once: {} } })]);
        expect(await spaces.idsOf('/hub/spaces?tag=twice')).toEqual([]);
        await patch('listed', { tags: { once: null, twice: {} } });
        expect(await spaces.idsOf('/hub/spaces?tag=twice')).toEqual(['listed']);
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
        expect([answer.status, (await spaces.send('/hub/spaces/kept')).body['versionsToKeep']]).toEqual([
          400, 2,
        ]);
      });

      it('ask for nothing that is not there', async () => {
        const connector = [{ id: 'tagger', params: {}, eventTypes: ['ModifySpaceEvent'] }];
        await create({ id: 'plain', extends: null, listeners: {}, processors: null, region: 'eu-west-1' });
        const asked = {
          extends: { spaceId: 'plain' },
          listeners: { l: connector },
          processors: { p: connector },
        };
        for (const refusal of [await create({ id: 'composite', ...asked }), await patch('plain', asked)]) {
          const { errors } = refusal.body['errorDetails'] as { readonly errors: readonly Json[] };
          const pointers = errors.map(({ pointer }) => pointer);
          expect([refusal.status, pointers]).toEqual([400, ['/extends', '/listeners/l', '/processors/p']]);
          expect(refusal.body['errorMessage']).toMatch(/^`extends` is not supported: /);
        }
        expect((await spaces.send('/hub/spaces/composite')).status).toBe(404);
        expect((await patch('plain', { extends: null, listeners: {} })).status).toBe(200);
      });
    });

    describe('a listing', () => {
      it('shows the spaces whose content changed then, page by page', async () => {
        const times: number[] = [];
        for (const id of ['c1', 'c2', 'c3'])
          times.push(Number((await create({ id, tags: { c: {} } })).body['contentUpdatedAt']));
        const [first = 0, , last = 0] = times;
        expect(
          await spaces.idsOf(`/hub/spaces?tag=c&contentUpdatedAt>=${first}&contentUpdatedAt<=${last}`),
        ).toEqual(['c1', 'c2', 'c3']);
        expect(await spaces.idsOf(`/hub/spaces?tag=c&contentUpdatedAt=gt=${last}`)).toEqual([]);
        expect(await spaces.idsOf('/hub/spaces?contentUpdatedAt=gt=x')).toBe(400);
        let next: string | undefined = `/hub/spaces?tag=c&contentUpdatedAt=gte=${first}&limit=2`;
        const pages: (readonly unknown[])[] = [];
        while (next !== undefined) {
          const { items, headers } = await spaces.call(next);
          pages.push(items.map(({ id }) => id));
          next = /^<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        }
        expect(pages).toEqual([['c1', 'c2'], ['c3']]);
      });

      it('takes an empty limit for absent, and refuses one that is no whole number, or of nothing or less', async () => {
        const refusal = (limit: string) => spaces.send(`/hub/spaces?limit=${limit}`);
        for (const limit of ['-1', '0', '1001', 'x', '1.5', '2&limit=5'])
          expect(await refusal(limit)).toMatchObject({
            status: 400,
            body: { errorDetails: { errors: [{ pointer: '/limit' }] } },
          });
        expect((await refusal('')).status).toBe(200);
      });

      it('shows what is shared to everyone with a key, with the right to read alone', async () => {
        const [owner, other] = [await openAccount(server, 'Owner'), await openAccount(server, 'Other')];
        await create({ id: 'shared', shared: true }, owner.key);
        await create({ id: 'private' }, owner.key);
        const list = (
          await spaces.send(`/hub/spaces?owner=${owner.id}&includeRights=true`, { key: other.key })
        ).body;
        expect(list).toEqual([expect.objectContaining({ id: 'shared', rights: ['readFeatures'] })]);
        expect(await spaces.idsOf('/hub/spaces?owner=others', other.key)).toContain('shared');
        expect(await spaces.idsOf('/hub/spaces?owner=*', null)).not.toContain('shared');
        expect((await spaces.send('/hub/spaces/shared', { key: other.key })).status).toBe(200);
        expect((await spaces.send('/hub/spaces/shared')).status).toBe(403);
        const theft = { method: 'PATCH', body: { title: 'Mine' }, key: other.key };
        expect((await spaces.send('/hub/spaces/shared', theft)).status).toBe(403);
      });
    });
  },
});
