import type { AddedImage, AlbumRecord, CreatedLinkRecord, ImageRecord } from '@cairn/api-schema';
import { ServerProcess, uploadForm, type UploadParts } from '@cairn/harness';
import { fixtures, photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let server: ServerProcess;

/** The secret of a link for contributors. */
async function share(resource: object): Promise<string> {
  const body = { role: 'contributor', resource };
  const { url } = await server.json<CreatedLinkRecord>('POST', '/api/links', body);
  return url.slice(url.lastIndexOf('/') + 1);
}

async function newAlbum(): Promise<string> {
  return (await server.json<AlbumRecord>('POST', '/api/albums', { title: 'Party' })).id;
}

/** Sends an image as a stranger. */
async function added(secret: string, parts: UploadParts): Promise<AddedImage> {
  const sent = { method: 'POST', key: null, body: uploadForm(parts) };
  const response = await server.fetch(`/api/shared/${secret}/upload`, sent);
  const image = (await response.json()) as AddedImage;
  expect(response.status).toBe(image.existing === true ? 200 : 201);
  return image;
}

beforeAll(async () => {
  server = await ServerProcess.inMemory();
});

afterAll(() => server.dispose());

describe('what is sent again', () => {
  it('by a link is told of where the link shows it, and of nothing elsewhere', async () => {
    const album = await newAlbum();
    const links = [await share({ type: 'folder', id: 'again' }), await share({ type: 'album', id: album })];
    await server.upload({ bytes: photoJpeg(), path: 'again-elsewhere' });
    await server.upload({ bytes: photoJpeg() });
    for (const link of links) {
      const first = await added(link, { bytes: photoJpeg(), tags: 'sea' });
      expect('existing' in first).toBe(false);
      const before = await server.json('GET', '/api/quota');
      const again = await added(link, { bytes: photoJpeg(), name: 'other.jpg', tags: 'lake' });
      expect(again).toMatchObject({ id: first.id, name: first.name, existing: true });
      // The same picture, as a phone sends it that leaves out where it was taken.
      const bare = await added(link, { bytes: fixtures.jpeg.bytes });
      expect(bare).toMatchObject({ id: first.id, existing: true });
      expect(await server.json('GET', '/api/quota')).toEqual(before);
      const { tags } = await server.json<ImageRecord>('GET', `/api/images/${first.id}`);
      expect(tags).toEqual(['sea', 'lake']);
    }
    const listed = `/api/albums/${album}/images`;
    const { images } = await server.json<{ readonly images: readonly unknown[] }>('GET', listed);
    expect(images).toHaveLength(1);
  });

  it('to an album is told of to keys that may read, and to no other', async () => {
    const id = await newAlbum();
    const { key } = await server.json<{ readonly key: string }>('POST', '/api/keys', {
      name: 'Writer',
      scopes: ['images:write'],
    });
    const send = async (by: string): Promise<{ readonly id: string; readonly existing?: true }> => {
      const body = uploadForm({ bytes: fixtures.webp.bytes });
      const answer = await server.fetch(`/api/albums/${id}/upload`, { method: 'POST', key: by, body });
      return (await answer.json()) as { readonly id: string; readonly existing?: true };
    };
    const first = await send(server.key);
    expect(await send(server.key)).toEqual({ ...first, existing: true });
    const blind = await send(key);
    expect([blind.id === first.id, 'existing' in blind]).toEqual([false, false]);
  });
});
