import { type ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { inEveryEnvironment } from './support/environments.js';

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
inEveryEnvironment({
  use: (started) => (server = started),
  declare: (start) => {
    describe('every answer', () => {
      it('has a Stream-Id, the one that was sent if any', async () => {
        expect((await call('/hub/spaces')).headers.get('stream-id')).toMatch(/\S+/);
        const failed = await call('/hub/spaces/nowhere', { headers: { 'stream-id': 'my-stream.1' } });
        expect([failed.headers.get('stream-id'), failed.body['streamId']]).toEqual([
          'my-stream.1',
          'my-stream.1',
        ]);
      });

      it('has the shape of the family, also where there is nothing', async () => {
        expect(await call('/hub/nowhere')).toMatchObject({
          status: 404,
          body: { type: 'ErrorResponse', error: 'NotFound' },
        });
        const put = await call('/hub/spaces', { method: 'PUT' });
        expect([put.status, put.headers.get('allow'), put.body['type']]).toEqual([
          405,
          'GET, HEAD, POST',
          'ErrorResponse',
        ]);
      });

      it('may be read by pages of other origins', async () => {
        const { headers } = await call('/hub/spaces', { headers: { origin: 'https://example.org' } });
        expect(headers.get('access-control-allow-origin')).toBe('https://example.org');
      });

      it('GET /hub tells what this is', async () => {
        expect((await call('/hub')).body).toMatchObject({
          schemaVersion: expect.any(String),
          reporter: { name: 'Cairn' },
          status: { result: 'OK' },
        });
      });
    });

    describe('CAIRN_HUB_AUTH=required', () => {
      it('closes the spaces API to callers without a key', async () => {
        const closed = await start({ env: { CAIRN_HUB_AUTH: 'required' } });
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
