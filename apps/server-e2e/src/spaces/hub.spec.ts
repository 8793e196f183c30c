import { ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

type Json = Record<string, unknown>;

const call = async (
  path: string,
  init: Parameters<ServerProcess['fetch']>[1] = {},
): Promise<{ status: number; body: Json; headers: Headers }> => {
  const response = await server.fetch(path, { key: null, ...init });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === '' ? undefined : JSON.parse(text)) as Json,
    headers: response.headers,
  };
};
onEveryStore({
  use: (started) => (server = started),
  declare: () => {
    describe('every response', () => {
      it('has a Stream-Id, that of the request if it has one', async () => {
        expect((await call('/hub/spaces')).headers.get('stream-id')).toMatch(/\S/);
        const failed = await call('/hub/spaces/nowhere', { headers: { 'stream-id': 'my-stream.1' } });
        expect([failed.headers.get('stream-id'), failed.body['streamId']]).toEqual([
          'my-stream.1',
          'my-stream.1',
        ]);
      });

      it('has the error format of XYZ Hub, also for unknown paths', async () => {
        expect(await call('/hub/nowhere')).toMatchObject({
          status: 404,
          body: { type: 'error', statusCode: 404, reasonPhrase: 'Not Found' },
        });
        const put = await call('/hub/spaces', { method: 'PUT' });
        expect([put.status, put.headers.get('allow'), put.body['type']]).toEqual([
          405,
          'GET, HEAD, POST',
          'error',
        ]);
      });

      it('has CORS headers', async () => {
        const { headers } = await call('/hub/spaces', { headers: { origin: 'https://example.org' } });
        expect(headers.get('access-control-allow-origin')).toBe('*');
      });

      it('GET /hub describes the service', async () => {
        expect((await call('/hub')).body).toMatchObject({
          schemaVersion: expect.any(String),
          reporter: { name: 'Cairn' },
          status: { result: 'OK' },
        });
      });
    });

    describe('a boolean query parameter', () => {
      const json = { 'content-type': 'application/json' };
      const create = (query: string, id: string) =>
        call(`/hub/spaces?${query}`, {
          method: 'POST',
          body: JSON.stringify({ id, title: 'x' }),
          headers: json,
        });

      it('is case-insensitive: dryRun never creates, changes or deletes', async () => {
        await create('dryRun=False', 'kept');
        for (const query of ['dryRun=True', 'dryrun=TRUE', 'dryRun=true&dryRun=True']) {
          const path = `/hub/spaces/kept?${query}`;
          const body = JSON.stringify({ title: 'y' });
          expect([
            (await create(query, 'dry')).status,
            (await call(path, { method: 'PATCH', body, headers: json })).status,
            (await call(path, { method: 'DELETE' })).status,
          ]).toEqual([200, 200, 204]);
        }
        expect((await call('/hub/spaces/kept')).body).toMatchObject({ title: 'x' });
        expect((await call('/hub/spaces/dry')).status).toBe(404);
        const listed = await server.fetch('/hub/spaces?includeRights=TRUE&includeConnectors=True', {
          key: null,
        });
        expect(await listed.json()).toContainEqual(
          expect.objectContaining({ id: 'kept', rights: expect.any(Array), storage: expect.any(Object) }),
        );
      });

      it.each(['1', '0', 'yes', '', 'true,', ' true'])(
        'is rejected as %j, without any change',
        async (value) => {
          const given = encodeURIComponent(value);
          await create('', 'kept');
          const answers = [
            [await create(`dryRun=${given}`, 'dry'), '/dryRun'],
            [await call(`/hub/spaces/kept?dryRun=${given}`, { method: 'DELETE' }), '/dryRun'],
            [
              await call(`/hub/spaces/kept?dryRun=${given}`, { method: 'PATCH', body: '{}', headers: json }),
              '/dryRun',
            ],
            [await call(`/hub/spaces?includeRights=${given}`), '/includeRights'],
            [await call(`/hub/spaces?includeConnectors=${given}`), '/includeConnectors'],
          ] as const;
          for (const [{ status, body }, pointer] of answers) {
            const { errors } = body['errorDetails'] as { errors: readonly Json[] };
            expect([status, errors]).toEqual([400, [expect.objectContaining({ pointer })]]);
          }
          expect((await call('/hub/spaces/kept')).status).toBe(200);
          expect((await call('/hub/spaces/dry')).status).toBe(404);
        },
      );

      it('that is both true and false is rejected', async () => {
        await create('', 'kept');
        for (const query of ['dryRun=true&dryRun=false', 'dryRun=false&dryRun=true', 'dryRun=true&dryRun='])
          expect((await call(`/hub/spaces/kept?${query}`, { method: 'DELETE' })).status).toBe(400);
        expect((await call('/hub/spaces/kept')).status).toBe(200);
      });

      it('features are not deleted where a trial was asked for', async () => {
        const feature = { type: 'Feature', id: 'f', geometry: null, properties: {} };
        const features = '/hub/spaces/tried/features';
        await create('', 'tried');
        await call(features, { method: 'PUT', body: JSON.stringify(feature), headers: json });
        for (const path of [`${features}?id=f&dryRun=true`, `${features}/f?dryRun=True`])
          expect((await call(path, { method: 'DELETE' })).body).toMatchObject({
            errorDetails: { errors: [{ pointer: '/dryRun', code: 'unsupported' }] },
          });
        expect((await call(`${features}/f`)).status).toBe(200);
      });

      it('of features is rejected in the same way, before anything is read or written', async () => {
        await create('', 'flags');
        const space = '/hub/spaces/flags';
        const body = JSON.stringify({
          type: 'Feature',
          id: 'f',
          properties: { a: 1 },
          geometry: { type: 'Point', coordinates: [8, 47] },
        });
        const write = { body, headers: { 'content-type': 'application/geo+json' } };
        expect((await call(`${space}/features`, { ...write, method: 'PUT' })).status).toBe(200);
        const changed = { ...write, body: body.replace('"a":1', '"a":2') };
        const lines = { ...changed, headers: { 'content-type': 'application/x-ndjson' } };
        const refused = [
          [`${space}/features?conflictDetection=1`, { ...changed, method: 'PUT' }],
          [`${space}/features?conflictDetection=`, { ...changed, method: 'POST' }],
          [`${space}/features?conflictDetection=yes`, { ...lines, method: 'POST' }],
          [`${space}/features?transactional=no`, { ...changed, method: 'POST' }],
          [`${space}/features/f?conflictDetection=1`, { ...changed, method: 'PATCH' }],
          [`${space}/features?eraseContent=1`, { method: 'DELETE' }],
          [`${space}/features?id=f&eraseContent=0`, { method: 'DELETE' }],
          [`${space}/bbox?west=7&south=46&east=9&north=48&clip=1`, {}],
          [`${space}/search?force2D=yes`, {}],
          [`${space}/spatial?lat=47&lon=8&distance=1`, {}],
          [`${space}/statistics?fastMode=1`, {}],
          ['/tiles/flags/0/0/0.mvt?clip=no', {}],
        ] as const;
        for (const [path, init] of refused) {
          const { status, body: answer } = await call(path, init);
          expect([path, status, JSON.stringify(answer)]).toEqual([
            path,
            400,
            expect.stringContaining('must be `true` or `false`, in any case'),
          ]);
        }
        const { body: kept } = await call(`${space}/features/f`);
        expect(kept['properties']).toMatchObject({ a: 1 });
      });
    });

    describe('CAIRN_HUB_AUTH=required', () => {
      it('closes the spaces API to callers without a key', async () => {
        const closed = await ServerProcess.inMemory({ CAIRN_HUB_AUTH: 'required' });
        try {
          const [without, withKey] = await Promise.all([
            closed.fetch('/hub/spaces', { key: null }),
            closed.fetch('/hub/spaces'),
          ]);
          expect([without.status, withKey.status]).toEqual([401, 200]);
        } finally {
          await closed.dispose();
        }
      });
    });
  },
});
