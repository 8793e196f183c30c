import { createClient, imageAddress } from '@cairn/client';
import { failureOf, holds, same, type Scenario } from './scenario.js';

const noise = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, index) => index % 251);

/** Images and the quota. */
export const imageScenarios: Readonly<Record<string, Scenario>> = {
  'an image is uploaded with progress, found, listed and deleted': async ({ client, photo }) => {
    const before = await client.call('GET /api/quota');
    const sent: number[] = [];
    const file = new File([Uint8Array.from(photo)], 'See & "Berg".jpg', { type: 'image/jpeg' });
    const { id, url } = await client.upload(file, {
      path: 'client/größe',
      tags: ['client one', 'lake'],
      metadata: 'keep',
      onProgress: ({ sentInBytes, totalInBytes }) => {
        same(totalInBytes, photo.length);
        sent.push(sentInBytes);
      },
    });
    same(sent.at(-1), photo.length);
    const image = await client.call('GET /api/images/{id}', { params: { id } });
    same([image.url, image.path, image.tags], [url, 'client/größe', ['client one', 'lake']]);
    const { metadata } = await client.call('GET /api/images/{id}', {
      params: { id },
      query: { include: ['metadata'] },
    });
    same([image.metadata, metadata?.type, metadata?.removed], [undefined, 'image/jpeg', []]);
    same(decodeURI(url).split('/').at(-1)?.startsWith('See'), true);
    same(
      (await client.list('GET /api/tags/{tag}/images', { params: { tag: 'client one' } }).all()).map(
        ({ id: found }) => found,
      ),
      [id],
    );
    same((await client.call('GET /api/quota')).imageCount, before.imageCount + 1);
    await client.call('DELETE /api/images/{id}', { params: { id } });
    same((await failureOf(client.call('GET /api/images/{id}', { params: { id } }))).kind, 'not-found');
  },
  'bytes and streams are uploaded, too': async ({ client, photo }) => {
    async function* parts() {
      yield photo.slice(0, 100);
      yield photo.slice(100);
    }
    const ids = [
      await client.upload(photo, { name: 'bytes.jpg' }),
      await client.upload(parts(), { name: 'stream.jpg' }),
    ].map(({ id }) => id);
    for (const id of ids) {
      const file = await fetch((await client.call('GET /api/images/{id}', { params: { id } })).url);
      same((await file.arrayBuffer()).byteLength, photo.length);
      await client.call('DELETE /api/images/{id}', { params: { id } });
    }
  },
  'a listing goes on over pages, and in whole pages': async ({ client, photo }) => {
    const tags = ['paged'];
    const uploads = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      client.upload(photo, { name: `${name}.jpg`, tags }),
    );
    const ids = (await Promise.all(uploads)).map(({ id }) => id);
    const sizes: number[] = [];
    for await (const page of client
      .list('GET /api/tags/{tag}/images', { params: { tag: 'paged' }, query: { limit: 2 } })
      .pages())
      sizes.push(page.length);
    same(sizes, [2, 2, 1]);
    const found: string[] = [];
    for await (const { id } of client.list('GET /api/tags/{tag}/images', {
      params: { tag: 'paged' },
      query: { limit: 2 },
    }))
      found.push(id);
    same(found.toSorted(), ids.toSorted());
    await Promise.all(ids.map((id) => client.call('DELETE /api/images/{id}', { params: { id } })));
  },
  'an upload that is refused names its faults': async ({ client }) => {
    const broken = await failureOf(client.upload(noise(2_000), { name: 'broken.jpg' }));
    same([broken.kind, broken.status], ['invalid', 415]);
    holds(typeof broken.requestId === 'string', 'the request has an identifier');
    const badPath = await failureOf(client.upload(noise(10), { path: 'a/../b' }));
    same([badPath.kind, badPath.errors.map(({ pointer }) => pointer)], ['invalid', ['/path']]);
  },
  'an upload is aborted': async ({ client }) => {
    const controller = new AbortController();
    const upload = client.upload(new Uint8Array(4_000_000), {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    same((await failureOf(upload)).kind, 'aborted');
    same((await failureOf(client.call('GET /api/quota', { signal: controller.signal }))).kind, 'aborted');
  },
  'an upload whose connection breaks halfway is sent again': async ({ cutAddress, key }) => {
    const cut = createClient({ baseUrl: cutAddress, key, retry: { baseDelayMs: 1 } });
    const refused = await failureOf(cut.upload(new Uint8Array(6_000_000)));
    same([refused.kind, refused.status], ['invalid', 415]);
  },
  'a transform is an address that is served': async ({ client, photo }) => {
    const { id, url } = await client.upload(photo, { name: 'small.jpg' });
    const address = imageAddress(url, { w: 32, format: 'webp', q: undefined });
    same(address, `${url}?format=webp&w=32`);
    const response = await fetch(address);
    same([response.status, response.headers.get('content-type')], [200, 'image/webp']);
    await client.call('DELETE /api/images/{id}', { params: { id } });
  },
};
