import type { ServerProcess } from '@cairn/harness';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { declareOwners } from './owners.js';
import { spaceDetails, SpacesClient, type Json } from './spaces-client.js';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

type Init = Parameters<ServerProcess['fetch']>[1];

const call = (path: string, init?: Init) => new SpacesClient(server).call(path, init);
const create = (body: unknown, init?: Init) => new SpacesClient(server).create(body, init);
const list = async (query: string): Promise<readonly Json[]> => {
  const response = await server.fetch(`/hub/spaces?${query}`, { key: null });
  return (await response.json()) as readonly Json[];
};
const details = spaceDetails;

onEveryStore({
  use: (started) => (server = started),
  declare: () => {
    it('lists an empty array without spaces', async () => {
      const { status, body, headers } = await call('/hub/spaces', {
        headers: { 'content-type': 'application/json' },
      });
      expect([status, body, headers.get('content-type')]).toEqual([
        200,
        [],
        'application/json; charset=utf-8',
      ]);
    });

    describe('creating a space', () => {
      it('answers 200 with the space record', async () => {
        const before = Date.now();
        const { status, body } = await create(details);
        expect(status).toBe(200);
        expect(body).toEqual({
          id: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
          ...details,
          storage: { id: expect.stringMatching(/^(sqlite|psql|memory)$/), params: null },
          owner: 'ANONYMOUS',
          createdAt: expect.any(Number),
          updatedAt: body['createdAt'],
          contentUpdatedAt: body['createdAt'],
          volatility: expect.any(Number),
          autoCacheProfile: { browserTTL: 0, cdnTTL: 0, serviceTTL: 0 },
        });
        expect(Number.isInteger(body['createdAt'])).toBe(true);
        expect(body['createdAt']).toBeGreaterThanOrEqual(before);
      });

      it.each(['application/json', 'application/geo+json', 'application/vnd.x+json; charset=utf-8'])(
        'accepts %s',
        async (type) => {
          expect((await create(details, { headers: { 'content-type': type } })).status).toBe(200);
        },
      );

      it('accepts gzip', async () => {
        const body = gzipSync(JSON.stringify(details));
        expect(
          (
            await create(undefined, {
              body,
              headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
            })
          ).status,
        ).toBe(200);
      });

      it('accepts a trailing slash and unknown query keys, ignores unknown members', async () => {
        const { status, body } = await create(
          { ...details, enableUUID: false, createdAt: 1, __proto__x: {}, client: { deep: [[[]]] } },
          {},
        );
        expect([status, body['enableUUID'], body['createdAt'] === 1]).toEqual([200, undefined, false]);
        expect((await call('/hub/spaces/?clientId=cli')).status).toBe(200);
      });

      it('accepts an id chosen by the client once', async () => {
        expect((await create({ ...details, id: 'my-space' })).body).toMatchObject({ id: 'my-space' });
        const again = await create({ ...details, id: 'my-space' });
        expect([again.status, again.body]).toEqual([
          409,
          expect.objectContaining({ type: 'ErrorResponse', error: 'Conflict' }),
        ]);
      });

      it.each([
        ['no title', { description: 'x' }, ['/title invalid-type']],
        ['wrong types', { title: 1, description: [] }, ['/title invalid-type', '/description invalid-type']],
        ['an empty id', { ...details, id: '' }, ['/id invalid-id']],
        ['an id with a slash', { ...details, id: 'a/b' }, ['/id invalid-id']],
        ['an array', [], [' invalid-type']],
        ['an invalid owner', { ...details, id: '', owner: '' }, ['/id invalid-id', '/owner invalid-length']],
        [
          'a NUL',
          { title: 'a\0', description: 'b\0' },
          ['/title invalid-character', '/description invalid-character'],
        ],
      ])('rejects %s, with all faults', async (_, body, faults) => {
        const answer = await create(body);
        const { errors } = answer.body['errorDetails'] as { errors: { pointer: string; code: string }[] };
        expect([answer.status, answer.body['error']]).toEqual([400, 'IllegalArgument']);
        expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(faults);
      });

      it.each([
        ['malformed JSON', '{"title":', 400, { type: 'error', reasonPhrase: 'Bad Request' }],
        ['nothing', '', 400, { type: 'error' }],
        ['JSON nested 20,000 deep', '['.repeat(20_000) + ']'.repeat(20_000), 400, { type: 'error' }],
        [
          'more than 1 MB',
          JSON.stringify({ title: 'x'.repeat(1_100_000) }),
          ...([413, { type: 'ErrorResponse', error: 'PayloadToLarge' }] as const),
        ],
      ])('rejects %s', async (_, body, status, shown) => {
        const answer = await create(undefined, { body });
        expect([answer.status, answer.body]).toEqual([status, expect.objectContaining(shown)]);
      });

      it('answers 404 for an unknown storage', async () => {
        expect((await create({ ...details, storage: { id: 'elsewhere' } })).status).toBe(404);
      });

      it('stores nothing with dryRun', async () => {
        const dry = await call('/hub/spaces?dryRun=true', {
          method: 'POST',
          body: JSON.stringify({ ...details, id: 'dry' }),
          headers: { 'content-type': 'application/json' },
        });
        expect([dry.status, (await call('/hub/spaces/dry')).status]).toEqual([200, 404]);
      });
    });

    describe('one space', () => {
      let id: string;

      beforeEach(async () => {
        id = String((await create(details)).body['id']);
      });

      const patch = (body: unknown, init: Parameters<ServerProcess['fetch']>[1] = {}) =>
        call(`/hub/spaces/${id}`, {
          method: 'PATCH',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
          ...init,
        });

      it('is returned with all members', async () => {
        expect((await call(`/hub/spaces/${id}`)).body).toMatchObject({
          id,
          ...details,
          storage: { params: null },
        });
      });

      it('is changed by a merge patch', async () => {
        const { status, body } = await patch({ title: 'New', owner: 'ANONYMOUS', unknown: 1 });
        expect([status, body]).toEqual([
          200,
          expect.objectContaining({ title: 'New', description: details.description, owner: 'ANONYMOUS' }),
        ]);
        expect((await patch({ description: null })).body).toMatchObject({ title: 'New', description: '' });
        expect((await patch({})).status).toBe(200);
      });

      it('is not given to another owner', async () => {
        expect((await patch({ owner: 'bob' })).status).toBe(403);
        expect((await patch({ owner: null, storage: { id: 'psql' } })).body).toMatchObject({
          owner: 'ANONYMOUS',
          storage: { id: expect.stringMatching(/^(sqlite|psql|memory)$/) },
        });
      });

      it.each([[{ id: 'other' }], [{ title: null }], [{ storage: null }], [{ title: 5 }]])(
        'is not changed by the invalid patch %j',
        async (body) => {
          expect((await patch(body)).status).toBe(400);
          expect((await call(`/hub/spaces/${id}`)).body).toMatchObject(details);
        },
      );

      it('is deleted with 204, or with 200 and the record if Accept is exactly application/json', async () => {
        const other = String((await create(details)).body['id']);
        expect(await call(`/hub/spaces/${id}`, { method: 'DELETE', body: 'null' })).toMatchObject({
          status: 204,
          body: undefined,
        });
        const shown = await call(`/hub/spaces/${other}`, {
          method: 'DELETE',
          headers: { accept: 'application/json' },
        });
        expect([shown.status, shown.body['id']]).toEqual([200, other]);
        expect((await call(`/hub/spaces/${id}`)).body).toMatchObject({
          type: 'ErrorResponse',
          error: 'NotFound',
        });
      });
    });

    declareOwners(() => server);

    describe('a listing', () => {
      it('has the public fields, and others on request', async () => {
        const [plain] = await list('limit=1');
        expect(Object.keys(plain ?? {})).toEqual([
          'id',
          'title',
          'description',
          'owner',
          'createdAt',
          'updatedAt',
          'contentUpdatedAt',
        ]);
        const [full] = await list('limit=1&includeRights=true&includeConnectors=true');
        expect(full).toMatchObject({
          storage: { id: expect.stringMatching(/^(sqlite|psql|memory)$/), params: null },
          rights: expect.arrayContaining(['manageSpaces']),
        });
      });
    });
  },
});
