import { uploadForm, type ServerProcess, type UploadParts } from '@cairn/harness';
import { barePhoto, fixtures, photoFacts, photoJpeg, PRIVATE_TEXT } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImagesClient } from './images-client.js';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

const uploaded = (parts: Partial<UploadParts>) => new ImagesClient(server).uploaded(parts);
const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
const sha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex');

async function detailsOf(
  id: string,
  include: string,
): Promise<{ readonly metadata: unknown; readonly srcset?: unknown }> {
  const response = await server.fetch(`/api/images/${id}?include=${include}`);
  expect(response.status).toBe(200);
  return (await response.json()) as { metadata: unknown; srcset?: unknown };
}

async function uploadedWith(metadata: string, bytes: Uint8Array): Promise<Response> {
  const form = uploadForm({ bytes, name: 'photo.jpg' });
  form.set('metadata', metadata);
  return await server.fetch('/api/upload', { method: 'POST', body: form });
}

onEveryStore({
  use: (started) => (server = started),
  declare: () => {
    describe('metadata of an upload', () => {
      it('is not in the file that is served, and the owner is told what was in it', async () => {
        const { id, url } = await uploaded({ bytes: photoJpeg(6), name: 'photo.jpg' });
        const file = await fetch(url);
        const served = Buffer.from(await file.arrayBuffer());
        expect(served.includes(PRIVATE_TEXT)).toBe(false);
        expect(file.headers.get('etag')).toBe(`"${await sha256(served)}"`);
        const { metadata, ...record } = await detailsOf(id, 'metadata');
        expect(metadata).toMatchObject({
          type: 'image/jpeg',
          width: 16,
          height: 12,
          frames: 1,
          orientation: 6,
          sizeInBytes: served.length,
          sha256: await sha256(served),
          uploadSha256: await sha256(photoJpeg(6)),
          removed: ['comment', 'exif', 'gps', 'serial-number', 'trailing-data', 'xmp'],
          ...photoFacts,
          color: expect.stringMatching(/^#[0-9a-f]{6}$/),
          thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
          perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
        });
        expect(await (await server.fetch(`/api/images/${id}`)).json()).toEqual(record);
      });

      it('that tells nothing leaves the very bytes', async () => {
        expect(await bytesAt((await uploaded({ bytes: photoJpeg(), name: 'a.jpg' })).url)).toEqual(
          Buffer.from(barePhoto),
        );
        const { id, url } = await uploaded({ bytes: fixtures.rotatedJpeg.bytes, name: 'rotated.jpg' });
        expect(await bytesAt(url)).toEqual(Buffer.from(fixtures.rotatedJpeg.bytes));
        expect((await detailsOf(id, 'metadata')).metadata).toMatchObject({ removed: [] });
      });

      it('is kept where the form says so', async () => {
        const response = await uploadedWith('keep', photoJpeg());
        const { id, url } = (await response.json()) as { id: string; url: string };
        expect(await bytesAt(url)).toEqual(Buffer.from(photoJpeg()));
        expect((await detailsOf(id, 'metadata')).metadata).toMatchObject({ removed: [], ...photoFacts });
      });

      it('cannot be asked for in other words', async () => {
        const response = await uploadedWith('some', photoJpeg());
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('"/metadata"');
      });
    });

    describe('an image that is not there yet', () => {
      it('is stood for by texts', async () => {
        const { id, url } = await uploaded({ name: 'text.jpg' });
        const { metadata } = await detailsOf(id, 'metadata');
        const texts = await Promise.all(
          ['thumbhash', 'blurhash', 'color'].map(async (format) => await fetch(`${url}?format=${format}`)),
        );
        for (const answer of texts) {
          expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain']);
          expect(answer.headers.get('etag')).toMatch(/^"/);
          expect(answer.headers.get('content-disposition')).toContain('text.txt');
        }
        const [thumbhash, blurhash, color] = await Promise.all(texts.map((answer) => answer.text()));
        expect(metadata).toMatchObject({ thumbhash, color });
        expect(blurhash).toMatch(/^[\x21-\x7e]{28}$/);
      });

      it('is chosen from addresses that are served', async () => {
        const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
        const made = sharp({ create: { width: 500, height: 340, channels: 3, background: '#888', noise } });
        const { id, url } = await uploaded({ bytes: await made.png().toBuffer(), name: 'wide.png' });
        const { srcset } = await detailsOf(id, 'srcset');
        expect(srcset).toEqual({
          original: `${url}?w=320 320w, ${url} 500w`,
          webp: `${url}?w=320&format=webp 320w, ${url}?format=webp 500w`,
          avif: `${url}?w=320&format=avif 320w, ${url}?format=avif 500w`,
        });
        for (const address of [`${url}?w=320&format=webp`, `${url}?format=webp`])
          expect((await fetch(address)).status).toBe(200);
      });
    });

    it.each(['', 'all', 'metadata,', 'metadata&include=metadata'])(
      'refuses to include %j with a record',
      async (include) => {
        const { id } = await uploaded({});
        const response = await server.fetch(`/api/images/${id}?include=${include}`);
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('/include');
      },
    );
  },
});
