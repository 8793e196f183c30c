import type { AlbumRecord, SharedImagePage } from '@cairn/api-schema';
import { uploadForm } from '@cairn/harness';
import { photoJpeg } from '@cairn/testkit';
import { expect } from '@jest/globals';
import { newLink, toImage } from './links.js';
import { newMap } from './maps.js';
import { UNKNOWN, type Rows } from './row.js';

const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

const pathOf = ({ path }: { readonly path: string }): string => path.replace('/api/shared/', '/a/');

/** The pages of links. */
export const linkPages: Rows = {
  getSharedPage: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const ids = [(await newImage()).id, (await newImage()).id];
      const body = { title: '<Trip> & "more"', images: ids };
      const { id } = (await user.post('/api/albums', body)).json<AlbumRecord>();
      const page = pathOf(await newLink(user, { resource: { type: 'album', id } }));
      const answer = await nobody.get(page);
      const html = answer.bytes.toString();
      expect(html).toContain('<h1>&lt;Trip&gt; &amp; &quot;more&quot;</h1>');
      expect(html).toContain('property="og:image"');
      expect(html.match(/<script/g)).toHaveLength(1);
      const [, shown = ''] = /<img src="[^"]*(\/api\/shared\/[^"]+)"/.exec(html) ?? [];
      expect((await nobody.get(shown)).status).toBe(200);
      return answer;
    },
    refused: [404],
    fails: ({ nobody }) => nobody.get(`/a/${UNKNOWN}`),
  },
  getOembed: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const { id } = await newImage();
      const page = pathOf(await newLink(user, toImage(id)));
      const html = (await nobody.get(page)).bytes.toString();
      const [, address = ''] = /\+oembed" href="[^"]*(\/oembed\?[^"]*)"/.exec(html) ?? [];
      const answer = await nobody.get(address.replaceAll('&amp;', '&'));
      const { url } = answer.json<{ readonly url: string }>();
      const picture = await nobody.get(url.slice(url.indexOf('/api/')));
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      return answer.shows({ version: '1.0', type: 'photo' });
    },
    refused: [501, 'format-not-offered'],
    fails: ({ nobody }) => nobody.get('/oembed?url=x&format=xml'),
  },
  getSharedImagePage: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const ids = [(await newImage()).id, (await newImage()).id, (await newImage()).id];
      const { id } = (await user.post('/api/albums', { title: 'Trip', images: ids })).json<AlbumRecord>();
      const page = pathOf(await newLink(user, { resource: { type: 'album', id }, download: true }));
      const answer = await nobody.get(`${page}/${ids[1] ?? ''}`);
      const html = answer.bytes.toString();
      expect(html).toMatch(new RegExp(`rel="prev" href="[^"]*${page}/${ids[0] ?? ''}"`));
      expect(html).toMatch(new RegExp(`rel="next" href="[^"]*${page}/${ids[2] ?? ''}"`));
      expect(html).toContain('download>');
      return answer;
    },
    refused: [404],
    fails: async ({ user, nobody, photo, newImage }) => {
      const page = pathOf(await newLink(user, toImage(photo.id)));
      return await nobody.get(`${page}/${(await newImage()).id}`);
    },
  },
  uploadSharedPage: {
    gives: 303,
    works: async ({ user, nobody }) => {
      const body = { resource: { type: 'folder', id: 'guestbook' }, role: 'contributor' };
      const { path } = await newLink(user, body);
      const page = pathOf({ path });
      expect((await nobody.get(page)).bytes.toString()).toContain(
        `${page}/upload" enctype="multipart/form-data"`,
      );
      const answer = await nobody.post(`${page}/upload`, uploadForm({ bytes: photoJpeg() }));
      const { images } = (await nobody.get(`${path}/images`)).json<SharedImagePage>();
      expect(images).toHaveLength(1);
      expect(answer.headers.get('location')).toMatch(new RegExp(`${page}\\?added=${images[0]?.id ?? ''}$`));
      return answer;
    },
    refused: [403],
    fails: async ({ user, nobody, photo }) => {
      const page = pathOf(await newLink(user, toImage(photo.id)));
      return await nobody.post(`${page}/upload`, uploadForm({ bytes: photoJpeg() }));
    },
  },
  unlockSharedPage: {
    gives: 303,
    works: async ({ user, nobody, photo }) => {
      const page = pathOf(await newLink(user, toImage(photo.id, { password: 'secret' })));
      const asked = await nobody.get(page);
      expect([asked.status, asked.bytes.toString()]).toEqual([
        401,
        expect.stringContaining('type="password"'),
      ]);
      const answer = await nobody.post(page, 'password=secret', asForm);
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect((await nobody.send('GET', page, { headers: { cookie } })).status).toBe(200);
      return answer;
    },
    refused: [403],
    fails: async ({ user, nobody, photo }) => {
      const page = pathOf(await newLink(user, toImage(photo.id, { password: 'secret' })));
      return await nobody.post(page, 'password=Secret', asForm);
    },
  },
  getMapPage: {
    gives: 200,
    works: async (world) => {
      const { user, nobody } = world;
      const { id, path } = await newMap(world, { title: '<Towns> & "more"', public: true });
      const linked = pathOf(await newLink(user, { resource: { type: 'map', id } }));
      const led = await nobody.get(linked);
      expect([led.status, led.headers.get('location')]).toEqual([303, expect.stringContaining('/m/')]);
      const page = linked.replace('/a/', '/m/');
      const answer = await nobody.get(`/m/${id}`);
      for (const shown of [answer, await nobody.get(page)])
        expect(shown.bytes.toString()).toContain('<h1>&lt;Towns&gt; &amp; &quot;more&quot;</h1>');
      const table = (await nobody.get(`/m/${id}?table`)).bytes.toString();
      expect(table).toContain('<td>434</td>');
      await user.patch(path, { public: false });
      expect((await nobody.get(`/m/${id}`)).status).toBe(404);
      expect((await nobody.get(page)).status).toBe(200);
      return answer;
    },
    refused: [404],
    fails: ({ nobody }) => nobody.get(`/m/${UNKNOWN}`),
  },
  unlockMapPage: {
    gives: 303,
    works: async (world) => {
      const { user, nobody } = world;
      const { id } = await newMap(world);
      const link = await newLink(user, { resource: { type: 'map', id }, password: 'secret' });
      const page = pathOf(link).replace('/a/', '/m/');
      expect((await nobody.get(page)).status).toBe(401);
      const answer = await nobody.post(page, 'password=secret', asForm);
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect((await nobody.send('GET', page, { headers: { cookie } })).status).toBe(200);
      return answer;
    },
    refused: [403],
    fails: async (world) => {
      const { id } = await newMap(world);
      const link = await newLink(world.user, { resource: { type: 'map', id }, password: 'secret' });
      return await world.nobody.post(pathOf(link).replace('/a/', '/m/'), 'password=Secret', asForm);
    },
  },
};
