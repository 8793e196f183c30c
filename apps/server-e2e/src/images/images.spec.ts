import { newKey, type ServerProcess, type UploadParts } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { ImagesClient } from './images-client.js';
import { declareGallery } from './gallery.js';
import { declarePhotos } from './photos.js';
import { declareListingByTag } from './listing-by-tag.js';
import { declareUploading } from './uploading.js';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

const json = async (response: Response): Promise<unknown> => await response.json();
const upload = (parts: Partial<UploadParts>, key?: string) => new ImagesClient(server).upload(parts, key);
const uploaded = (parts: Partial<UploadParts>) => new ImagesClient(server).uploaded(parts);

onEveryStore({
  use: (started) => (server = started),
  declare: () => {
    declareUploading(() => server);

    describe('an image record', () => {
      it('has exactly six fields', async () => {
        const { id, url } = await uploaded({ path: 'records', tags: 'b,a,c', name: 'r.jpg' });
        const record = (await json(await server.fetch(`/api/images/${id}`))) as Record<string, string>;
        expect(Object.keys(record)).toEqual(['id', 'url', 'tags', 'path', 'createdAt', 'updatedAt']);
        expect(record).toMatchObject({
          id,
          url,
          tags: ['b', 'a', 'c'],
          path: 'records',
          updatedAt: record['createdAt'],
        });
        expect(record['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      });

      it('is 404 after deletion, and so is its file', async () => {
        const { id, url } = await uploaded({ name: 'gone.jpg' });
        const deleted = await server.fetch(`/api/images/${id}`, { method: 'DELETE' });
        expect([deleted.status, await json(deleted)]).toEqual([
          200,
          { success: true, message: expect.stringContaining(id) },
        ]);
        const statuses = await Promise.all([
          server.fetch(`/api/images/${id}`),
          server.fetch(`/api/images/${id}`, { method: 'DELETE' }),
          fetch(url),
        ]);
        expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
      });

      it('of another account is 404, like an unknown one', async () => {
        const { id } = await uploaded({ name: 'mine.jpg' });
        const other = await openAccount(server, 'Other');
        const answers = await Promise.all(
          [id, 'A'.repeat(22)].map(async (asked) => {
            const response = await server.fetch(`/api/images/${asked}`, { key: other.key });
            const { requestId, instance, ...problem } = (await response.json()) as Record<string, unknown>;
            return problem;
          }),
        );
        expect(answers[0]).toEqual(answers[1]);
        expect((await server.fetch(`/api/images/${id}`, { key: other.key, method: 'DELETE' })).status).toBe(
          404,
        );
        expect((await server.fetch(`/api/images/${id}`)).status).toBe(200);
      });
    });

    declareListingByTag(() => server);
    declareGallery(() => server);
    declarePhotos(() => server);

    describe('the quota', () => {
      it('can be set per account, and is freed by deletion', async () => {
        const { key, id: accountId } = await openAccount(server, 'Small', { imageQuota: 1 });
        const first = (await json(await upload({ name: 'q.jpg' }, key))) as { id: string };
        expect(await json(await server.fetch('/api/quota', { key }))).toEqual({ imageCount: 1, quota: 1 });
        const second = await upload({ name: 'q.jpg' }, key);
        expect([second.status, await json(second)]).toEqual([
          409,
          expect.objectContaining({ code: 'quota-exceeded', imageCount: 1, quota: 1 }),
        ]);
        await server.fetch(`/api/images/${first.id}`, { method: 'DELETE', key });
        expect((await upload({ name: 'q.jpg' }, key)).status).toBe(201);
        const raised = await server.fetch(`/api/accounts/${accountId}`, {
          method: 'PATCH',
          body: '{"imageQuota":null}',
          headers: { 'content-type': 'application/json' },
        });
        expect(await json(raised)).toMatchObject({ imageCount: 1, quota: 10_000 });
      });
    });

    describe('without a key', () => {
      it.each([
        ['no header', null, 'unauthenticated'],
        ['a malformed key', 'nonsense', 'invalid-key'],
        ['an unknown well-formed key', newKey(), 'invalid-key'],
      ])('%s is 401', async (_, key, code) => {
        const response = await server.fetch('/api/quota', { key });
        expect([response.status, await json(response)]).toEqual([401, expect.objectContaining({ code })]);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      });
    });
  },
});
