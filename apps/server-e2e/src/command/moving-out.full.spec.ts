import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImagePage } from '@cairn/api-schema';
import { photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { photo } from '../support/photos.js';
import { start } from '../support/started-servers.js';

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'cairn-export-'))));
afterAll(() => rm(root, { recursive: true }));

/** The files of a folder, but for what another installation gives anew: the times and versions of spaces and features. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = async (path: string): Promise<[string, string]> => {
    const name = path.slice(folder.length + 1);
    const text = await readFile(path, 'latin1');
    return [
      name,
      name.startsWith('spaces/')
        ? text.replaceAll(/"(?:createdAt|updatedAt|version)": ?[^,}]+,?/g, '')
        : text,
    ];
  };
  return Object.fromEntries(await Promise.all(names.sort().map(read)));
}

/** It starts four servers and six commands. */
it('what is exported is taken back whole', async () => {
  const [first, second] = [join(root, 'first'), join(root, 'second')];
  const server = await start({ dataDir: first, env: { CAIRN_METADATA: 'remove' } });
  const ids: string[] = [];
  for (const [index, path] of ['', 'a', 'a/b.gif', 'a'].entries()) {
    const visibility = index === 1 ? 'private' : 'public';
    const upload = { bytes: photo(index), path, tags: `t${index},x`, name: 'b.gif', visibility };
    ids.push((await server.upload(upload)).id);
  }
  const whole = { bytes: photoJpeg(6), path: '.well/é', name: 'photo.jpg', metadata: 'hide' };
  ids.push((await server.upload(whole)).id);
  // The same bytes at the same place twice, and a folder that is called like a file.
  ids.push((await server.upload({ bytes: photo(3), path: 'a', name: 'b.gif' })).id);
  const [one, , three = ''] = ids;
  await server.json('POST', '/api/albums', {
    title: 'Trip',
    description: 'Two\nlines',
    images: [three, one],
  });
  await server.json('POST', '/api/albums', {
    title: 'Smart',
    query: { path: 'a', recursive: false, q: 'b' },
  });
  const { albums } = await server.json<{ albums: readonly { id: string; title: string }[] }>(
    'GET',
    '/api/albums',
  );
  const trip = albums.find(({ title }) => title === 'Trip')?.id ?? '';
  await server.json('PATCH', `/api/albums/${trip}`, { coverId: one });
  const settings = { readOnly: true, client: { n: 1.5 }, license: 'CC-BY-4.0', tags: undefined };
  const space = await server.json<{ id: string }>('POST', '/hub/spaces', { title: 'Huts', description: 'd' });
  const features = [1, 2, 3].map((n) => ({
    type: 'Feature',
    id: `f${n}`,
    geometry: { type: 'Point', coordinates: [8, 40 + n] },
    properties: { n, '@ns:com:here:xyz': { tags: [`t${n}`] } },
  }));
  const collection = { type: 'FeatureCollection', features };
  await server.json('PUT', `/hub/spaces/${space.id}/features`, collection);
  await server.json('PATCH', `/hub/spaces/${space.id}`, settings);
  for (const id of ids) await server.json('GET', `/api/images/${id}?include=metadata`); // describes it

  const [byHttp, fromStores, back] = ['http', 'stores', 'back'].map((name) => join(root, name));
  const env = { CAIRN_DATA_DIR: first, CAIRN_KEY: server.key };
  const run = async (data: string, ...args: string[]) => {
    const result = await cairn([...args, '--json'], { ...env, CAIRN_DATA_DIR: data });
    expect(result).toMatchObject({ code: 0, err: '' });
    return result.records<{ summary?: unknown }>().at(-1)?.summary;
  };
  const through = ['--url', server.address];
  await run(first, 'export', byHttp ?? '', ...through);
  await server.end('SIGTERM');
  expect(await run(first, 'export', fromStores ?? '')).toEqual({
    end: 'complete',
    written: 6,
    there: 0,
    failed: 0,
    removed: 0,
    albums: 2,
    spaces: 1,
  });
  expect(await run(first, 'export', fromStores ?? '')).toMatchObject({ written: 0, there: 6 });
  const exported = await contentOf(fromStores ?? '');
  expect(Object.keys(exported)).toContain('images/a/b.gif.json');
  expect(Object.values(exported)).toContain(Buffer.from(photoJpeg(6)).toString('latin1'));
  expect(await contentOf(byHttp ?? '')).toEqual(exported);

  await (await start({ dataDir: second })).end('SIGTERM');
  const counts = { end: 'complete', added: 7, there: 0, refused: 0, albums: 2, spaces: 1, features: 3 };
  expect(await run(second, 'import', fromStores ?? '')).toMatchObject(counts);
  await run(second, 'export', back ?? '');
  expect(await contentOf(back ?? '')).toEqual(exported);
  const again = { ...counts, added: 0, there: 7, albums: 0, spaces: 0, features: 0 };
  expect(await run(second, 'import', fromStores ?? '')).toMatchObject(again);
  const moved = await start({ dataDir: second });
  const page = await moved.json<ImagePage>('GET', '/api/images?sort=oldest');
  expect(page.images.map(({ id }) => id)).toEqual(ids);
});
