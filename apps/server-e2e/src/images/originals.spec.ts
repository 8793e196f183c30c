import type {
  AlbumRecord,
  CreatedKey,
  CreatedLinkRecord,
  ImageDetails,
  QuotaDetails,
  UploadResult,
  UploadsResult,
} from '@cairn/api-schema';
import { UNLIMITED, uploadForm, type ServerProcess } from '@cairn/harness';
import { barePhoto, fixtures, photoJpeg, PRIVATE_TEXT } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

/** What is served of it has the bytes of `barePhoto`. */
const photo = Buffer.from(photoJpeg());
const served = Buffer.from(barePhoto);

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const sha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex');

async function hidden(given: { readonly path?: string; readonly visibility?: string } = {}) {
  const { id, path } = await server.upload({ bytes: photo, name: 'lake.jpg', metadata: 'hide', ...given });
  return { id, url: server.address + path, original: `/api/images/${id}/original` };
}

const usedBytes = async (): Promise<number> =>
  (await server.json<QuotaDetails>('GET', '/api/quota?include=bytes')).bytes?.used ?? 0;

onEveryStore({
  options: () => ({ env: UNLIMITED }),
  use: (started) => (server = started),
  declare: () => {
    describe('a photo whose metadata is hidden', () => {
      it('comes down to its owner with the very bytes that went up, in every part', async () => {
        const { original } = await hidden();
        const answer = await server.fetch(original);
        expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
          200,
          'private, no-store',
          `"${await sha256(photo)}"`,
        ]);
        expect(answer.headers.get('vary')).toContain('Authorization');
        expect(await bytesOf(answer)).toEqual(photo);
        const part = await server.fetch(original, { headers: { range: 'bytes=30-' } });
        expect([part.status, part.headers.get('content-range')]).toEqual([
          206,
          `bytes 30-${photo.length - 1}/${photo.length}`,
        ]);
        expect(await bytesOf(part)).toEqual(photo.subarray(30));
        const etag = answer.headers.get('etag') ?? '';
        expect((await server.fetch(original, { headers: { 'if-none-match': etag } })).status).toBe(304);
        const beyond = { range: `bytes=${photo.length}-` };
        expect((await server.fetch(original, { headers: beyond })).status).toBe(416);
      });

      it('is served as if it had been cut, whatever the owner has read before', async () => {
        const { url, original } = await hidden();
        for (let again = 0; again < 2; again += 1) {
          expect((await bytesOf(await server.fetch(original))).equals(photo)).toBe(true);
          const file = await fetch(url);
          expect([file.status, file.headers.get('etag')]).toEqual([200, `"${await sha256(served)}"`]);
          expect(await bytesOf(file)).toEqual(served);
          const head = await fetch(url, { method: 'HEAD' });
          expect(head.headers.get('content-length')).toBe(String(served.length));
          for (const [start, end] of [
            [0, 0],
            [0, 25],
            [20, 90],
            [served.length - 3, served.length - 1],
          ] as const) {
            const range = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
            expect([range.status, await bytesOf(range)]).toEqual([206, served.subarray(start, end + 1)]);
          }
        }
      });

      it('tells its owner what is hidden, and what it costs', async () => {
        const before = await usedBytes();
        const { id } = await hidden();
        expect((await usedBytes()) - before).toBe(photo.length);
        const { metadata } = await server.json<ImageDetails>('GET', `/api/images/${id}?include=metadata`);
        expect(metadata).toMatchObject({
          sizeInBytes: served.length,
          sha256: await sha256(served),
          uploadSha256: await sha256(photo),
          removed: ['comment', 'exif', 'gps', 'serial-number', 'trailing-data', 'xmp'],
          original: { sizeInBytes: photo.length },
        });
        await server.json('DELETE', `/api/images/${id}`);
      });

      it('is told at once by the answer to its upload, if it is asked', async () => {
        const removed = ['comment', 'exif', 'gps', 'serial-number', 'trailing-data', 'xmp'];
        for (const metadata of ['hide', 'remove', 'keep']) {
          const form = uploadForm({ bytes: photo, metadata });
          const told = {
            removed: metadata === 'keep' ? [] : removed,
            ...(metadata === 'hide' && { original: { sizeInBytes: photo.length } }),
          };
          const { id, url, ...more } = await server.json<UploadResult>(
            'POST',
            '/api/upload?include=removed',
            form,
          );
          expect(more).toEqual(told);
          const plain = await server.json<UploadResult>(
            'POST',
            '/api/upload',
            uploadForm({ bytes: photo, metadata }),
          );
          expect(Object.keys(plain)).toEqual(['id', 'url']);
          const many = await server.json<UploadsResult>(
            'POST',
            '/api/uploads',
            uploadForm({ bytes: photo, metadata }),
          );
          expect(many.results).toEqual([expect.objectContaining({ status: 201, ...told })]);
        }
        const wrong = { method: 'POST', body: uploadForm({ bytes: photo }) };
        expect((await server.fetch('/api/upload?include=all', wrong)).status).toBe(400);
      });

      it('is whole for nobody else', async () => {
        const { id, original } = await hidden({ visibility: 'private' });
        expect((await server.fetch(original, { key: null })).status).toBe(401);
        const writing = await server.json<CreatedKey>('POST', '/api/keys', {
          name: 'writes',
          scopes: ['images:write'],
        });
        expect((await server.fetch(original, { key: writing.key })).status).toBe(403);
        const link = await server.json<CreatedLinkRecord>('POST', '/api/links', {
          resource: { type: 'image', id },
          download: true,
          position: 'exact',
        });
        const secret = link.url.slice(link.url.lastIndexOf('/') + 1);
        expect(
          (await server.fetch(`/api/shared/${secret}/images/${id}/original`, { key: null })).status,
        ).toBe(404);
        expect((await server.fetch(original, { key: secret })).status).toBe(401);
      });

      it('shows nothing of it in files, derivatives, links and archives', async () => {
        const { id, url } = await hidden({ path: 'trip' });
        const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', {
          title: 'Trip',
          images: [id],
        });
        const link = await server.json<CreatedLinkRecord>('POST', '/api/links', {
          resource: { type: 'album', id: album },
          download: true,
          position: 'exact',
        });
        const shared = `/api/shared/${link.url.slice(link.url.lastIndexOf('/') + 1)}`;
        const nobody = { key: null };
        const half = { headers: { range: 'bytes=10-' } };
        const answers: readonly (readonly [string, Response])[] = [
          ['file', await fetch(url)],
          ['range', await fetch(url, half)],
          ['derivative', await fetch(`${url}?w=320&format=webp`)],
          ['same format', await fetch(`${url}?format=jpeg&q=90`)],
          ['file of the owner', await server.fetch(new URL(url).pathname)],
          ['page of the link', await server.fetch(`${shared}/images`, nobody)],
          ['file of the link', await server.fetch(`${shared}/images/${id}/file`, nobody)],
          ['range of the link', await server.fetch(`${shared}/images/${id}/file`, { ...nobody, ...half })],
          ['archive of the link', await server.fetch(`${shared}/download`, nobody)],
        ];
        for (const [what, answer] of answers) {
          const body = await bytesOf(answer);
          expect([what, answer.ok, body.length > 0]).toEqual([what, true, true]);
          expect([what, body.includes(PRIVATE_TEXT), body.includes('Acme')]).toEqual([what, false, false]);
        }
      });
    });

    it('of an image that is stored as it is served, the original is that', async () => {
      const { id } = await server.upload({ bytes: fixtures.png.bytes, name: 'a.png', metadata: 'hide' });
      const answer = await server.fetch(`/api/images/${id}/original`);
      expect(await bytesOf(answer)).toEqual(Buffer.from(fixtures.png.bytes));
      const { metadata } = await server.json<ImageDetails>('GET', `/api/images/${id}?include=metadata`);
      expect(metadata).not.toHaveProperty('original');
    });
  },
});
