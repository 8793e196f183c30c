import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPhotoService } from './photo-service.js';

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

describe('createPhotoService', () => {
  let service: Server;
  let address: string;

  beforeAll(async () => {
    service = createPhotoService().listen(0, '127.0.0.1');
    await once(service, 'listening');
    const bound = service.address();
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  });

  afterAll(() => {
    service.close();
    service.closeAllConnections();
  });

  const put = (path: string, body?: Buffer) =>
    fetch(address + path, { method: 'PUT', ...(body && { body }) });

  it('stores a photo and returns the same bytes', async () => {
    expect(await (await put('/photos/summit.png', png)).json()).toEqual({ photo: '/photos/summit.png' });
    const photo = await fetch(`${address}/photos/summit.png`);
    expect(Buffer.from(await photo.arrayBuffer())).toEqual(png);
  });

  it('shows private photos to members of its own who were granted it, until it is taken', async () => {
    const written = await put('/hut-book/hut.png', png);
    const { photo } = (await written.json()) as { readonly photo: string };
    const ask = async (member: string): Promise<number> =>
      (await fetch(address + photo, { headers: { 'x-member': member } })).status;
    expect([await ask('anna'), (await fetch(address + photo)).status]).toEqual([422, 422]);
    await put('/readers/anna');
    expect([await ask('anna'), await ask('bert')]).toEqual([200, 422]);
    await fetch(`${address}/readers/anna`, { method: 'DELETE' });
    expect(await ask('anna')).toBe(422);
  });

  it('rejects files that are not images, and uploads over the quota', async () => {
    const text = await put('/photos/notes.png', Buffer.from('no image'));
    expect([text.status, await text.text()]).toEqual([422, expect.stringContaining('UnsupportedImageType')]);
    for (const name of ['a.png', 'b.png', 'c.png'])
      expect((await put(`/photos/${name}`, png)).status).toBe(200);
    const sixth = await put('/photos/d.png', png);
    expect([sixth.status, await sixth.text()]).toEqual([422, expect.stringContaining('5 are allowed')]);
  });

  it('survives a URL with invalid percent-encoding', async () => {
    for (const path of ['/%', '/photos/%E0%A4%A', '/%ff/x'])
      expect((await fetch(address + path)).status).toBe(404);
    expect((await fetch(`${address}/trails`)).status).toBe(200);
  });

  it('stores places next to photos', async () => {
    await put('/trails/North%20ridge');
    const trails = await (await fetch(`${address}/trails`)).json();
    expect(trails).toEqual([expect.objectContaining({ title: 'North ridge', owner: 'ANONYMOUS' })]);
  });
});
